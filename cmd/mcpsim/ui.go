package main

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
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/tell"
)

// The law for all text shown:
//
//   - stdout is the result; progress, hints and errors go to stderr. If a report
//     is written to stdout, nothing else is.
//   - Colours only on terminals, unless --color or CLICOLOR_FORCE says otherwise;
//     NO_COLOR and --color never end them. No meaning is in a colour alone.
//   - The progress line exists on terminals only and leaves nothing behind.
//   - An error says what is wrong, where (file:line:column and a caret), why, and
//     what to do next. It is one message in lower case without a full stop.
//   - Whatever is random is told with its seed; a failure ends with the line that
//     reproduces it.
//   - No stack trace unless mcpsim itself, or the program under test, is at fault.
//   - What a user's files or servers say is shown without control characters.
type ui struct {
	out      *output
	err      io.Writer
	environ  []string
	color    string // the flag
	colorful bool   // on stdout
	progress bool   // stderr is a terminal
	shown    bool   // the progress line is there
}

func newUI(stdout, stderr io.Writer, environ []string, cancel context.CancelCauseFunc) *ui {
	u := &ui{out: &output{w: stdout, cancel: cancel}, err: stderr, environ: environ, color: "auto"}
	u.progress = isTerminal(stderr) && !slices.Contains(environ, "TERM=dumb")
	return u
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(term.File)
	return ok && term.IsTerminal(f.Fd())
}

// setColor decides about colours once the flag is known.
func (u *ui) setColor() error {
	switch u.color {
	case "always":
		u.colorful = true
	case "never":
		u.colorful = false
	case "auto":
		u.colorful = !noColor(u.environ) && colorprofile.Detect(u.out.w, u.environ) >= colorprofile.ANSI
	default:
		return usage(fmt.Errorf("--color %s: want auto, always or never", u.color))
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

// paint colours s for stdout.
func (u *ui) paint(role tell.Role, s string) string {
	if code := codes[role]; u.colorful && code != "" {
		return "\x1b[" + code + "m" + s + "\x1b[0m"
	}
	return s
}

// show replaces the progress line.
func (u *ui) show(format string, args ...any) {
	if u.progress {
		fmt.Fprintf(u.err, "\r\x1b[2K"+format, args...)
		u.shown = true
	}
}

// clear removes the progress line.
func (u *ui) clear() {
	if u.shown {
		fmt.Fprint(u.err, "\r\x1b[2K")
		u.shown = false
	}
}

// hint says something to the person in front of a result.
func (u *ui) hint(format string, args ...any) {
	u.clear()
	fmt.Fprintf(u.err, format+"\n", args...)
}

// error says why a command ends. Mistakes in files start with their place, so
// that editors can jump there.
func (u *ui) error(err error) {
	var problems gherkin.Problems
	if errors.As(err, &problems) {
		u.hint("%s\nmcpsim: %s; nothing was run", problems, plural(len(problems), "mistake"))
		return
	}
	u.hint("mcpsim: %s", err)
}

func (u *ui) bug(err error) {
	u.hint("mcpsim: this is a bug in mcpsim: %s", err)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// output is stdout. The first error stays; nobody reading any more ends the
// command.
type output struct {
	w      io.Writer
	cancel context.CancelCauseFunc
	err    error
}

func (o *output) Write(p []byte) (int, error) {
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

// flagError is cobra's hook for a bad command line.
func flagError(cmd *cobra.Command, err error) error {
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "unknown flag: --"); ok {
		var known []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
		if n := gherkin.Nearest(name, known); n != "" {
			text += fmt.Sprintf("\ndid you mean --%s?", n)
		}
	}
	return usage(fmt.Errorf("%s\nsee: %s --help", text, cmd.CommandPath()))
}
