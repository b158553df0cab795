package main

import (
	"fmt"
	"strings"
	"text/tabwriter"
	"time"
	"unicode/utf8"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/tell"
	"github.com/mcpsim/mcpsim/runtime/config"
)

// shower tells what a visit found. Errors of the writer stay in ui.Out.
type shower interface {
	problem(config.Problem)
	row(row)
	call(called)
	summary(gate time.Duration, rows []row, code int)
}

// textShower is for people.
type textShower struct {
	ui     *ui.UI
	redact *outside.Redactor
}

var statusRoles = map[status]tell.Role{
	statusLive: tell.Good, statusFailed: tell.Bad, statusPending: tell.Doubtful,
	statusDeferred: tell.Doubtful, statusDisabled: tell.Quiet,
}

// maxDescription bounds the part of a tool's description that is shown, in
// characters.
const maxDescription = 80

// clean is a text from outside as one line that may be shown.
func (t *textShower) clean(s string) string { return ui.Printable(t.redact.Text(s)) }

func (t *textShower) printf(format string, args ...any) { fmt.Fprintf(t.ui.Out, format, args...) }

// field writes one line of a server, or several below each other.
func (t *textShower) field(name, text string) {
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		t.printf("  %-9s %s\n", name, t.clean(line))
		name = ""
	}
}

func (t *textShower) problem(p config.Problem) {
	if !p.Skipped { // those are told as failed servers
		t.ui.Hint("%s", t.clean(p.String()))
	}
}

func (t *textShower) row(r row) {
	head := t.ui.Paint(tell.Heading, t.clean(r.Name)) + "  " + t.ui.Paint(statusRoles[r.Status], string(r.Status))
	if r.Transport != "" {
		head += "  " + r.Transport
	}
	t.printf("%s\n", head)
	if s := r.Server; s != nil {
		t.field("server", fmt.Sprintf("%s %s, protocol %s", s.ServerInfo.Name, s.ServerInfo.Version, s.ProtocolVersion))
	}
	if r.Status == statusLive {
		t.field("time", fmt.Sprintf("connected in %s, listed in %s", ui.Short(r.Connected), ui.Short(r.Listed)))
	}
	if len(r.Tools) > 0 || r.Status == statusLive {
		t.tools(r)
	}
	for _, w := range r.Warnings {
		t.field("warning", w)
	}
	if r.Failure != nil {
		t.failure(*r.Failure)
	}
}

func (t *textShower) tools(r row) {
	t.field("tools", fmt.Sprint(len(r.Tools)))
	w := tabwriter.NewWriter(t.ui.Out, 0, 0, 2, ' ', 0)
	for _, tool := range r.Tools {
		fmt.Fprintf(w, "    %s\t%s\n", t.clean(tool.Name), t.clean(firstLine(tool.Description)))
	}
	_ = w.Flush() // the error stays in ui.Out
}

func (t *textShower) failure(f trouble) {
	t.field("reason", f.Reason)
	for i, line := range f.Stderr {
		name := ""
		if i == 0 {
			name = "stderr"
		}
		t.field(name, "| "+strings.TrimRight(line, "\r"))
	}
	if f.Next != "" {
		t.printf("  %-9s %s\n", "next", ui.Printable(f.Next)) // our own words
	}
}

func (t *textShower) call(c called) {
	t.printf("%s  %s\n", t.ui.Paint(tell.Heading, t.clean("call "+c.Server+"/"+c.Tool)), ui.Short(c.Took))
	for line := range strings.SplitSeq(c.Text, "\n") {
		t.printf("  %s\n", t.clean(strings.TrimRight(line, "\r")))
	}
}

func (t *textShower) summary(gate time.Duration, rows []row, _ int) {
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
	t.printf("%s: %s; start-up returned after %s\n", ui.Plural(len(rows), "server"), strings.Join(parts, ", "), ui.Short(gate))
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
