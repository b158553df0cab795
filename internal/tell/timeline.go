package tell

import (
	"fmt"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
)

// Timeline renders events for a person, one per line: milliseconds since begin,
// actor, what. It ends with the step that failed, if one did, and keeps the last
// limit events; a first line says how many were left out.
func Timeline(events []reports.Event, begin time.Time, limit int) []string {
	for i, e := range events {
		if e.Kind == reports.StepFail {
			events = events[:i+1]
			break
		}
	}
	var out []string
	if hidden := len(events) - limit; hidden > 0 {
		out = append(out, "… "+words.Count(hidden, "earlier event"))
		events = events[hidden:]
	}
	width := 0
	for _, e := range events {
		width = max(width, len(e.Actor))
	}
	for _, e := range events {
		at := float64(e.At.Sub(begin).Microseconds()) / 1000
		out = append(out, fmt.Sprintf("%12.3f ms  %-*s  %s", at, width, e.Actor, describe(e)))
	}
	return out
}

// maxText bounds each text in a timeline, in bytes.
const maxText = 160

// describe says in one line what an event is, without time and actor.
func describe(e reports.Event) string {
	var b strings.Builder
	b.WriteString(string(e.Kind))
	word := func(format string, args ...any) { fmt.Fprintf(&b, " "+format, args...) }
	if e.Server != "" && e.Server != e.Actor {
		word("%s", e.Server)
	}
	if e.Conn != 0 {
		word("connection %d", e.Conn)
	}
	if e.Name != "" {
		word("%s", e.Name)
	}
	if e.ID != "" {
		word("id %s", e.ID)
	}
	if e.From != "" || e.To != "" {
		word("%s → %s", orDash(e.From), orDash(e.To))
	}
	if e.N != 0 {
		word("n=%d", e.N)
	}
	if e.After != 0 {
		word("after %s", e.After)
	}
	for _, s := range []string{e.Text, e.Raw} {
		if s != "" {
			word("%s", oneLine(s))
		}
	}
	if e.Err != "" {
		word("error: %s", oneLine(e.Err))
	}
	return b.String()
}

func orDash(s string) string {
	if s == "" {
		return "—"
	}
	return s
}

// oneLine makes s short and printable: control characters, including those that
// a terminal would obey, become escapes.
func oneLine(s string) string {
	cut := len(s) > maxText
	if cut {
		s = s[:maxText]
	}
	quoted := fmt.Sprintf("%q", s)
	quoted = strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
	quoted = strings.ReplaceAll(quoted, `\\`, `\`)
	if cut {
		quoted += "…"
	}
	return quoted
}
