package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/acceptance"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/words"
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
	names            []string           // under which the room server is known; "any name" is every one
	fixed            *uint64            // what is random about every wait; nil = by the seed
	defaults         *host.RoomDefaults // those of a program instead of the settings'; nil = none
	problems         []config.Problem
	refused          error              // why it did not start
	ailments         map[string]ailment // by role

	host             *host.Room
	server, operator *service // nil = not started
	asked            []*asking

	suite            *suiteRun       // nil = none was run
	preceded         bool            // another run has the folder of the second in which the suite begins
	log, operatorLog *acceptance.Log // of the suite; nil = none
}

// errNoRoom is the advice for steps that need a room server.
var errNoRoom = errors.New(`the room server has not been started: say "the room server starts" first`)

var (
	momentPattern = words.Pattern(`<ms (\S+)>`)
)

func roomSteps() []gherkin.Step {
	return gherkin.Noun("room server", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the (room server|operator)'s settings are:`,
			Manual:  "sets what appsettings.json holds; ws://NAME.test stands for the address of server NAME",
			Example: `the room server's settings are:`, Func: (*room).set},
		{Keyword: gherkin.Given, Pattern: `the room server has the providers? "([^"]+)"`,
			Manual: "sets settings with declared servers as providers, and nothing else", Example: `the room server has the providers "alpha, beta"`,
			Func: (*room).setProviders},
		{Keyword: gherkin.Given, Pattern: `the (room server|operator)'s settings name (\d+) providers`,
			Manual: "sets settings with so many providers, which no server is behind", Example: `the room server's settings name 1001 providers`,
			Func: (*room).setMany},
		{Keyword: gherkin.Given, Pattern: `the room server demands the token "([^"]+)"`,
			Manual: "lets admin routes demand a bearer token, which the operator knows", Example: `the room server demands the token "tok-1"`,
			Func: (*room).setToken},
		{Keyword: gherkin.Given, Pattern: `the room server is known as "([^"]+)"`,
			Manual: "lets it be meant by further names, or by any name", Example: `the room server is known as "room.test"`,
			Func: (*room).setNames},
		{Keyword: gherkin.Given, Pattern: `waits between attempts have (no|half the|the greatest) jitter`,
			Manual: "fixes what is random about waits; the seed decides otherwise", Example: `waits between attempts have no jitter`,
			Func: (*room).setJitter},
		{Keyword: gherkin.Given, Pattern: `the room server has started`, Manual: "starts the room server and lets everything happen that takes no time",
			Func: (*room).start},
		{Keyword: gherkin.When, Pattern: `the room server starts`,
			Manual: "starts a room server and an operator at their default ports; times count from here", Func: (*room).start},
		{Keyword: gherkin.When, Pattern: `the room server tries to start`, Manual: "starts a room server that may find its settings unusable",
			Func: (*room).tryStart},
		{Keyword: gherkin.Then, Pattern: `the room server does not start because of:`, Manual: "compares the first line of the error of the start, or so many lines as are given",
			Func: (*room).checkRefused},
		{Keyword: gherkin.Then, Pattern: `the (room server|operator)'s settings mean:`,
			Manual: "compares what was read from the settings of a role, as JSON", Example: `the room server's settings mean:`,
			Func: (*room).check},
		{Keyword: gherkin.Then, Pattern: `the settings have these problems:`,
			Manual: "compares what was ignored in the settings of both roles, one per line", Func: (*room).checkProblems},
		{Keyword: gherkin.Then, Pattern: `(\d+) (?:entry|entries) of the settings (?:is|are) left out`,
			Manual: "compares how many problems say that a whole entry was left out", Example: `1 entry of the settings is left out`,
			Func: (*room).checkSkipped},
	})
}

func (n *room) set(role string, text *gherkin.DocString) error {
	settings := &n.settings
	if role == "operator" {
		settings = &n.operatorSettings
	}
	*settings = text.Content
	return nil
}

func (n *room) setProviders(servers []*server) error {
	text, err := json.Marshal(map[string]any{"McpServers": providersOf(servers)})
	n.settings = string(text)
	return err
}

func (n *room) setMany(role string, count int) error {
	var all []host.Provider
	for i := range count {
		all = append(all, host.Provider{ID: fmt.Sprintf("p%d", i), URL: "ws://absent.test"})
	}
	settings := map[string]any{"McpServers": all}
	if role == "operator" {
		settings = map[string]any{"Mcp": map[string]any{"Providers": all}}
	}
	text, err := json.Marshal(settings)
	if err != nil {
		return err
	}
	return n.set(role, &gherkin.DocString{Content: string(text)})
}

// providersOf are declared servers as providers.
func providersOf(servers []*server) []host.Provider {
	var all []host.Provider
	for _, s := range servers {
		all = append(all, host.Provider{ID: s.name, URL: s.config.URL, Visibility: "room"})
	}
	return all
}

func (n *room) setNames(names string) error {
	n.names = strings.Split(names, ", ")
	return nil
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
	n.problems = append(n.problems, problems...)
	if n.defaults != nil {
		settings.Defaults = *n.defaults
	}
	env := w.hostEnv()
	env.Cache = nil
	env.Events = event.Tee(env.Events, n.log)
	if n.host, err = host.NewRoom(w.policy.Policy, env, settings); err != nil {
		return err
	}
	w.host = n.host
	members, err := settings.Entities(env.LookupEnv)
	if err != nil {
		return err
	}
	if n.server, err = n.listenAt(host.DefaultRoomAddr); err != nil {
		return err
	}
	guard := host.Guard{Token: n.token, Members: members, Hosts: n.names, AnyHost: slices.Contains(n.names, "any name")}
	h := host.NewRoomAPI(n.host, guard)
	n.serve("room.http", n.server, n.log.Requests(n.ailing("room server", h)))
	if err := n.startOperator(); err != nil {
		return err
	}
	return w.beginStartup("room server", func(context.Context) (host.StartResult, error) {
		n.host.Start()
		return host.StartResult{}, nil
	})
}

func (n *room) tryStart() error {
	n.refused = n.start()
	return nil
}

func (n *room) checkRefused(want *gherkin.DocString) error {
	if n.refused == nil {
		return errors.New("the room server has started")
	}
	lines := strings.Split(n.refused.Error(), "\n")
	wanted := strings.Count(want.Content, "\n") + 1
	return same("why the room server does not start", strings.Join(lines[:min(wanted, len(lines))], "\n"), want.Content)
}

// startOperator starts the operator, who finds the room server.
func (n *room) startOperator() error {
	w := n.World
	settings, problems, err := host.ParseOperatorSettings("operator/appsettings.json", []byte(orEmpty(n.operatorSettings)))
	if err != nil {
		return err
	}
	n.problems = append(n.problems, problems...)
	options := host.OperatorOptions{
		BaseURL: settings.BaseURL, Providers: settings.Providers, Token: n.token, Dial: w.ground.hostEnv().Dial, Clock: w.ground.clock(),
	}
	if w.scenario.World == gherkin.Real {
		options.Clock = nil // it finds the time by itself
	}
	if n.operator, err = n.listenAt(host.DefaultOperatorAddr); err != nil {
		return err
	}
	h := host.NewOperator(options)
	n.serve("operator.http", n.operator, n.operatorLog.Requests(n.ailing("operator", h)))
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
	var got []string
	for _, p := range n.problems {
		got = append(got, p.String())
	}
	return same("the problems of the settings", strings.Join(got, "\n"), want.Content)
}

func (n *room) checkSkipped(want int) error {
	got := 0
	for _, p := range n.problems {
		if p.Skipped {
			got++
		}
	}
	return same("the entries that are left out", got, want)
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
	return sameJSON("what the settings mean", got, want.Content)
}

// loadCommand is the body of the command to load declared servers.
func loadCommand(servers []*server) string {
	text, _ := json.Marshal(map[string]any{"providers": providersOf(servers)}) // texts cannot fail
	return string(text)
}
