package session

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// machine is what the runtime of a session has of this machine, and what is noted
// about it: events, processes, secrets.
type machine struct {
	ui        *ui.UI
	redact    *outside.Redactor
	journal   *journal
	children  *outside.Processes
	env       config.Lookup
	home, dir string // of the user and of the project, absolute

	credentials string // where the tokens of logins are kept; empty: at the usual place
}

// newMachine takes a directory as the system knows it. It starts nothing.
func newMachine(u *ui.UI, dir string) (*machine, error) {
	abs, err := projectDir(dir)
	if err != nil {
		return nil, err
	}
	env := outside.Lookup(u.Environ)
	home, _ := env("HOME")
	if home == "" {
		home, _ = os.UserHomeDir()
	}
	if home == "" {
		return nil, errors.New("no home directory: set HOME")
	}
	redact := outside.NewRedactor(nil)
	outside.Hide(u, redact)
	return &machine{
		ui: u, redact: redact, journal: newJournal(redact), children: outside.NewProcesses(process.OS()),
		env: env, home: home, dir: abs,
	}, nil
}

// projectDir is the directory as the system knows it: approvals are kept under its
// name.
func projectDir(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	if err != nil {
		return "", err
	}
	if info, err := os.Stat(abs); err != nil || !info.IsDir() {
		return "", errors.New(words.Printable(dir) + " is not a directory")
	}
	return abs, nil
}

// hostEnv is where the runtime touches the machine.
func (m *machine) hostEnv() host.Env {
	return host.Env{
		Clock: clock.Real(), Events: m.journal, LookupEnv: m.env, Environ: func() []string { return m.ui.Environ },
		RunCommand: m.redact.RunCommand(m.ui.Environ), Dir: m.dir,
		Starter: m.children.Starter("", func() {}), Link: m.link,
	}
}

// link is how a server is reached: through the proxy that the environment names for it.
// Its secrets are known before anything can be said about it.
func (m *machine) link(s config.Server) (host.Link, error) {
	m.hide(s)
	dial, err := outside.Proxied(s, m.env)
	return host.Link{Dial: dial, Starter: m.children.Starter(s.Name, func() {})}, err
}

// hide hides what definitions hold.
func (m *machine) hide(servers ...config.Server) {
	m.redact.Add(outside.Secrets(servers, m.env)...)
}

// place is where a server is defined, as short as it is clear.
func (m *machine) place(s config.Source) string {
	s.Path = m.short(s.Path)
	return m.redact.Own(s.Place())
}

// short is a path below the project or the home directory as people write it.
func (m *machine) short(path string) string {
	if rest, ok := strings.CutPrefix(path, m.dir+string(filepath.Separator)); ok {
		return rest
	}
	if rest, ok := strings.CutPrefix(path, m.home+string(filepath.Separator)); ok {
		return "~" + string(filepath.Separator) + rest
	}
	return path
}
