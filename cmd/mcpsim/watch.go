package main

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

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/process"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// watchTakes are the flags that go with --watch.
var watchTakes = []string{"watch", "switch", "json", "color", "help"}

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
		return usage(fmt.Errorf("%s does not go with --watch: the servers are those of settings files", refused[0]))
	case dash >= 0:
		return usage(errors.New("--watch takes a directory and no command: the servers are those of settings files"))
	case len(args) > 1:
		return usage(fmt.Errorf("--watch takes one directory, not %d", len(args)))
	case len(args) == 1 && strings.Contains(args[0], "://"):
		return usage(errors.New("--watch takes a directory and no URL: the servers are those of settings files"))
	}
	return nil
}

// watchSettings follows the settings of a directory until the user quits.
func (a *app) watchSettings(ctx context.Context, f connectFlags, args []string) error {
	policy := host.QwenCode()
	policy.Client = protocol.Implementation{Name: "mcpsim", Version: version()}
	if err := policy.SetAll(f.switches); err != nil {
		return usage(fmt.Errorf("--switch: %w\nmcpsim help switches lists all of them", err))
	}
	dir, err := projectDir(args)
	if err != nil {
		return usage(err)
	}
	w, err := a.newWatch(policy, dir)
	if err != nil {
		return err
	}
	return w.run(ctx, f.json)
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
		return "", fmt.Errorf("--watch: %s is not a directory", printable(dir))
	}
	return abs, nil
}

// newWatch wires a workspace with the files, processes and the network of this
// machine. It starts nothing.
func (a *app) newWatch(policy host.WorkspacePolicy, dir string) (*watch, error) {
	env := lookup(a.environ)
	home, _ := env("HOME")
	if home == "" {
		home, _ = os.UserHomeDir()
	}
	if home == "" {
		return nil, usage(errors.New("--watch: no home directory: set HOME"))
	}
	redact := newHider(nil)
	journal := newWatchJournal(redact)
	w := &watch{
		ui: a.ui, redact: redact, journal: journal, home: home, dir: dir, env: env,
		files:    newWatchFiles(host.OSFiles{}, redact, env, journal),
		children: newChildren(process.OS()), ended: make(chan outcome),
	}
	if t, ok := a.stdout.(term.File); ok {
		w.terminal = t
	}
	if t, ok := a.stdin.(term.File); ok && isTerminalFile(t) {
		w.input = t
	}
	w.model = newWatchModel(w.short(dir))
	var err error
	w.workspace, err = host.NewWorkspace(policy, host.Env{
		Clock: clock.Real(), Events: journal, LookupEnv: env, Environ: func() []string { return a.environ },
		Commands: redact.commands(a.environ, clock.Real()), Dir: dir,
		Starter: w.children.around(process.OS(), "", func() {}), Dial: w.dial,
	}, host.WorkspaceOptions{
		Files: w.files, Home: home, System: systemSettings(env), SystemDefaults: systemDefaults(env),
		OnApproval: journal.poke,
	})
	if err != nil {
		return nil, &failure{exitFailed, fmt.Errorf("--watch: %w", err)}
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

func isTerminalFile(f term.File) bool { return term.IsTerminal(f.Fd()) }
