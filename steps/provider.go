package steps

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/cucumber/godog"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/event"
)

func providerSteps() []Step {
	return gherkin.Noun("provider", []Step{
		{Keyword: When, Pattern: `providers? "([^"]+)" (?:is|are) loaded( through the operator)?`,
			Manual: "gives the room server, or its operator, the command to load declared servers", Example: `providers "alpha, beta" are loaded`,
			Func: (*World).loadProviders},
		{Keyword: When, Pattern: `provider "([^"]+)" is loaded (\d+) times, (\S+) apart`,
			Manual:  "gives the command to load a declared server again and again; as much time passes after the last",
			Example: `provider "alpha" is loaded 60 times, 10s apart`, Func: (*World).loadAgain},
		{Keyword: When, Pattern: `provider "([^"]+)" is loaded with the URL "([^"]*)"`,
			Manual:  "gives the command to load one provider; ws://NAME.test stands for the address of server NAME",
			Example: `provider "alpha" is loaded with the URL "ws://beta.test"`, Func: (*World).loadURL},
		{Keyword: Then, Pattern: `providers? "([^"]+)" (?:is|are) "(idle|connecting|connected|error)"`,
			Manual: "asks the room server for the state of each", Example: `provider "alpha" is "idle"`, Func: (*World).checkProviders},
		{Keyword: Then, Pattern: `the status shows:`,
			Manual: "compares what the room server says; columns id, state, attempts, last change, last error, next retry; moments count from its start, nothing stands for an absent member",
			Func:   (*World).checkProviderTable},
		{Keyword: Then, Pattern: `the transitions of provider "([^"]+)" are "([^"]*)"`,
			Manual:  "compares all changes of its state, such as \"none -> idle, idle -> connecting\"",
			Example: `the transitions of provider "alpha" are "none -> idle"`, Func: (*World).checkTransitions},
		{Keyword: Then, Pattern: `every transition was a documented one`,
			Manual: "checks each change of state of each provider; there must have been one", Func: (*World).checkMoves},
		{Keyword: Then, Pattern: `the log of provider "([^"]+)" is:`, Manual: "compares all its records, one \"<time> <level> <text>\" per line",
			Example: `the log of provider "alpha" is:`, Func: (*World).checkProviderLog},
		{Keyword: Then, Pattern: `provider "([^"]+)" logged (\d+) (errors?|transitions?)`,
			Manual: "counts records: errors are warnings and errors that are no transitions", Example: `provider "alpha" logged 1 error`,
			Func: (*World).checkLogged},
		{Keyword: Then, Pattern: `provider "([^"]+)" logged no two errors within (\S+)`,
			Manual:  "compares the moments of all its records of errors; there must be two at least",
			Example: `provider "alpha" logged no two errors within 60s`, Func: (*World).checkQuiet},
	})
}

func (w *World) loadProviders(names, operator string) error {
	all := expandNames(names)
	if _, err := w.providersOf(all); err != nil {
		return err
	}
	path := "/admin/mcp/load"
	if operator != "" {
		path = "/mcp/load"
	}
	return w.sendHTTP(http.MethodPost, path, operator, w.authorised(), w.loadBody(all))
}

func (w *World) loadAgain(name string, times int, apart time.Duration) error {
	return w.again(times, apart, func() error { return w.loadProviders(name, "") })
}

func (w *World) authorised() http.Header {
	if w.room.token == "" {
		return nil
	}
	return http.Header{"Authorization": {"Bearer " + w.room.token}}
}

func (w *World) loadURL(id, url string) error {
	body, err := json.Marshal(map[string]any{"providers": []any{map[string]string{"id": id, "url": w.addressed(url)}}})
	if err != nil {
		return err
	}
	return w.sendHTTP(http.MethodPost, "/admin/mcp/load", "", w.authorised(), string(body))
}

// providerEntry is one provider as a client reads it: what is absent is nil.
type providerEntry struct {
	ID           string  `json:"id"`
	State        string  `json:"state"`
	Attempts     int     `json:"attempts"`
	LastChangeAt int64   `json:"lastChangeAt"`
	LastError    *string `json:"lastError"`
	NextRetryAt  *int64  `json:"nextRetryAt"`
}

// providerStatus asks the room server. What a scenario has asked before stays its
// newest answer.
func (w *World) providerStatus() ([]providerEntry, error) {
	before := w.room.asked
	defer func() { w.room.asked = before }()
	if err := w.askHTTP(http.MethodGet, "/status/mcp", ""); err != nil {
		return nil, err
	}
	if a := w.room.asked[len(w.room.asked)-1]; w.waitsInReal(a) {
		if err := repeat(a.ended); err != nil {
			return nil, err
		}
	}
	a, err := w.answered()
	if err != nil {
		return nil, err
	}
	var body struct {
		Providers []providerEntry `json:"providers"`
	}
	return body.Providers, json.Unmarshal(a.body, &body)
}

// waitsInReal reports whether an answer needs a moment.
func (w *World) waitsInReal(a *asking) bool {
	_, virtual := w.ground.(*virtualGround)
	return !virtual && a.pending()
}

func (w *World) checkProviders(names, state string) error {
	all, err := w.providerStatus()
	if err != nil {
		return err
	}
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

func (w *World) checkProviderTable(t *godog.Table) error {
	all, err := w.providerStatus()
	if err != nil {
		return err
	}
	var got []map[string]string
	for _, p := range all {
		row := map[string]string{
			"id": p.ID, "state": p.State, "attempts": strconv.Itoa(p.Attempts),
			"last change": w.moment(p.LastChangeAt).String(),
		}
		if p.LastError != nil {
			row["last error"] = *p.LastError
		}
		if p.NextRetryAt != nil {
			row["next retry"] = w.moment(*p.NextRetryAt).String()
		}
		got = append(got, row)
	}
	return sameTable("the status", t, got, "id", "state", "attempts", "last change", "last error", "next retry")
}

// moment is a time in milliseconds since 1970 as scenarios count.
func (w *World) moment(ms int64) time.Duration {
	return time.Duration(ms-w.begin.UnixMilli()) * time.Millisecond
}

func (w *World) checkTransitions(name, want string) error {
	var got []string
	for _, e := range w.seen(event.ProviderState, name) {
		got = append(got, orNone(e.From)+" -> "+e.To)
	}
	return same("the transitions of "+name, got, splitNames(want))
}

func orNone(state string) string {
	if state == "" {
		return "none"
	}
	return state
}

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

func (w *World) checkProviderLog(name string, want *gherkin.DocString) error {
	var got []string
	for _, e := range w.seen(event.ServerLog, name) {
		if e.Level() != event.Debug {
			got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %s %s", w.since(e.At), e.Name, e.Text, e.Err)))
		}
	}
	return same("the log of "+name, got, fields(want))
}

// loggedErrors are the records of errors of a provider.
func (w *World) loggedErrors(name string) []event.Event {
	var out []event.Event
	for _, e := range w.seen(event.ServerLog, name) {
		if e.Grave() {
			out = append(out, e)
		}
	}
	return out
}

func (w *World) checkLogged(name string, n int, what string) error {
	if strings.HasPrefix(what, "error") {
		return same("the errors that "+name+" logged", len(w.loggedErrors(name)), n)
	}
	count := 0
	for _, e := range w.seen(event.ServerLog, name) {
		if e.Topic == event.RoomTransition {
			count++
		}
	}
	return same("the transitions that "+name+" logged", count, n)
}

func (w *World) checkQuiet(name, span string) error {
	d, err := time.ParseDuration(span)
	if err != nil {
		return err
	}
	all := w.loggedErrors(name)
	if len(all) < 2 {
		return fmt.Errorf("%s logged %d errors only", name, len(all))
	}
	for i, e := range all[1:] {
		if gap := e.At.Sub(all[i].At); gap <= d {
			return fmt.Errorf("%s logged errors at %s and %s", name, w.since(all[i].At), w.since(e.At))
		}
	}
	return nil
}
