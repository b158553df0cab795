package main

import (
	"errors"
	"fmt"
	"net"
	"sync"
	"syscall"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/serve"
	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/acceptance"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// site is everything that the integration suite needs around it, in this process:
// both roles, a provider, and an address at which nothing listens.
type site struct {
	server, operator, provider net.Listener
	refusing                   refusing
	fake                       *fakeserver.Server
	room                       *role

	serving sync.WaitGroup
	once    sync.Once
}

// openSite takes all addresses, so that nothing has begun if one cannot be had.
// Port 0 is a free one.
func openSite(server, operator int) (s *site, err error) {
	s = &site{}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	if s.server, err = listenForRole("room server", server); err != nil {
		return s, err
	}
	if s.operator, err = listenForRole("operator", operator); err != nil {
		return s, err
	}
	if s.provider, err = net.Listen("tcp", serve.AnyPort); err != nil {
		return s, fmt.Errorf("listening: %w", err)
	}
	s.refusing, err = refuse()
	return s, err
}

// listenForRole opens a port of this machine for a role.
func listenForRole(name string, port int) (net.Listener, error) {
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("port %d of the %s is taken\ngive another with --ports SERVER,OPERATOR, or --ports free", port, name)
	}
	if err != nil {
		return nil, fmt.Errorf("listening for the %s (see --ports): %w", name, err)
	}
	return l, nil
}

// start starts the provider and both roles, with their logs.
func (s *site) start(f *acceptance.Folder) error {
	fake, err := fakeserver.New(&fakeserver.Script{
		Name: acceptance.AvailableID, HTTP: fakeserver.HTTPScript{WebSocket: &fakeserver.WebSocket{}},
	}, fakeserver.Options{})
	if err != nil {
		return err
	}
	s.fake = fake
	s.serving.Go(func() { _ = fake.Serve(s.provider) })
	settings := host.DefaultRoomOptions()
	settings.Providers = []host.Provider{{ID: acceptance.AvailableID, URL: s.available(), Visibility: "room"}}
	if s.room, err = roomRole(f.Server, settings, host.Guard{}, outside.NewRedactor(nil)); err != nil {
		return err
	}
	operator := operatorRole(host.OperatorSettings{BaseURL: s.serverURL()}, host.Guard{})
	for _, serve := range []struct {
		r   *role
		l   net.Listener
		log *acceptance.Log
	}{{s.room, s.server, f.Server}, {operator, s.operator, f.Operator}} {
		serve.log.Say("info", "serving at http://%s", serve.l.Addr())
		s.serving.Go(func() { _ = host.ServeControl(serve.l, serve.log.Requests(serve.r.handler)) })
	}
	return nil
}

// close stops everything and waits until it is gone. Only the first call does
// something.
func (s *site) close() { s.once.Do(s.end) }

func (s *site) end() {
	for _, l := range []net.Listener{s.operator, s.server, s.provider} {
		if l != nil {
			_ = l.Close()
		}
	}
	if s.room != nil {
		s.room.close()
	}
	if s.fake != nil {
		s.fake.Close()
	}
	s.serving.Wait()
	s.refusing.close()
}

func (s *site) serverURL() string   { return "http://" + s.server.Addr().String() }
func (s *site) operatorURL() string { return "http://" + s.operator.Addr().String() }
func (s *site) available() string   { return "ws://" + s.provider.Addr().String() }
func (s *site) unavailable() string { return "ws://" + s.refusing.conn.LocalAddr().String() }

// refusing is a port that refuses connections for as long as it is held: the near
// end of a connection of our own has it, so no other program can begin to listen there.
type refusing struct {
	listener net.Listener // of the far end; it never accepts
	conn     net.Conn
}

func refuse() (r refusing, err error) {
	if r.listener, err = net.Listen("tcp", serve.AnyPort); err != nil {
		return r, fmt.Errorf("listening: %w", err)
	}
	r.conn, err = (&net.Dialer{}).Dial("tcp", r.listener.Addr().String())
	if err != nil {
		return r, fmt.Errorf("holding a port: %w", err)
	}
	return r, nil
}

func (r refusing) close() {
	if r.conn != nil {
		_ = r.conn.Close()
	}
	if r.listener != nil {
		_ = r.listener.Close()
	}
}
