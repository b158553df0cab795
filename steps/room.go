package steps

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/acceptance"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// room is the room server of a scenario, its operator, and what they were asked.
type room struct {
	noun
	settings         string // appsettings.json of the server; empty = nothing in it
	operatorSettings string
	token            string
	fixed            *uint64 // what is random about every wait; nil = by the seed
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

func roomSteps() []gherkin.Step {
	return gherkin.Noun("room server", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the (room server|operator)'s settings are:`,
			Manual:  "sets what appsettings.json holds; ws://NAME.test stands for the address of server NAME",
			Example: `the room server's settings are:`, Func: (*room).set},
		{Keyword: gherkin.Given, Pattern: `the room server has the providers? "([^"]+)"`,
			Manual: "sets settings with declared servers as providers, and nothing else", Example: `the room server has the providers "alpha, beta"`,
			Func: (*room).setProviders},
		{Keyword: gherkin.Given, Pattern: `the room server demands the token "([^"]+)"`,
			Manual: "lets admin routes demand a bearer token, which the operator knows", Example: `the room server demands the token "tok-1"`,
			Func: (*room).setToken},
		{Keyword: gherkin.Given, Pattern: `waits between attempts have (no|half the|the greatest) jitter`,
			Manual: "fixes what is random about waits; the seed decides otherwise", Example: `waits between attempts have no jitter`,
			Func: (*room).setJitter},
		{Keyword: gherkin.Given, Pattern: `the room server has started`, Manual: "starts the room server and lets everything happen that takes no time",
			Func: (*room).start},
		{Keyword: gherkin.When, Pattern: `the room server starts`,
			Manual: "starts a room server at port 40801 and an operator at 40802; times count from here", Func: (*room).start},
		{Keyword: gherkin.Then, Pattern: `the (room server|operator)'s settings mean:`,
			Manual: "compares what was read from the settings of a role, as JSON", Example: `the room server's settings mean:`,
			Func: (*room).check},
		{Keyword: gherkin.Then, Pattern: `the default addresses are "([^"]*)" and "([^"]*)"`,
			Manual:  "compares where the room server and its operator listen if nothing else is said",
			Example: `the default addresses are "127.0.0.1:40801" and "127.0.0.1:40802"`, Func: checkDefaults},
		{Keyword: gherkin.Then, Pattern: `the settings have these problems:`,
			Manual: "compares what was ignored in the settings of both roles, one per line", Func: (*room).checkProblems},
	})
}

func (n *room) set(role string, text *gherkin.DocString) error {
	settings := &n.settings
	if role == "operator" {
		settings = &n.operatorSettings
	}
	*settings = n.addressed(text.Content)
	return nil
}

func (n *room) setProviders(servers []*server) error {
	text, err := json.Marshal(map[string]any{"McpServers": providersOf(servers)})
	n.settings = string(text)
	return err
}

// providersOf are declared servers as providers.
func providersOf(servers []*server) []host.Provider {
	var all []host.Provider
	for _, s := range servers {
		all = append(all, host.Provider{ID: s.name, URL: s.config.URL, Visibility: "room"})
	}
	return all
}

// addressed puts addresses of declared servers in the place of ws://NAME.test.
func (n *room) addressed(text string) string {
	return addressPattern.ReplaceAllStringFunc(text, func(m string) string {
		if s := n.servers[addressPattern.FindStringSubmatch(m)[1]]; s != nil && s.kind == wsServer {
			return s.config.URL
		}
		return m
	})
}

func (n *room) setToken(token string) error {
	n.hide(token)
	n.token = token
	return nil
}

func (n *room) setJitter(word string) error {
	values := map[string]uint64{"no": 0, "half the": 1 << 63, "the greatest": math.MaxUint64}
	n.fixed = new(values[word])
	return nil
}

// jitter is the random source of waits.
func (n *room) jitter(server string, epoch int) uint64 {
	if n.fixed != nil {
		return *n.fixed
	}
	return n.roll("jitter", server, strconv.Itoa(epoch))
}

// start starts the room server and its operator. The clock is at a whole
// millisecond then, so that moments in answers can be compared.
func (n *room) start() error {
	w := n.World
	if err := w.wholeMillisecond(); err != nil {
		return err
	}
	w.begin = w.now()
	settings, problems, err := host.ParseRoomOptions("appsettings.json", []byte(orEmpty(n.settings)))
	if err != nil {
		return err
	}
	n.reported(problems)
	env := w.hostEnv()
	env.Cache = nil
	env.Events = event.Tee(env.Events, n.log)
	if n.host, err = host.NewRoom(w.policy.Policy, env, settings); err != nil {
		return err
	}
	w.host = n.host
	if n.server, err = n.listenAt("40801"); err != nil {
		return err
	}
	h := host.NewRoomAPI(n.host, host.Guard{Token: n.token})
	n.serve("room.http", n.server, n.log.Requests(h))
	if err := n.startOperator(); err != nil {
		return err
	}
	return w.beginStartup("room server", func(context.Context) (host.StartResult, error) {
		n.host.Start()
		return host.StartResult{}, nil
	})
}

// startOperator starts the operator, who finds the room server.
func (n *room) startOperator() error {
	w := n.World
	settings, problems, err := host.ParseOperatorSettings("operator/appsettings.json", []byte(orEmpty(n.operatorSettings)))
	if err != nil {
		return err
	}
	n.reported(problems)
	if w.scenario.World == gherkin.Real {
		settings.BaseURL = n.server.url
	}
	if n.operator, err = n.listenAt("40802"); err != nil {
		return err
	}
	h := host.NewOperator(host.OperatorOptions{
		BaseURL: settings.BaseURL, Providers: settings.Providers, Token: n.token,
		Dial: w.ground.hostEnv().Dial, Clock: w.ground.clock(),
	})
	n.serve("operator.http", n.operator, n.operatorLog.Requests(h))
	return nil
}

func (n *room) reported(problems []config.Problem) {
	for _, p := range problems {
		n.problems = append(n.problems, p.String())
	}
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

// close ends what the scenario has started.
func (n *room) close() {
	n.operator.close()
	n.server.close()
	if n.host != nil {
		n.host.Close()
	}
	n.suite.remove()
}

func (n *room) checkProblems(want *gherkin.DocString) error {
	return same("the problems of the settings", strings.Join(n.problems, "\n"), want.Content)
}

// check reads the settings once more, to look at what they mean.
func (n *room) check(role string, want *gherkin.DocString) error {
	var meaning any
	server, _, err := host.ParseRoomOptions("appsettings.json", []byte(orEmpty(n.settings)))
	meaning = server
	if role == "operator" {
		meaning, _, err = host.ParseOperatorSettings("appsettings.json", []byte(orEmpty(n.operatorSettings)))
	}
	if err != nil {
		return err
	}
	got, err := json.Marshal(meaning)
	if err != nil {
		return err
	}
	return sameJSON("what the settings mean", got, n.addressed(want.Content))
}

func checkDefaults(server, operator string) error {
	return same("the default addresses", []string{host.DefaultRoomAddr, host.DefaultOperatorAddr}, []string{server, operator})
}

// loadCommand is the body of the command to load declared servers.
func loadCommand(servers []*server) string {
	text, _ := json.Marshal(map[string]any{"providers": providersOf(servers)}) // texts cannot fail
	return string(text)
}
