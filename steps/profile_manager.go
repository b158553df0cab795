package steps

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/host"
)

// managerSubject is a runtime whose servers the one manager runs. Runtimes differ
// in how their servers are started.
type managerSubject struct {
	w     *World
	begin func(*World) error
}

var _ subject = (*managerSubject)(nil)

func ofManager(w *World, p host.Policy, begin func(*World) error) subject {
	w.policy = p
	return &managerSubject{w, begin}
}

func (s *managerSubject) start() error { return s.begin(s.w) }

// startFromSettings lets the settings of the user define all declared servers.
func (w *World) startFromSettings() error {
	if err := w.defineInSettings("user", strings.Join(w.order, ",")); err != nil {
		return err
	}
	return w.startWorkspace()
}

// startOnCommand starts a room server and commands it to connect all providers.
func (w *World) startOnCommand() error {
	if err := w.setProviders(strings.Join(w.order, ",")); err != nil {
		return err
	}
	if err := w.startRoom(); err != nil {
		return err
	}
	providers, err := w.providersOf(w.order)
	if err != nil {
		return err
	}
	return w.beginStartup("command", func(context.Context) (host.StartResult, error) {
		w.room.host.Load(providers)
		return host.StartResult{}, nil
	})
}

func (s *managerSubject) startServer(name string) error { return s.w.startOneDeclared(name) }

func (s *managerSubject) stopServer(name string) error {
	if s.w.host == nil {
		return errNoStart
	}
	s.w.host.Stop(name)
	return s.w.ground.settle()
}

func (s *managerSubject) stopAll() error {
	if s.w.host == nil {
		return errNoStart
	}
	s.w.host.StopAll()
	return s.w.ground.settle()
}

func (s *managerSubject) status(name string) (string, error) {
	if s.w.host == nil {
		return "", errNoStart
	}
	return string(s.w.host.Status(name)), nil
}

func (s *managerSubject) offers(name string) (bool, error) {
	if s.w.host == nil {
		return false, errNoStart
	}
	for _, t := range s.w.host.Tools() {
		if t.Server == name {
			return true, nil
		}
	}
	return false, nil
}

func (s *managerSubject) call(names []string, arguments json.RawMessage) error {
	if s.w.host == nil {
		return errNoStart
	}
	for _, t := range s.w.host.Tools() {
		if slices.Contains(names, t.Server) {
			s.w.launch(t, arguments)
		}
	}
	return s.w.ground.settle()
}

func (s *managerSubject) shown() string {
	if s.w.host == nil {
		return ""
	}
	text := fmt.Sprintf("%+v %+v", s.w.host.Servers(), s.w.host.Tools())
	if len(s.w.work.all) > 0 {
		text += fmt.Sprintf(" %+v", s.w.work.all[0].View())
	}
	if s.w.room.host != nil {
		text += fmt.Sprintf(" %+v", s.w.room.host.Providers())
	}
	return text
}
