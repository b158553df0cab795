package connect

import (
	"cmp"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"
	"unicode/utf8"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/tell"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/config"
)

// shower tells what a visit found. Errors of the writer stay in ui.Out.
type shower interface {
	problem(config.Problem)
	row(row)
	call(called)
	summary(gate time.Duration, rows []row, code int)
}

// textShower is for people: one line for each server, and what they should know of
// it; failures come last, where they are seen. Of texts from outside it shows no
// secret and no control character.
type textShower struct {
	ui      *ui.UI
	redact  *outside.Redactor
	verbose bool  // tools, too
	quiet   bool  // nothing but failures and what a call returned
	failed  []row // to be shown at the end
}

var statusRoles = map[status]tell.Role{
	statusLive: tell.Good, statusFailed: tell.Bad, statusPending: tell.Doubtful,
	statusDeferred: tell.Doubtful, statusDisabled: tell.Quiet,
}

// maxDescription bounds the part of a tool's description that is shown, in
// characters.
const maxDescription = 80

// maxCell bounds what stands in a column of a table, in bytes.
const maxCell = 200

// clean is a text from outside as one line that may be shown.
func (t *textShower) clean(s string) string { return words.Printable(t.redact.Text(s)) }

// title is the name by which a person knows a server, which may be one that it gave itself.
func (t *textShower) title(r row) string {
	if title := r.title(); title != r.Name {
		return t.clean(title)
	}
	return words.Printable(t.redact.Own(r.Name))
}

// cell is a text from outside in a column: a long one would make every line as long.
func (t *textShower) cell(s string) string {
	return words.Printable(words.Clip(t.redact.Text(s), maxCell))
}

func (t *textShower) printf(format string, args ...any) { fmt.Fprintf(t.ui.Out, format, args...) }

// lines writes one line of a server, or several below each other.
func (t *textShower) lines(name, text string) {
	for line := range strings.SplitSeq(words.PrintableLines(text), "\n") {
		t.printf("  %-9s %s\n", name, line)
		name = ""
	}
}

func (t *textShower) problem(p config.Problem) {
	if !p.Skipped { // those are told as failed servers
		t.ui.Hint("%s", words.Printable(t.redact.Own(p.String())))
	}
}

func (t *textShower) row(r row) {
	if r.failed() {
		t.failed = append(t.failed, r)
		return
	}
	if t.quiet {
		return
	}
	t.head(r)
	t.warnings(r)
	if t.verbose {
		t.era(r)
		t.tools(r)
	}
}

// head is the line of a server.
func (t *textShower) head(r row) {
	parts := []string{t.ui.Paint(tell.Heading, t.title(r)), t.ui.Paint(statusRoles[r.Status], string(r.Status))}
	if r.Transport != "" {
		parts = append(parts, t.clean(r.Transport))
	}
	var facts []string
	if s := r.Server; s != nil {
		facts = append(facts, cmp.Or(t.clean(strings.TrimSpace(s.ServerInfo.Name+" "+s.ServerInfo.Version)), "a server without a name"))
		if s.ProtocolVersion != "" {
			facts = append(facts, "protocol "+t.clean(string(s.ProtocolVersion)))
		}
	}
	if len(r.Tools) > 0 || r.Status == statusLive {
		facts = append(facts, words.Count(len(r.Tools), "tool"))
	}
	if r.Status == statusLive {
		facts = append(facts, fmt.Sprintf("connected in %s, listed in %s", ui.Short(r.Connected), ui.Short(r.Listed)))
	}
	if len(facts) > 0 {
		parts = append(parts, strings.Join(facts, ", "))
	}
	t.printf("%s\n", strings.Join(parts, "  "))
}

// warnings are what a person should know of the server, without secrets. Those
// about its definition are our own words.
func (r row) warnings(redact *outside.Redactor) []string {
	out := make([]string, len(r.Warnings))
	for i, w := range r.Warnings {
		if own, ok := strings.CutPrefix(w, fmt.Sprintf("server %q: ", r.Name)); ok {
			out[i] = redact.Own(own)
		} else {
			out[i] = redact.Text(w)
		}
	}
	return out
}

func (t *textShower) warnings(r row) {
	for _, w := range r.warnings(t.redact) {
		t.lines("warning", w)
	}
}

// era is what was tried to find out which protocol the server speaks.
func (t *textShower) era(r row) {
	if len(r.Era.Tried) > 0 {
		t.lines("era", r.Era.Era+": "+t.redact.Text(strings.Join(r.Era.Tried, "\n")))
	}
}

func (t *textShower) tools(r row) {
	w := tabwriter.NewWriter(t.ui.Out, 0, 0, 2, ' ', 0)
	for _, tool := range r.Tools {
		fmt.Fprintf(w, "  %s\t%s\n", t.cell(t.redact.ToolName(tool.Name, tool.Original)), words.Printable(firstLine(t.redact.Text(tool.Description)))) // whole first: a piece of a secret would get out
	}
	_ = w.Flush() // the error stays in ui.Out
}

func (t *textShower) failure(f trouble) {
	t.lines("reason", f.reason(t.redact))
	if len(f.Stderr) > 0 {
		t.lines("stderr", "| "+strings.Join(strings.Split(t.redact.Text(strings.Join(f.Stderr, "\n")), "\n"), "\n| "))
	}
	if f.Next != "" {
		t.lines("next", t.redact.Own(f.Next))
	}
}

func (t *textShower) call(c called) {
	indent := ""
	if !t.quiet {
		indent = "  "
		t.printf("%s  %s\n", t.ui.Paint(tell.Heading, "call "+t.clean(c.Server+"/"+c.Tool)), ui.Short(c.Took))
	}
	for line := range strings.SplitSeq(words.PrintableLines(t.redact.Text(c.Text)), "\n") {
		t.printf("%s%s\n", indent, line)
	}
	if c.Next != "" {
		t.printf("%snext: %s\n", indent, words.Printable(t.redact.Own(c.Next)))
	}
}

func (t *textShower) summary(gate time.Duration, rows []row, _ int) {
	for _, r := range t.failed {
		t.head(r)
		t.warnings(r)
		t.failure(*r.Failure)
	}
	if t.quiet {
		return
	}
	counts := map[status]int{}
	for _, r := range rows {
		counts[r.Status]++
	}
	var parts []string
	for _, s := range []status{statusLive, statusDeferred, statusPending, statusFailed, statusDisabled} {
		if counts[s] > 0 {
			parts = append(parts, t.ui.Paint(statusRoles[s], fmt.Sprintf("%d %s", counts[s], s)))
		}
	}
	t.printf("%s: %s; start-up returned after %s\n", words.Count(len(rows), "server"), strings.Join(parts, ", "), ui.Short(gate))
}

// firstLine is the beginning of a description.
func firstLine(s string) string {
	line, _, more := strings.Cut(strings.TrimSpace(s), "\n")
	line = strings.TrimSpace(line)
	if utf8.RuneCountInString(line) > maxDescription {
		line, more = string([]rune(line)[:maxDescription-1]), true
	}
	if more {
		line += "…"
	}
	return line
}
