// Package watch is `mcpsim connect --watch`: the servers of a project as long as
// its user likes, while its settings files are edited.
//
// One goroutine owns the model and draws it (loop.go). The journal turns events of
// the runtime into entries for people (journal.go), the model decides what the
// screen shows and what a key means (model.go), and three outputs show it: a table
// on a terminal, lines, JSON (show.go).
//
// Keys and screen are our own, 328 lines on charmbracelet's x/ansi and x/term, which
// mcpsim uses anyway. Bubble Tea v2.0.10 (newer versions cannot be resolved) was
// linked and weighed: every start costs 3 ms more of processor time (mcpsim version:
// 22 to 25 ms; mcpsim run starts many workers), the program grows by 1.6 MB, the
// module by seven dependencies. By our estimate 190 of the 328 lines would go; the
// rest would stay beside it, because it does not restore the terminal before SIGQUIT
// or when a second signal ends the program while servers are being stopped. It writes
// differences of frames, so that the tests on a pseudo-terminal would need an emulator
// to know what is on the screen.
package watch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	goruntime "runtime"
	"slices"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/pflag"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/process"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// takes are the flags that go with --watch.
var takes = []string{"watch", "switch", "json", "color", "help"}

// Check refuses what makes no sense with --watch: servers and behaviour come
// from settings files, and nothing is called.
func Check(flags *pflag.FlagSet, args []string, dash int) error {
	var refused []string
	flags.Visit(func(f *pflag.Flag) {
		if !slices.Contains(takes, f.Name) {
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

// Options are what the command line says beside the directory.
type Options struct {
	Switches []string // NAME=VALUE
	JSON     bool     // one object per line instead of a table or text
}

// Run follows the settings of a directory, the working directory without args,
// until the user quits, which is no error, or ctx ends. args have been checked.
func Run(ctx context.Context, u *ui.UI, o Options, args []string) error {
	policy := host.QwenCode()
	policy.Client = protocol.Implementation{Name: "mcpsim", Version: ui.Version()}
	if err := policy.SetAll(o.Switches); err != nil {
		return ui.Usage(fmt.Errorf("--switch: %w\nmcpsim help switches lists all of them", err))
	}
	dir, err := projectDir(args)
	if err != nil {
		return ui.Usage(err)
	}
	w, err := newWatch(u, policy, dir)
	if err != nil {
		return err
	}
	return w.run(ctx, o.JSON)
}

// projectDir is the directory as the system knows it: approvals are kept under its
// name.
func projectDir(args []string) (string, error) {
	dir := "."
	if len(args) == 1 {
		dir = args[0]
	}
	abs, err := filepath.Abs(dir)
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	if err != nil {
		return "", fmt.Errorf("--watch: %w", err)
	}
	if info, err := os.Stat(abs); err != nil || !info.IsDir() {
		return "", fmt.Errorf("--watch: %s is not a directory", words.Printable(dir))
	}
	return abs, nil
}

// newWatch wires a workspace with the files, processes and the network of this
// machine. It starts nothing.
func newWatch(u *ui.UI, policy host.WorkspacePolicy, dir string) (*watch, error) {
	env := outside.Lookup(u.Environ)
	home, _ := env("HOME")
	if home == "" {
		home, _ = os.UserHomeDir()
	}
	if home == "" {
		return nil, ui.Usage(errors.New("--watch: no home directory: set HOME"))
	}
	redact := outside.NewRedactor(nil)
	journal := newJournal(redact)
	w := &watch{
		ui: u, redact: redact, journal: journal, home: home, dir: dir, env: env,
		files:    newFiles(host.OSFiles{}, redact, env, journal),
		children: outside.NewProcesses(process.OS()), ended: make(chan outcome),
	}
	if t, ok := u.Stdout.(term.File); ok {
		w.terminal = t
	}
	if t, ok := u.Stdin.(term.File); ok && ui.IsTerminal(t) {
		w.input = t
	}
	w.model = newModel(w.short(dir))
	var err error
	w.workspace, err = host.NewWorkspace(policy, host.Env{
		Clock: clock.Real(), Events: journal, LookupEnv: env, Environ: func() []string { return u.Environ },
		RunCommand: redact.RunCommand(u.Environ), Dir: dir,
		Starter: w.children.Around(process.OS(), "", func() {}), Link: w.link,
	}, host.WorkspaceOptions{
		Files: w.files, Home: home, System: systemSettings(env), SystemDefaults: systemDefaults(env),
		OnApproval: journal.wake,
	})
	if err != nil {
		return nil, ui.Fail(ui.ExitFailed, fmt.Errorf("--watch: %w", err))
	}
	return w, nil
}

// The settings of the machine, where the documented program looks for them.
const (
	systemVariable   = "QWEN_CODE_SYSTEM_SETTINGS_PATH"
	defaultsVariable = "QWEN_CODE_SYSTEM_DEFAULTS_PATH"
	defaultsFile     = "system-defaults.json"
)

func systemSettings(env config.Lookup) string {
	named, _ := env(systemVariable)
	place := "/etc/qwen-code/settings.json"
	switch goruntime.GOOS {
	case "darwin":
		place = "/Library/Application Support/QwenCode/settings.json"
	case "windows":
		place = `C:\ProgramData\qwen-code\settings.json`
	}
	return cmp.Or(named, place)
}

func systemDefaults(env config.Lookup) string {
	named, _ := env(defaultsVariable)
	return cmp.Or(named, filepath.Join(filepath.Dir(systemSettings(env)), defaultsFile))
}
