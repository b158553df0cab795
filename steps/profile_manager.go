package steps

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// managerSubject is a runtime whose servers the one manager runs. Runtimes differ
// in how their servers are started.
type managerSubject struct {
	w     *World
	begin func(*World) error
}

var _ subject = (*managerSubject)(nil)

func ofManager(w *World, p host.WorkspacePolicy, begin func(*World) error) subject {
	w.policy = p
	return &managerSubject{w, begin}
}

func (s *managerSubject) start() error { return s.begin(s.w) }

// startFromSettings lets the settings of the user define all declared servers.
func (w *World) startFromSettings() error {
	if err := nounOf[workspace](w).define("user", w.declared()); err != nil {
		return err
	}
	return nounOf[workspace](w).start()
}

// startOnCommand starts a room server and commands it to connect all providers.
func (w *World) startOnCommand() error {
	if err := nounOf[room](w).setProviders(w.declared()); err != nil {
		return err
	}
	if err := nounOf[room](w).start(); err != nil {
		return err
	}
	return w.commandLoad(w.declared())
}

// commandLoad commands the room server to connect providers.
func (w *World) commandLoad(servers []*server) error {
	run := nounOf[room](w).host
	return w.beginStartup("command", func(context.Context) (host.StartResult, error) {
		run.Load(providersOf(servers))
		return host.StartResult{}, nil
	})
}

// startServer starts a server again as users of the runtime do.
func (s *managerSubject) startServer(one *server) error {
	switch run := s.w.host.(type) {
	case *host.Room:
		return s.w.commandLoad([]*server{one})
	case *host.Workspace:
		return s.w.beginStartup("reload", func(ctx context.Context) (host.StartResult, error) {
			return host.StartResult{}, run.Reload(ctx)
		})
	}
	return s.w.startServers([]config.Server{one.config})
}

func (s *managerSubject) stopServer(name string) error {
	r, err := s.w.runtime()
	if err != nil {
		return err
	}
	r.Stop(name)
	return s.w.ground.settle()
}

func (s *managerSubject) stopAll() error {
	if s.w.host == nil {
		return errNoStart
	}
	s.w.host.Close()
	return s.w.ground.settle()
}

func (s *managerSubject) status(name string) (string, error) {
	if s.w.host == nil {
		return "", errNoStart
	}
	return string(s.w.host.Status(name)), nil
}

// viewed wants the view of all servers to say of each of some what is said when it is asked for alone.
func (s *managerSubject) viewed(names []string) error {
	if s.w.host == nil {
		return errNoStart
	}
	view := map[string]host.ServerView{}
	for v := range s.w.host.Servers() {
		view[v.Name] = v
	}
	for _, name := range names {
		status, v := s.w.host.Status(name), view[name]
		err := same("the status of "+name+" in the view of all servers", cmp.Or(v.Status, host.Disconnected), status)
		err = cmp.Or(err, same("whether the view of all servers has a connection of "+name, v.Connected, status == host.Connected))
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *managerSubject) offers(name string) (bool, error) {
	if s.w.host == nil {
		return false, errNoStart
	}
	for t := range s.w.host.Tools() {
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
	for t := range s.w.host.Tools() {
		if slices.Contains(names, t.Server) {
			s.w.launchTool(t, arguments)
		}
	}
	return s.w.ground.settle()
}

func (s *managerSubject) shown() string {
	if s.w.host == nil {
		return ""
	}
	text := fmt.Sprintf("%+v %+v", slices.Collect(s.w.host.Servers()), slices.Collect(s.w.host.Tools()))
	if len(nounOf[workspace](s.w).all) > 0 {
		text += fmt.Sprintf(" %+v", nounOf[workspace](s.w).all[0].View())
	}
	if nounOf[room](s.w).host != nil {
		text += fmt.Sprintf(" %+v", nounOf[room](s.w).host.Providers())
	}
	return text
}
