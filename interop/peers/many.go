package peers

import (
	"errors"
	"net"
	"runtime"
	"sync"
)

// reach prepares connections to that many servers, unmeasured, and says how the i-th is
// opened.
type reach func(s *Server, c Client, n int) (open func(i int) (Session, error), closeAll func(), err error)

// overSockets has a connection for each server, in the place of the pipes of a process.
func overSockets(s *Server, c Client, n int) (func(int) (Session, error), func(), error) {
	conns := make([]net.Conn, n)
	closeAll := func() {
		for _, conn := range conns {
			if conn != nil {
				_ = conn.Close()
			}
		}
	}
	for i := range conns {
		var err error
		if conns[i], err = s.Dial(); err != nil {
			closeAll()
			return nil, nil, err
		}
	}
	return func(i int) (Session, error) { return c.Socket(conns[i]) }, closeAll, nil
}

func overOneAddress(s *Server, c Client, _ int) (func(int) (Session, error), func(), error) {
	return func(int) (Session, error) { return c.HTTP(s.JSON) }, func() {}, nil
}

// manyServers connects all of them at once and keeps them until they have been
// weighed.
func manyServers(way reach) func(*Server, Client) (*task, error) {
	return func(s *Server, c Client) (*task, error) {
		m := &crowd{sessions: make([]Session, Servers)}
		prepare := func() (err error) {
			m.open, m.closeAll, err = way(s, c, Servers)
			m.before = weigh()
			return err
		}
		t := &task{held: &m.each.bytes, goroutines: &m.each.goroutines, step: Servers, run: m.openAll}
		t.after = func() error {
			m.weigh()
			m.close()
			return prepare()
		}
		t.close = func() error {
			m.closeAll()
			return nil
		}
		return t, prepare()
	}
}

// crowd is many sessions at once.
type crowd struct {
	open     func(i int) (Session, error)
	closeAll func()
	sessions []Session
	before   weight
	each     weight // of one session
}

func (m *crowd) openAll() error {
	errs := make([]error, len(m.sessions))
	var all sync.WaitGroup
	for i := range m.sessions {
		all.Go(func() { m.sessions[i], errs[i] = m.open(i) })
	}
	all.Wait()
	return errors.Join(errs...)
}

func (m *crowd) weigh() {
	n, now := float64(len(m.sessions)), weigh()
	m.each = weight{(now.bytes - m.before.bytes) / n, (now.goroutines - m.before.goroutines) / n}
}

func (m *crowd) close() {
	for i, session := range m.sessions {
		_ = session.Close()
		m.sessions[i] = nil
	}
	m.closeAll()
}

// weight is what a process holds.
type weight struct{ bytes, goroutines float64 }

func weigh() weight {
	runtime.GC()
	runtime.GC() // finalizers, and stacks that have shrunk
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return weight{float64(m.HeapAlloc + m.StackInuse), float64(runtime.NumGoroutine())}
}
