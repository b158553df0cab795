package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/acceptance"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// rooms is the room server of a scenario, its operator, and what they were asked.
type rooms struct {
	settings         string // appsettings.json of the server; empty = nothing in it
	operatorSettings string
	token            string
	fixed            *uint64 // the roll of every wait; nil = by the seed
	problems         []string

	host             *host.Room
	server, operator *service // nil = not started
	asked            []*asking

	suite            *suiteRun       // nil = none was run
	log, operatorLog *acceptance.Log // of the suite; nil = none
}

// errNoRoom is the advice for steps that need a room server.
var errNoRoom = errors.New(`the room server has not been started: say "the room server starts" first`)

var (
	momentPattern  = regexp.MustCompile(`<ms (\S+)>`)
	addressPattern = regexp.MustCompile(`ws://([\w-]+)\.test`)
)

func roomSteps() []Step {
	return gherkin.Noun("room server", []Step{
		{Keyword: Given, Pattern: `the (room server|operator)'s settings are:`,
			Manual:  "sets what appsettings.json holds; ws://NAME.test stands for the address of server NAME",
			Example: `the room server's settings are:`, Func: (*World).setRoomSettings},
		{Keyword: Given, Pattern: `the room server has the providers? "([^"]+)"`,
			Manual: "sets settings with declared servers as providers, and nothing else", Example: `the room server has the providers "alpha, beta"`,
			Func: (*World).setProviders},
		{Keyword: Given, Pattern: `the room server demands the token "([^"]+)"`,
			Manual: "lets admin routes demand a bearer token, which the operator knows", Example: `the room server demands the token "tok-1"`,
			Func: (*World).setRoomToken},
		{Keyword: Given, Pattern: `waits between attempts have (no|half the|the greatest) jitter`,
			Manual: "fixes what is random about waits; the seed decides otherwise", Example: `waits between attempts have no jitter`,
			Func: (*World).setJitter},
		{Keyword: Given, Pattern: `the room server has started`, Manual: "starts the room server and lets everything happen that takes no time",
			Func: (*World).startRoom},
		{Keyword: When, Pattern: `the room server starts`,
			Manual: "starts a room server at port 40801 and an operator at 40802; times count from here", Func: (*World).startRoom},
		{Keyword: Then, Pattern: `the (room server|operator)'s settings mean:`,
			Manual: "compares what was read from the settings of a role, as JSON", Example: `the room server's settings mean:`,
			Func: (*World).checkSettings},
		{Keyword: Then, Pattern: `the default addresses are "([^"]*)" and "([^"]*)"`,
			Manual:  "compares where the room server and its operator listen if nothing else is said",
			Example: `the default addresses are "127.0.0.1:40801" and "127.0.0.1:40802"`, Func: (*World).checkDefaults},
		{Keyword: Then, Pattern: `the settings have these problems:`,
			Manual: "compares what was ignored in the settings of both roles, one per line", Func: (*World).checkSettingsProblems},
	})
}

func (w *World) setRoomSettings(role string, text *gherkin.DocString) error {
	if role == "operator" {
		w.room.operatorSettings = w.addressed(text.Content)
		return nil
	}
	w.room.settings = w.addressed(text.Content)
	return nil
}

func (w *World) setProviders(names string) error {
	providers, err := w.providersOf(expandNames(names))
	if err != nil {
		return err
	}
	text, err := json.Marshal(map[string]any{"McpServers": providers})
	w.room.settings = string(text)
	return err
}

// providersOf are declared servers as providers.
func (w *World) providersOf(names []string) ([]host.Provider, error) {
	var all []host.Provider
	for _, name := range names {
		s, err := w.server(name)
		if err != nil {
			return nil, err
		}
		all = append(all, host.Provider{ID: name, URL: s.config.URL, Visibility: "room"})
	}
	return all, nil
}

// addressed puts addresses of declared servers in the place of ws://NAME.test.
func (w *World) addressed(text string) string {
	return addressPattern.ReplaceAllStringFunc(text, func(m string) string {
		if s := w.servers[addressPattern.FindStringSubmatch(m)[1]]; s != nil && s.kind == wsServer {
			return s.config.URL
		}
		return m
	})
}

func (w *World) setRoomToken(token string) error {
	w.hide(token)
	w.room.token = token
	return nil
}

func (w *World) setJitter(word string) error {
	rolls := map[string]uint64{"no": 0, "half the": 1 << 63, "the greatest": math.MaxUint64}
	w.room.fixed = new(rolls[word])
	return nil
}

// jitter is the random source of waits.
func (w *World) jitter(server string, epoch int) uint64 {
	if w.room.fixed != nil {
		return *w.room.fixed
	}
	return w.roll("jitter", server, strconv.Itoa(epoch))
}

// startRoom starts the room server and its operator. The clock is at a whole
// millisecond then, so that moments in answers can be compared.
func (w *World) startRoom() error {
	if err := w.wholeMillisecond(); err != nil {
		return err
	}
	w.begin = w.now()
	settings, problems, err := host.ParseRoomOptions("appsettings.json", []byte(orEmpty(w.room.settings)))
	if err != nil {
		return err
	}
	for _, p := range problems {
		w.room.problems = append(w.room.problems, p.String())
	}
	env := w.hostEnv()
	env.Cache = nil
	env.Events = event.Tee(env.Events, w.room.log)
	if w.room.host, err = host.NewRoom(w.policy.Policy, env, settings); err != nil {
		return err
	}
	w.host = w.room.host
	if w.room.server, err = w.listenAt("40801"); err != nil {
		return err
	}
	h := host.NewRoomAPI(w.room.host, host.Guard{Token: w.room.token})
	w.serve("room.http", w.room.server, w.room.log.Requests(h))
	if err := w.startOperator(); err != nil {
		return err
	}
	return w.beginStartup("room server", func(context.Context) (host.StartResult, error) {
		w.room.host.Start()
		return host.StartResult{}, nil
	})
}

// startOperator starts the operator, who finds the room server.
func (w *World) startOperator() error {
	settings, problems, err := host.ParseOperatorSettings("operator/appsettings.json", []byte(orEmpty(w.room.operatorSettings)))
	if err != nil {
		return err
	}
	for _, p := range problems {
		w.room.problems = append(w.room.problems, p.String())
	}
	if w.scenario.World == gherkin.Real {
		settings.BaseURL = w.room.server.url
	}
	if w.room.operator, err = w.listenAt("40802"); err != nil {
		return err
	}
	h := host.NewOperator(host.OperatorOptions{
		BaseURL: settings.BaseURL, Providers: settings.Providers, Token: w.room.token,
		Dial: w.ground.hostEnv().Dial, Clock: w.ground.clock(),
	})
	w.serve("operator.http", w.room.operator, w.room.operatorLog.Requests(h))
	return nil
}

// wholeMillisecond lets the rest of a millisecond pass in the virtual world.
func (w *World) wholeMillisecond() error {
	if w.scenario.World == gherkin.Real {
		return nil
	}
	now := w.now()
	return w.ground.sleep(now.Truncate(time.Millisecond).Add(time.Millisecond).Sub(now))
}

func orEmpty(settings string) string {
	if settings == "" {
		return "{}"
	}
	return settings
}

// closeRoom ends what the scenario has started.
func (w *World) closeRoom() {
	w.room.operator.close()
	w.room.server.close()
	if w.room.host != nil {
		w.room.host.Close()
	}
	w.room.suite.remove()
}

func (w *World) checkSettingsProblems(want *gherkin.DocString) error {
	return same("the problems of the settings", strings.Join(w.room.problems, "\n"), want.Content)
}

// checkSettings reads the settings once more, to look at what they mean.
func (w *World) checkSettings(role string, want *gherkin.DocString) error {
	var meaning any
	server, _, err := host.ParseRoomOptions("appsettings.json", []byte(orEmpty(w.room.settings)))
	meaning = server
	if role == "operator" {
		meaning, _, err = host.ParseOperatorSettings("appsettings.json", []byte(orEmpty(w.room.operatorSettings)))
	}
	if err != nil {
		return err
	}
	got, err := json.Marshal(meaning)
	if err != nil {
		return err
	}
	return sameJSON("what the settings mean", got, w.addressed(want.Content))
}

func (w *World) checkDefaults(server, operator string) error {
	return same("the default addresses", []string{host.DefaultRoomAddr, host.DefaultOperatorAddr}, []string{server, operator})
}

// loadBody is the command to load declared servers.
func (w *World) loadBody(names []string) string {
	providers, err := w.providersOf(names)
	if err != nil {
		return err.Error()
	}
	text, err := json.Marshal(map[string]any{"providers": providers})
	if err != nil {
		return fmt.Sprint(err)
	}
	return string(text)
}
