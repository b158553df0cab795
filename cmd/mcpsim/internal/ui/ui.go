package ui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"syscall"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/tell"
	"github.com/mcpsim/mcpsim/internal/words"
)

// System is what a program has of the machine that it runs on.
type System struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Environ        []string // NAME=VALUE
}

// UI shows text. It belongs to the goroutine of the command, but for Out.
type UI struct {
	System           // Stdout is for protocols and terminals; text goes to Out
	Out    *Output   // stdout
	Err    io.Writer // stderr

	color    string // the flag
	colorful bool   // on stdout
	progress bool   // stderr is a terminal
	shown    bool   // the progress line is there
}

// New returns a UI that shows no colours before [UI.SetColor]. cancel ends the
// command when stdout has no reader any more.
func New(sys System, cancel context.CancelCauseFunc) *UI {
	return &UI{
		System: sys, Out: &Output{w: sys.Stdout, cancel: cancel}, Err: sys.Stderr, color: "auto",
		progress: IsTerminal(sys.Stderr) && !slices.Contains(sys.Environ, "TERM=dumb"),
	}
}

// IsTerminal reports whether w is a terminal.
func IsTerminal(w any) bool {
	f, ok := w.(term.File)
	return ok && term.IsTerminal(f.Fd())
}

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

// Paint colours s for stdout.
func (u *UI) Paint(role tell.Role, s string) string {
	if code := codes[role]; u.colorful && code != "" {
		return "\x1b[" + code + "m" + s + "\x1b[0m"
	}
	return s
}

// Show replaces the progress line.
func (u *UI) Show(format string, args ...any) {
	if u.progress {
		fmt.Fprintf(u.Err, "\r\x1b[2K"+format, args...)
		u.shown = true
	}
}

// Clear removes the progress line.
func (u *UI) Clear() {
	if u.shown {
		fmt.Fprint(u.Err, "\r\x1b[2K")
		u.shown = false
	}
}

// Hint says something to the person in front of a result.
func (u *UI) Hint(format string, args ...any) {
	u.Clear()
	fmt.Fprintf(u.Err, format+"\n", args...)
}

// fail says why a command ends. Mistakes in files start with their place, so
// that editors can jump there.
func (u *UI) fail(err error) {
	var problems gherkin.Problems
	if errors.As(err, &problems) {
		u.Hint("%s\nmcpsim: %s; nothing was run", problems, words.Count(len(problems), "mistake"))
		return
	}
	u.Hint("mcpsim: %s", err)
}

func (u *UI) bug(err error) {
	u.Hint("mcpsim: this is a bug in mcpsim: %s", err)
}

// Output is stdout. The first error stays; a reader that has gone ends the
// command. Use it from one goroutine at a time.
type Output struct {
	w      io.Writer
	cancel context.CancelCauseFunc
	err    error
}

// NewOutput returns an output of its own. cancel may be nil if w is no pipe.
func NewOutput(w io.Writer, cancel context.CancelCauseFunc) *Output {
	return &Output{w: w, cancel: cancel}
}

// Error is the first error of a write.
func (o *Output) Error() error { return o.err }

// Raw is the writer below, for what must be tried even after an error.
func (o *Output) Raw() io.Writer { return o.w }

// Write writes unless a write has failed before.
func (o *Output) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(p)
	if err != nil {
		o.err = err
	}
	if errors.Is(err, syscall.EPIPE) {
		o.cancel(errBrokenPipe)
	}
	return n, err
}
