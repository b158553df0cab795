package steps

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/event"
)

func logSteps() []gherkin.Step {
	return gherkin.Noun("log", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `the log has (\d+) (record|warning|error)s?(?: of "([^"]+)")? (with|that ends? with) "(.*)"`,
			Manual: "counts log records that contain a text in whole words or end with it, of any level or of one, all or those of a server", Example: `the log has 1 record of "docs" with "failed"`,
			Func: (*World).checkLog},
		{Keyword: gherkin.Then, Pattern: `the runtime dropped (\d+) inputs? of server "([^"]+)"`,
			Manual: "counts what was read from a server and could not be used", Example: `the runtime dropped 1 input of server "docs"`,
			Func: (*World).checkDropped},
		{Keyword: gherkin.Then, Pattern: `the runtime ignored (\d+) answers? of server "([^"]+)"`, Manual: "counts answers that no request waited for",
			Example: `the runtime ignored 1 answer of server "docs"`, Func: (*World).checkUnmatched},
		{Keyword: gherkin.Then, Pattern: `the trace does not contain "([^"]+)"`, Manual: "looks for a text in everything that the runtime reported",
			Example: `the trace does not contain "tok-1"`, Func: (*World).checkNotTraced},
		{Keyword: gherkin.Then, Pattern: `the host saw these notifications of server "([^"]+)": "([^"]*)"`,
			Manual:  "compares the notifications that were forwarded, in order",
			Example: `the host saw these notifications of server "docs": "notifications/message"`, Func: (*World).checkNotices},
		{Keyword: gherkin.Then, Pattern: `notification (\d+) that the host saw of server "([^"]+)" has the params:`,
			Manual:  "compares the params of one of them, as JSON",
			Example: `notification 1 that the host saw of server "docs" has the params:`, Func: (*World).checkNoticeParams},
		{Keyword: gherkin.Then, Pattern: `the runtime told this story of server "([^"]+)":`,
			Manual:  "compares all events about a server, one \"<time> <kind> <what>\" per line, times counted from the start; what is connection, name, id, change of state, number, duration, text and error, as far as there is one",
			Example: `the runtime told this story of server "docs":`, Func: (*World).checkStory},
		{Keyword: gherkin.Then, Pattern: `the runtime told this story of no server:`,
			Manual: "compares all events that are about no server of their own, in the same way", Func: (*World).checkOwnStory},
		{Keyword: gherkin.Then, Pattern: `the longest (text|name|id|error) told of server "([^"]+)" has (\d+) bytes and ends with "(.*)"`,
			Manual:  "compares the length and the end of the longest one in all events about a server",
			Example: `the longest text told of server "docs" has 2032 bytes and ends with "… (5,000 bytes, 2,000 shown)"`, Func: (*World).checkLongest},
		{Keyword: gherkin.Given, Pattern: `the program has a logger for (\S+) and above`,
			Manual:  "gives the runtime a logger of the program for debug, info, warn or error records",
			Example: `the program has a logger for warn and above`, Func: (*logger).use},
		{Keyword: gherkin.Then, Pattern: `the program's logger has:`, Manual: "compares its records as text, one per line, with times counted from the start",
			Func: (*logger).check},
	})
}

// logLevels are the levels of records by the word that scenarios use.
var logLevels = map[string]event.Level{"warning": event.Warn, "error": event.Error}

func (w *World) checkLog(n int, kind, server, how, part string) error {
	matches := strings.HasSuffix
	switch {
	case how == "with" && n == 0:
		matches = strings.Contains
	case how == "with":
		matches = says
	}
	var found []string
	for _, e := range w.seen(event.ServerLog, server) {
		if level, one := logLevels[kind]; one && e.Name != string(level) {
			continue
		}
		if text := strings.TrimSpace(e.Text + " " + e.Err); matches(text, part) {
			found = append(found, text)
		}
	}
	if len(found) != n {
		return fmt.Errorf("the log has %d such records of %q: %q", len(found), server, found)
	}
	return nil
}

func (w *World) checkDropped(n int, server string) error {
	return same("dropped inputs of "+server, len(w.seen(event.LineDropped, server)), n)
}

func (w *World) checkUnmatched(n int, server string) error {
	return same("ignored answers of "+server, len(w.seen(event.AnswerUnmatched, server)), n)
}

// checkNotTraced looks at what the runtime reports, not at the wire, where a
// resolved secret belongs.
func (w *World) checkNotTraced(text string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for e := range w.events.all() {
		if !fromRuntime(e.Kind) {
			continue
		}
		if err := absent("an event", fmt.Sprintf("%+v", e), text); err != nil {
			return err
		}
	}
	return nil
}

// checkLongest looks at what the runtime reports of a server, not at the wire.
func (w *World) checkLongest(what, server string, size int, end string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	longest := ""
	for e := range w.events.all() {
		text := map[string]string{"text": e.Text, "name": e.Name, "id": e.ID, "error": e.Err}[what]
		if e.Server == server && fromRuntime(e.Kind) && len(text) > len(longest) {
			longest = text
		}
	}
	if len(longest) != size || !strings.HasSuffix(longest, end) {
		return fmt.Errorf("the longest %s has %d bytes and ends with %q", what, len(longest), longest[max(0, len(longest)-80):])
	}
	return nil
}

// fromRuntime reports whether an event is not the scenario's own and not seen on
// the wire.
func fromRuntime(k event.Kind) bool {
	for _, prefix := range []string{"step.", "wire.", "server.http"} {
		if strings.HasPrefix(string(k), prefix) {
			return false
		}
	}
	return true
}

func (w *World) checkNoticeParams(n int, server string, want *gherkin.DocString) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, notice := range w.notices {
		if notice.server != server {
			continue
		}
		if n--; n == 0 {
			return sameJSON("the params of "+notice.method, []byte(notice.params), want.Content)
		}
	}
	return fmt.Errorf("the host saw %d fewer notifications of %q", n, server)
}

func (w *World) checkNotices(server string, methods []string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	var got []string
	for _, n := range w.notices {
		if n.server == server {
			got = append(got, n.method)
		}
	}
	return same("notifications of "+server, got, methods)
}

// absent checks that a text does not occur.
func absent(where, text, unwanted string) error {
	if strings.Contains(text, unwanted) {
		return fmt.Errorf("%s contains %q: %s", where, unwanted, text)
	}
	return nil
}

// sameJSON compares JSON by meaning.
func sameJSON(what string, got []byte, want string) error {
	g, err := canonical(got)
	if err != nil {
		return fmt.Errorf("%s is not JSON: %w", what, err)
	}
	wanted, err := canonical([]byte(want))
	if err != nil {
		return fmt.Errorf("the expected text is not JSON: %w", err)
	}
	return same(what, g, wanted)
}

// canonical is JSON with sorted keys, indented for diffs.
func canonical(raw []byte) (string, error) {
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return "", err
	}
	out, err := json.MarshalIndent(v, "", "  ")
	return string(out), err
}
