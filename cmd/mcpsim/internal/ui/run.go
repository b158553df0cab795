package ui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mcpsim/mcpsim/internal/shortage"
	"github.com/mcpsim/mcpsim/internal/words"
)

// Main runs a command line with the command that build returns, and returns the
// exit code.
func Main(sys System, args []string, build func(*UI) *cobra.Command) (code int) {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	stop := catchSignals(cancel)
	defer stop()
	u := New(sys, cancel)
	u.args = args
	defer catchLog(u.Err)()
	defer func() {
		if v := recover(); v != nil {
			u.bug(fmt.Errorf("%v\n%s", v, debug.Stack()))
			code = ExitBug
		}
	}()
	root := build(u)
	root.SilenceErrors, root.SilenceUsage, root.DisableSuggestions = true, true, true
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error { return cmp.Or(u.SetColor(), noEmptyNames(cmd)) }
	root.PersistentFlags().StringVar(&u.color, "color", "auto", "colours: auto, always or never")
	Complete(root, "color", Values("auto", "always", "never"))
	root.SetFlagErrorFunc(flagError)
	root.SetArgs(args)
	root.SetIn(sys.Stdin)
	root.SetOut(u.Out)
	root.SetErr(u.Err)
	cmd, err := root.ExecuteContextC(ctx)
	switch lost := u.Out.Error(); {
	case err == nil || Coded(err):
	case lost != nil: // cobra writes by itself: completions, the version
		err = Written(lost)
	default:
		err = lineError(cmd, err)
	}
	return u.Finish(err)
}

// Finish says what went wrong, if it has not been said, and returns the code.
func (u *UI) Finish(err error) int {
	if err == nil {
		err = Written(u.Out.err)
	}
	code := ExitCode(err)
	lack := shortage.Of(err)
	switch {
	case lack != "" && !strings.Contains(err.Error(), lack):
		u.Tell(fmt.Errorf("%w\n%s", err, lack))
	case code == ExitBug:
		u.bug(err)
	case err != nil && err.Error() != "" && code != ExitBrokenPipe:
		u.Tell(err)
	}
	return code
}

// EndSignals are the signals that ask a command to end: Ctrl-C, TERM, and that the terminal has
// gone, unless whoever started the command wants it to outlive that (nohup).
func EndSignals() []os.Signal {
	if signal.Ignored(syscall.SIGHUP) {
		return []os.Signal{os.Interrupt, syscall.SIGTERM}
	}
	return []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
}

// catchSignals ends ctx at the first interrupt; the second one ends the process.
// A broken pipe must not end it silently: it becomes an error of the write.
func catchSignals(cancel context.CancelCauseFunc) (stop func()) {
	ends := make(chan os.Signal, 1)
	pipes := make(chan os.Signal, 1)
	done := make(chan struct{})
	signal.Notify(ends, EndSignals()...)
	signal.Notify(pipes, syscall.SIGPIPE)
	joined := make(chan struct{})
	go func() {
		defer close(joined)
		select {
		case s := <-ends:
			signal.Stop(ends)
			cancel(&Interrupted{s})
		case <-done:
		}
	}()
	return func() {
		signal.Stop(ends)
		signal.Stop(pipes)
		close(done)
		<-joined
	}
}

// Run adapts a function to cobra. An error without a code is a bug: every other
// kind of failure says what it is.
func Run(run func(cmd *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		err := run(cmd, args)
		if err != nil && !Coded(err) {
			err = &Failure{ExitCode(err), err}
		}
		return err
	}
}

// Complete makes the shell complete the values of a flag. values is called only then; a
// value may have a description after a tab, and one that ends with a colon goes on.
func Complete(cmd *cobra.Command, flag string, values func() []string) {
	err := cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		all, directive := values(), cobra.ShellCompDirectiveNoFileComp
		if len(all) > 0 && strings.HasSuffix(all[0], ":") {
			directive |= cobra.ShellCompDirectiveNoSpace
		}
		return all, directive
	})
	if err != nil {
		panic(err) // there is no such flag: a mistake in the command
	}
}

// Values are fixed values for [Complete].
func Values(values ...string) func() []string { return func() []string { return values } }

// lineError makes a usage error of what cobra says about the arguments of a command.
func lineError(cmd *cobra.Command, err error) error {
	text := err.Error()
	if word, ok := strings.CutPrefix(text, "unknown command "); ok {
		word, _, _ = strings.Cut(strings.TrimPrefix(word, `"`), `"`)
		var known []string
		for _, c := range cmd.Commands() {
			if !c.Hidden {
				known = append(known, c.Name())
			}
		}
		text = fmt.Sprintf("%q is no command of %s%s", word, cmd.CommandPath(), DidYouMean(cmd.CommandPath()+" ", word, known))
		if len(known) == 0 {
			text = fmt.Sprintf("%q: %s takes no argument", word, cmd.CommandPath())
		}
	}
	return Usage(fmt.Errorf("%s\nsee: %s --help", text, cmd.CommandPath()))
}

// noEmptyNames refuses flags that want the name of something and were given none: what a variable that
// is not set stands for would be taken as if the flag were not there.
func noEmptyNames(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		wants, _ := pflag.UnquoteUsage(f)
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		if slices.Contains([]string{"FILE", "DIR", "NAME", "URL", "ID"}, wants) && slices.Contains(values, "") {
			err = cmp.Or(err, Usage(fmt.Errorf("--%s: want a %s, and it is empty: is a variable not set?\nsee: %s --help", f.Name, wants, cmd.CommandPath())))
		}
	})
	return err
}

// kinds are what a flag wants whose value has a type.
var kinds = map[string]string{
	"int": "a whole number", "uint": "a whole number, 0 or more", "uint64": "a whole number, 0 or more",
	"float64": "a number", "bool": "true or false", "duration": "a time, such as 30s or 5m",
}

// flagError is cobra's hook for a bad command line.
func flagError(cmd *cobra.Command, err error) error {
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "unknown flag: --"); ok {
		var known []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
		text += DidYouMean("--", name, known)
	}
	if strings.HasPrefix(text, "unknown ") && strings.Contains(cmd.Use, "-- COMMAND") {
		text += "\nthe command of a server goes after --"
	}
	if bad := (*pflag.InvalidValueError)(nil); errors.As(err, &bad) {
		why := bad.Unwrap().Error()
		if kind := kinds[bad.GetFlag().Value.Type()]; kind != "" {
			why = "want " + kind
		}
		text = fmt.Sprintf("--%s %s: %s", bad.GetFlag().Name, words.Printable(bad.GetValue()), why)
	}
	return Usage(errors.New(text + "\nsee: " + cmd.CommandPath() + " --help"))
}

// DidYouMean is a line of its own that names the known word nearest to one that is
// not known, with a prefix; empty if none is near.
func DidYouMean(prefix, word string, known []string) string {
	if near := words.Nearest(word, known); near != "" {
		return fmt.Sprintf("\ndid you mean %s%s?", prefix, words.Printable(near))
	}
	return ""
}
