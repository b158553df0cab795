// Package client is a program outside mcpsim that uses its vocabulary with godog,
// beside steps and a client of its own.
package client

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/cucumber/godog"

	"github.com/mcpsim/mcpsim/steps"
	"github.com/mcpsim/mcpsim/steps/suite"
)

func TestFeatures(t *testing.T) {
	features := godog.TestSuite{ScenarioInitializer: initializer(t), Options: &godog.Options{Strict: true, Format: "pretty", TestingT: t}}
	if features.Run() != 0 {
		t.Error("see the report")
	}
}

// InitializeScenario is what "godog run" looks for.
func InitializeScenario(sc *godog.ScenarioContext) { initializer(nil)(sc) }

func initializer(t *testing.T) func(*godog.ScenarioContext) {
	ours := suite.Initializer(t)
	return func(sc *godog.ScenarioContext) {
		ours(sc)
		c := &client{}
		sc.When(`^my client pings "([^"]+)"$`, c.ping)
		sc.Then(`^my client was answered after (\S+)$`, c.answered)
	}
}

// client is an MCP client that knows one message.
type client struct{ took time.Duration }

func (c *client) ping(ctx context.Context, server string) error {
	w, err := steps.From(ctx)
	if err != nil {
		return err
	}
	return w.Do(func() error {
		docs, err := w.Server(server)
		if err != nil {
			return err
		}
		env := w.Env()
		web := &http.Client{Transport: &http.Transport{DialContext: env.Dial, DisableKeepAlives: true}}
		begin := env.Clock.Now()
		w.Go("my client", func() {
			request, _ := http.NewRequest(http.MethodPost, docs.URL, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("Accept", "application/json, text/event-stream")
			if response, err := web.Do(request); err == nil {
				c.took = env.Clock.Since(begin).Round(time.Millisecond)
				_ = response.Body.Close()
			}
		})
		return nil
	})
}

func (c *client) answered(want string) error {
	if c.took.String() != want {
		return fmt.Errorf("it took %s", c.took)
	}
	return nil
}
