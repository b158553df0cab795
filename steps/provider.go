package steps

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/event"
)

func providerSteps() []gherkin.Step {
	return gherkin.Noun("provider", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `providers? "([^"]+)" (?:is|are) loaded( through the operator)?`,
			Manual: "gives the room server, or its operator, the command to load declared servers", Example: `providers "alpha, beta" are loaded`,
			Func: (*room).load},
		{Keyword: gherkin.When, Pattern: `provider "([^"]+)" is loaded (\d+) times, (\S+) apart`,
			Manual:  "gives the command to load a declared server again and again; as much time passes after the last",
			Example: `provider "alpha" is loaded 60 times, 10s apart`, Func: (*room).loadAgain},
		{Keyword: gherkin.When, Pattern: `provider "([^"]+)" is loaded with the URL "([^"]*)"`,
			Manual:  "gives the command to load one provider; ws://NAME.test stands for the address of server NAME",
			Example: `provider "alpha" is loaded with the URL "ws://beta.test"`, Func: (*room).loadURL},
		{Keyword: gherkin.Then, Pattern: `providers? "([^"]+)" (?:is|are) "(idle|connecting|connected|error)"`,
			Manual: "asks the room server for the state of each", Example: `provider "alpha" is "idle"`, Func: checkProviders},
		{Keyword: gherkin.Then, Pattern: `the status shows:`,
			Manual: "compares what the room server says; columns id, state, attempts, last change, last error, next retry; moments count from its start, nothing stands for an absent member",
			Func:   (*room).checkProviderTable},
		{Keyword: gherkin.Then, Pattern: `the transitions of provider "([^"]+)" are "([^"]*)"`,
			Manual:  "compares all changes of its state, such as \"none -> idle, idle -> connecting\"",
			Example: `the transitions of provider "alpha" are "none -> idle"`, Func: provider.checkTransitions},
		{Keyword: gherkin.Then, Pattern: `every transition was a documented one`,
			Manual: "checks each change of state of each provider; there must have been one", Func: (*World).checkMoves},
		{Keyword: gherkin.Then, Pattern: `the log of provider "([^"]+)" is:`, Manual: "compares all its records, one \"<time> <level> <text>\" per line",
			Example: `the log of provider "alpha" is:`, Func: provider.checkLog},
		{Keyword: gherkin.Then, Pattern: `provider "([^"]+)" logged (\d+) (errors?|transitions?)`,
			Manual: "counts records: errors are warnings and errors that are no transitions", Example: `provider "alpha" logged 1 error`,
			Func: provider.checkLogged},
		{Keyword: gherkin.Then, Pattern: `the room server logged (\d+) debug, (\d+) info, (\d+) warn and (\d+) error records?`,
			Manual: "counts all records of its log by level", Example: `the room server logged 0 debug, 5 info, 1 warn and 0 error records`,
			Func: (*World).checkLevels},
		{Keyword: gherkin.Then, Pattern: `provider "([^"]+)" logged no two errors within (\S+)`,
			Manual:  "compares the moments of all its records of errors; there must be two at least",
			Example: `provider "alpha" logged no two errors within 60s`, Func: provider.checkQuiet},
	})
}

func (n *room) load(servers []*server, throughOperator bool) error {
	path := "/admin/mcp/load"
	if throughOperator {
		path = "/mcp/load"
	}
	return n.send(http.MethodPost, path, throughOperator, n.authorised(), loadCommand(servers))
}

func (n *room) loadAgain(s *server, times int, apart time.Duration) error {
	return n.again(times, apart, func() error { return n.load([]*server{s}, false) })
}

func (n *room) authorised() http.Header {
	if n.token == "" {
		return nil
	}
	return bearer(n.token)
}

func (n *room) loadURL(id, url string) error {
	body, err := json.Marshal(map[string]any{"providers": []any{map[string]string{"id": id, "url": url}}})
	if err != nil {
		return err
	}
	return n.send(http.MethodPost, "/admin/mcp/load", false, n.authorised(), string(body))
}

// provider is one of the room server's, declared or not.
type provider struct {
	w  *World
	id string
}

func providerOf(w *World, id string) provider { return provider{w, id} }

// providerEntry is one provider as a client reads it: what is absent is nil.
type providerEntry struct {
	ID           string  `json:"id"`
	State        string  `json:"state"`
	Attempts     int     `json:"attempts"`
	LastChangeAt int64   `json:"lastChangeAt"`
	LastError    *string `json:"lastError"`
	NextRetryAt  *int64  `json:"nextRetryAt"`
}

// status asks the room server. What a scenario has asked before stays its newest
// answer.
func (n *room) status() ([]providerEntry, error) {
	before := n.asked
	defer func() { n.asked = before }()
	if err := n.askFor(http.MethodGet, "/status/mcp", false, n.token); err != nil {
		return nil, err
	}
	if a := n.asked[len(n.asked)-1]; n.scenario.World == gherkin.Real {
		if err := repeat(a.ended); err != nil {
			return nil, err
		}
	}
	a, err := n.answered()
	if err != nil {
		return nil, err
	}
	var body struct {
		Providers []providerEntry `json:"providers"`
	}
	return body.Providers, json.Unmarshal(a.body, &body)
}

func checkProviders(all []providerEntry, names, state string) error {
	states := map[string]string{}
	for _, p := range all {
		states[p.ID] = p.State
	}
	for _, name := range expandNames(names) {
		if err := same("the state of "+name, states[name], state); err != nil {
			return err
		}
	}
	return nil
}

func (n *room) checkProviderTable(all []providerEntry, t *gherkin.Table) error {
	var got []map[string]string
	for _, p := range all {
		row := map[string]string{
			"id": p.ID, "state": p.State, "attempts": strconv.Itoa(p.Attempts),
			"last change": n.moment(p.LastChangeAt).String(),
		}
		if p.LastError != nil {
			row["last error"] = *p.LastError
		}
		if p.NextRetryAt != nil {
			row["next retry"] = n.moment(*p.NextRetryAt).String()
		}
		got = append(got, row)
	}
	return sameTable("the status", t, got, "id", "state", "attempts", "last change", "last error", "next retry")
}

// moment is a time in milliseconds since 1970 as scenarios count.
func (n *room) moment(ms int64) time.Duration {
	return time.Duration(ms-n.begin.UnixMilli()) * time.Millisecond
}

func (p provider) checkTransitions(want []string) error {
	var got []string
	for _, e := range p.w.seen(event.ProviderState, p.id) {
		got = append(got, orNone(e.From)+" -> "+e.To)
	}
	return same("the transitions of "+p.id, got, want)
}

func orNone(state string) string { return cmp.Or(state, "none") }

// roomMoves are the documented transitions (ROOM-36 to 42). A provider that becomes
// known is idle.
var roomMoves = map[[2]string]bool{
	{"", "idle"}:                 true,
	{"idle", "connecting"}:       true,
	{"connecting", "connected"}:  true,
	{"connecting", "connecting"}: true, // a failed attempt that will be followed by another
	{"connecting", "error"}:      true,
	{"connected", "connecting"}:  true,
	{"error", "connecting"}:      true,
}

func (w *World) checkMoves() error {
	all := w.seen(event.ProviderState, "")
	if len(all) == 0 {
		return errors.New("no provider changed its state")
	}
	for _, e := range all {
		if !roomMoves[[2]string{e.From, e.To}] {
			return fmt.Errorf("provider %s went from %s to %s at %s", e.Server, orNone(e.From), e.To, w.since(e.At))
		}
	}
	return nil
}

func (p provider) checkLog(want *gherkin.DocString) error {
	var got []string
	for _, e := range p.w.seen(event.ServerLog, p.id) {
		if e.Level() != event.Debug {
			got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %s %s", p.w.since(e.At), e.Name, e.Text, e.Err)))
		}
	}
	return same("the log of "+p.id, got, fields(want))
}

// errors are the records of errors of a provider.
func (p provider) errors() []event.Event {
	var out []event.Event
	for _, e := range p.w.seen(event.ServerLog, p.id) {
		if e.Grave() {
			out = append(out, e)
		}
	}
	return out
}

func (p provider) checkLogged(n int, what string) error {
	if strings.HasPrefix(what, "error") {
		return same("the errors that "+p.id+" logged", len(p.errors()), n)
	}
	count := 0
	for _, e := range p.w.seen(event.ServerLog, p.id) {
		if e.Topic == event.RoomTransition {
			count++
		}
	}
	return same("the transitions that "+p.id+" logged", count, n)
}

func (w *World) checkLevels(debug, info, warn, grave int) error {
	got := map[event.Level]int{"debug": 0, "info": 0, "warn": 0, "error": 0}
	for _, e := range w.seen(event.ServerLog, "") {
		got[e.Level()]++
	}
	return same("the records of the log", got, map[event.Level]int{"debug": debug, "info": info, "warn": warn, "error": grave})
}

func (p provider) checkQuiet(span time.Duration) error {
	all := p.errors()
	if len(all) < 2 {
		return fmt.Errorf("%s logged %d errors only", p.id, len(all))
	}
	for i, e := range all[1:] {
		if gap := e.At.Sub(all[i].At); gap <= span {
			return fmt.Errorf("%s logged errors at %s and %s", p.id, p.w.since(all[i].At), p.w.since(e.At))
		}
	}
	return nil
}
