package ui

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/tell"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// System is what a program has of the machine that it runs on.
type System struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Environ        []string // NAME=VALUE
	// Keyring is that of the user; nil: there is none.
	Keyring host.Keyring
}

// UI shows text. It belongs to the goroutine of the command, but for Out.
type UI struct {
	System           // Stdout is for protocols and terminals; text goes to Out
	Out    *Output   // stdout
	Err    io.Writer // stderr; any goroutine may write whole texts to it
	// Redact takes the secrets out of hints, progress and errors; nil: the command knows
	// none. It is set before there can be any.
	Redact func(own string) string

	args     []string // the command line
	color    string   // the flag
	colorful bool     // on stdout
	progress bool     // stderr is a terminal
	shown    bool     // the progress line is there
}

// New returns a UI that shows no colours before [UI.SetColor]. cancel ends the
// command when stdout has no reader any more; it may be nil if that is no pipe.
func New(sys System, cancel context.CancelCauseFunc) *UI {
	return &UI{
		System: sys, Out: newOutput(sys.Stdout, cancel), Err: stderr{w: sys.Stderr}, color: "auto",
		progress: IsTerminal(sys.Stderr) && !slices.Contains(sys.Environ, "TERM=dumb"),
	}
}

// IsTerminal reports whether w is a terminal.
func IsTerminal(w any) bool {
	f, ok := w.(term.File)
	return ok && term.IsTerminal(f.Fd())
}

// Commands is stderr for commands to the system that runs a job of CI, which obeys nothing
// that is written elsewhere.
func (u *UI) Commands() io.Writer { return stderr{u.Stderr, true} }

// SetColor decides about colours once the flag is known.
func (u *UI) SetColor() error {
	switch u.color {
	case "always":
		u.colorful = true
	case "never":
		u.colorful = false
	case "auto":
		u.colorful = !noColor(u.Environ) && colorprofile.Detect(u.Out.w, u.Environ) >= colorprofile.ANSI
	default:
		return Usage(fmt.Errorf("--color %s: want auto, always or never", u.color))
	}
	return nil
}

// Color is the value of --color for a program whose output this one shows.
func (u *UI) Color() string {
	if u.colorful {
		return "always"
	}
	return "never"
}

// noColor obeys no-color.org: any value but an empty one. colorprofile would let
// CLICOLOR_FORCE win and reads the value as a truth value.
func noColor(environ []string) bool {
	return slices.ContainsFunc(environ, func(s string) bool {
		value, ok := strings.CutPrefix(s, "NO_COLOR=")
		return ok && value != ""
	})
}

// codes are the ANSI sequences of the roles; a terminal's own palette decides
// how they look.
var codes = map[tell.Role]string{
	tell.Good: "32", tell.Bad: "1;31", tell.Doubtful: "33", tell.Heading: "1", tell.Quiet: "2",
}

const plain = "\x1b[0m"

// colours are the sequences that [UI.Paint] makes; no other one gets to a terminal
// with a text.
func colours() []string {
	all := []string{plain}
	for _, code := range codes {
		all = append(all, sequence(code))
	}
	return all
}

func sequence(code string) string { return "\x1b[" + code + "m" }

// Paint colours s for stdout.
func (u *UI) Paint(role tell.Role, s string) string {
	if code := codes[role]; u.colorful && code != "" {
		return sequence(code) + s + plain
	}
	return s
}

// Show replaces the progress line.
func (u *UI) Show(format string, args ...any) {
	if u.progress {
		u.Clear()
		fmt.Fprint(u.Err, words.Printable(u.hide(fmt.Sprintf(format, args...))))
		u.shown = true
	}
}

// Progress replaces the progress line; without a terminal it is a line of its own.
func (u *UI) Progress(format string, args ...any) {
	if u.progress {
		u.Show(format, args...)
		return
	}
	u.Hint("%s", words.Printable(fmt.Sprintf(format, args...)))
}

// Clear removes the progress line.
func (u *UI) Clear() {
	if u.shown {
		fmt.Fprint(u.Stderr, "\r\x1b[2K")
		u.shown = false
	}
}

// Hint says something to the person in front of a result.
func (u *UI) Hint(format string, args ...any) {
	u.Clear()
	fmt.Fprintln(u.Err, u.hide(fmt.Sprintf(format, args...)))
}

func (u *UI) hide(text string) string {
	if u.Redact == nil {
		return text
	}
	return u.Redact(text)
}

// Tell says what is wrong. Mistakes in files start with their place, so
// that editors can jump there.
func (u *UI) Tell(err error) {
	var problems gherkin.Problems
	if errors.As(err, &problems) {
		for line := range strings.Lines(u.hide(problems.Error())) {
			u.Hint("%s", words.Printable(line))
		}
		shown := ""
		if len(problems) > gherkin.MostShown {
			shown = fmt.Sprintf(", the first %d are shown", gherkin.MostShown)
		}
		u.Hint("mcpsim: %s%s; nothing was run", words.Count(len(problems), "mistake"), shown)
		return
	}
	u.Hint("mcpsim: %s", words.PrintableLines(u.hide(u.oneLined(err))))
}

// oneLined is the text of an error in which what comes from outside begins no line: the
// words of the command line, and what the system was asked for.
func (u *UI) oneLined(err error) string {
	text := err.Error()
	for _, part := range append(Named(err), u.args...) {
		if strings.ContainsAny(part, "\n\r") {
			text = strings.ReplaceAll(text, part, words.Visible(part))
		}
	}
	return text
}

// Named are the parts of an error's text that come from outside: paths, programs, hosts.
func Named(err error) []string {
	var out []string
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		out = append(out, e.Path)
	}
	if e, ok := errors.AsType[*os.LinkError](err); ok {
		out = append(out, e.Old, e.New)
	}
	if e, ok := errors.AsType[*exec.Error](err); ok {
		out = append(out, e.Name)
	}
	if e, ok := errors.AsType[*net.DNSError](err); ok {
		out = append(out, e.Name)
	}
	if e, ok := errors.AsType[x509.HostnameError](err); ok {
		out = append(out, e.Host)
	}
	return out
}

func (u *UI) bug(err error) {
	u.Hint("mcpsim: this is a bug in mcpsim: %s", err)
}
