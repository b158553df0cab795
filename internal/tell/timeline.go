package tell

import (
	"fmt"
	"iter"
	"regexp"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
)

// Timeline renders events for a person, one per line: milliseconds since begin,
// actor, what. It ends with the step that failed, if one did, and keeps the last
// limit events; a first line says how many were left out.
func Timeline(events iter.Seq[reports.Event], begin time.Time, limit int) []string {
	last, hidden := lastOf(events, limit)
	var out []string
	if hidden > 0 {
		out = append(out, "… "+words.Count(hidden, "earlier event"))
	}
	width := 0
	for _, e := range last {
		width = max(width, min(len(e.Actor), maxActor))
	}
	for i := 0; i < len(last); {
		e := last[i]
		at := float64(e.At.Sub(begin).Microseconds()) / 1000
		out = append(out, words.Printable(fmt.Sprintf("%12.3f ms  %-*s  %s", at, width, words.Visible(e.Actor), describe(e))))
		n := alike(last[i:])
		if n > foldedFrom {
			out = append(out, fmt.Sprintf("                 %d more like it", n-1))
			i += n
			continue
		}
		i++
	}
	return out
}

// foldedFrom is how many events in a row may be alike before they are folded.
const foldedFrom = 3

var digits = regexp.MustCompile(`[0-9]+`)

// alike is how many of the first events differ in numbers only, such as ids.
func alike(events []reports.Event) int {
	shape := func(e reports.Event) string { return e.Actor + " " + digits.ReplaceAllString(describe(e), "0") }
	first := shape(events[0])
	n := 1
	for n < len(events) && shape(events[n]) == first {
		n++
	}
	return n
}

// lastOf returns the last events up to a step that failed, and how many came before.
func lastOf(events iter.Seq[reports.Event], limit int) (last []reports.Event, hidden int) {
	for e := range events {
		if len(last) == limit {
			last = append(last[:0], last[1:]...)
			hidden++
		}
		last = append(last, e)
		if e.Kind == reports.StepFail {
			break
		}
	}
	return last, hidden
}

// maxText bounds each text in a timeline, maxActor the column of actors, in bytes.
const (
	maxText  = 160
	maxActor = 40
)

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
		if s != "" && (e.Kind != reports.StepStart || s == e.Text) { // a doc string stands in the feature
			word("%s", oneLine(s))
		}
	}
	if e.Err != "" && e.Kind != reports.StepFail { // why the step failed stands above the timeline
		first, _, _ := strings.Cut(e.Err, "\n")
		word("error: %s", oneLine(first))
	}
	return words.Clip(b.String(), words.MaxShown)
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
	quoted = words.Visible(strings.ReplaceAll(quoted, `\\`, `\`))
	if cut {
		quoted += "…"
	}
	return quoted
}
