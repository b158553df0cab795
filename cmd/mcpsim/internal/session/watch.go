package session

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/terminal"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
)

// Watch is `mcpsim connect --watch`: a session of the settings runtime that is looked
// at. On a terminal it is a table whose keys are the words approve, reject and reload,
// else one line per event.
type Watch struct {
	ui     *ui.UI
	layers Layers
}

// NewWatch returns one that shows text with u.
func NewWatch(u *ui.UI) *Watch { return &Watch{ui: u} }

// Register defines the flags that go with --watch only.
func (w *Watch) Register(flags *pflag.FlagSet) { w.layers.register(flags, "with --watch: ") }

// CheckWithout returns a usage error for flags that make sense with settings files only.
func (w *Watch) CheckWithout(flags *pflag.FlagSet) error {
	for _, name := range layerFlags {
		if flags.Changed(name) {
			return ui.Usage(fmt.Errorf("--%s goes with --watch: it says what outranks settings files", name))
		}
	}
	return nil
}

// watchTakes are the flags that go with --watch.
var watchTakes = slices.Concat([]string{"watch", "switch", "json", "color", "help"}, layerFlags)

// checkWatch refuses what makes no sense with --watch: servers and behaviour come
// from settings files, and nothing is called.
func checkWatch(flags *pflag.FlagSet, args []string, dash int) error {
	var refused []string
	flags.Visit(func(f *pflag.Flag) {
		if !slices.Contains(watchTakes, f.Name) {
			refused = append(refused, "--"+f.Name)
		}
	})
	switch {
	case len(refused) > 0:
		return ui.Usage(fmt.Errorf("%s does not go with --watch: the servers are those of settings files", refused[0]))
	case dash >= 0:
		return ui.Usage(errors.New("--watch takes a directory and no command: the servers are those of settings files"))
	case len(args) > 1:
		return ui.Usage(fmt.Errorf("--watch takes one directory, not %d", len(args)))
	case len(args) == 1 && strings.Contains(args[0], "://"):
		return ui.Usage(errors.New("--watch takes a directory and no URL: the servers are those of settings files"))
	}
	return nil
}

// Watch follows the settings of a directory, the working directory without args,
// until the user quits, which is no error, or the command is ended.
func (w *Watch) Watch(cmd *cobra.Command, args, switches []string, asJSON bool) error {
	if err := checkWatch(cmd.Flags(), args, cmd.ArgsLenAtDash()); err != nil {
		return err
	}
	dir := "."
	if len(args) == 1 {
		dir = args[0]
	}
	s, err := newSession(cmd.Context(), w.ui, &qwen{}, Options{Dir: dir, Switches: switches, Layers: w.layers})
	if err != nil {
		return ui.Usage(fmt.Errorf("--watch: %w", err))
	}
	if err := s.openView(asJSON); err != nil {
		return ui.Fail(ui.ExitFailed, err)
	}
	return s.run(cmd.Context())
}

// openView shows the table if stdout is a terminal, else lines.
func (s *session) openView(asJSON bool) error {
	out := s.ui.Stdout
	if asJSON {
		s.out = &jsonOutput{out: s.ui.Out}
		return nil
	}
	if !ui.IsTerminal(out) || slices.Contains(s.ui.Environ, "TERM=dumb") {
		s.out = &lineOutput{ui: s.ui, to: s.ui.Out}
		return nil
	}
	screen, err := terminal.NewScreen(s.ui.Out, out.(term.File), keyboard(s.ui))
	if err != nil {
		return err
	}
	s.screen, s.out = screen, &tableOutput{screen, s.ui}
	s.children.Ending = s.restore
	return nil
}

// keyboard is the terminal behind stdin, nil if there is none.
func keyboard(u *ui.UI) term.File {
	if f, ok := u.Stdin.(term.File); ok && ui.IsTerminal(f) {
		return f
	}
	return nil
}
