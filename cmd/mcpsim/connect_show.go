package main

import (
	"fmt"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/mcpsim/mcpsim/internal/tell"
	"github.com/mcpsim/mcpsim/runtime/config"
)

// shower tells what a visit found. Errors of the writer stay in ui.out.
type shower interface {
	problem(config.Problem)
	row(row)
	call(called)
	summary(gate time.Duration, rows []row, code int)
}

// textShower is for people.
type textShower struct {
	ui     *ui
	redact *hider
}

var statusRoles = map[status]tell.Role{
	statusLive: tell.Good, statusFailed: tell.Bad, statusPending: tell.Doubtful,
	statusDeferred: tell.Doubtful, statusDisabled: tell.Quiet,
}

// maxDescription bounds the part of a tool's description that is shown, in
// characters.
const maxDescription = 80

// clean is a text from outside as one line that may be shown.
func (t *textShower) clean(s string) string { return printable(t.redact.Text(s)) }

func (t *textShower) printf(format string, args ...any) { fmt.Fprintf(t.ui.out, format, args...) }

// field writes one line of a server, or several below each other.
func (t *textShower) field(name, text string) {
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		t.printf("  %-9s %s\n", name, t.clean(line))
		name = ""
	}
}

func (t *textShower) problem(p config.Problem) {
	if !p.Skipped { // those are told as failed servers
		t.ui.hint("%s", t.clean(p.String()))
	}
}

func (t *textShower) row(r row) {
	head := t.ui.paint(tell.Heading, t.clean(r.Name)) + "  " + t.ui.paint(statusRoles[r.Status], string(r.Status))
	if r.Transport != "" {
		head += "  " + r.Transport
	}
	t.printf("%s\n", head)
	if s := r.Server; s != nil {
		t.field("server", fmt.Sprintf("%s %s, protocol %s", s.ServerInfo.Name, s.ServerInfo.Version, s.ProtocolVersion))
	}
	if r.Status == statusLive {
		t.field("time", fmt.Sprintf("connected in %s, listed in %s", short(r.Connected), short(r.Listed)))
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
	w := tabwriter.NewWriter(t.ui.out, 0, 0, 2, ' ', 0)
	for _, tool := range r.Tools {
		fmt.Fprintf(w, "    %s\t%s\n", t.clean(tool.Name), t.clean(firstLine(tool.Description)))
	}
	_ = w.Flush() // the error stays in ui.out
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
		t.printf("  %-9s %s\n", "next", printable(f.Next)) // our own words
	}
}

func (t *textShower) call(c called) {
	t.printf("%s  %s\n", t.ui.paint(tell.Heading, t.clean("call "+c.Server+"/"+c.Tool)), short(c.Took))
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
			parts = append(parts, t.ui.paint(statusRoles[s], fmt.Sprintf("%d %s", counts[s], s)))
		}
	}
	t.printf("%s: %s; start-up returned after %s\n", plural(len(rows), "server"), strings.Join(parts, ", "), short(gate))
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

// short is a duration as a person wants to read it.
func short(d time.Duration) string {
	if d >= 10*time.Millisecond {
		return d.Round(time.Millisecond).String()
	}
	return d.Round(10 * time.Microsecond).String()
}

// printable makes what a terminal would obey visible, and line ends too.
func printable(s string) string {
	if strings.IndexFunc(s, obeyed) < 0 && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if r == '\t' {
			r = ' '
		}
		if obeyed(r) {
			fmt.Fprintf(&b, "\\x%02x", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// obeyed reports whether a character does something: controls, and the
// characters that change the direction of text.
func obeyed(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}
