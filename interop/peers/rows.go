package peers

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"runtime"
	"strings"
	"sync"
)

// Row is one kind of work that all clients are measured with.
type Row struct {
	Name  string
	Goals Goals
	make  func(*Server, Client) (*task, error)
}

// Servers is how many are connected at once in the row of many servers.
const Servers = 1000

// Rows are all rows, in the order of the tables.
func Rows() []Row {
	lines := Goals{Faster: 3, Plain: true}
	web := Goals{Faster: 1}
	small, large := lines, lines
	small.Allocs, small.Bytes = 20, 2<<10
	large.Bytes = 3 << 20 // copies of the arguments and of the answer
	rows := []Row{
		{"connect, process", Goals{Faster: 1, Plain: true}, connecting(overStdio)},
		{"connect, HTTP", web, connecting(overJSON)},
		{fmt.Sprintf("connect %d servers, each", Servers), Goals{Floor: 4, Held: 10 << 10}, manyServers},
		{"call 100 B, stdio", small, calls(overStdio, 100, 1)},
		{"call 10 KB, stdio", lines, calls(overStdio, 10_000, 1)},
		{"call 1 MB, stdio", large, calls(overStdio, 1_000_000, 1)},
		{"8 in flight, stdio", lines, calls(overStdio, 100, 8)},
		{"64 in flight, stdio", lines, calls(overStdio, 100, 64)},
		{"burst of 10,000, stdio", ordered(lines), bursts(overStdio)},
		{"list 5,000 tools, stdio", lines, lists(overStdio)},
	}
	for _, w := range []struct {
		name string
		open opener
	}{{"HTTP JSON", overJSON}, {"HTTP SSE", overSSE}} {
		rows = append(rows,
			Row{"call 100 B, " + w.name, web, calls(w.open, 100, 1)},
			Row{"call 10 KB, " + w.name, web, calls(w.open, 10_000, 1)},
			Row{"call 1 MB, " + w.name, web, calls(w.open, 1_000_000, 1)},
			Row{"8 in flight, " + w.name, web, calls(w.open, 100, 8)},
			Row{"64 in flight, " + w.name, web, calls(w.open, 100, 64)})
	}
	return append(rows,
		Row{"burst of 10,000, SSE", ordered(lines), bursts(overSSE)},
		Row{"list 5,000 tools, HTTP JSON", web, lists(overJSON)})
}

func ordered(g Goals) Goals {
	g.InOrder = true
	return g
}

// opener connects a client to the server in one of the ways.
type opener func(*Server, Client) (Session, error)

func overStdio(s *Server, c Client) (Session, error) { return c.Process(s.Path) }
func overJSON(s *Server, c Client) (Session, error)  { return c.HTTP(s.JSON) }
func overSSE(s *Server, c Client) (Session, error)   { return c.HTTP(s.SSE) }

// connecting measures a handshake; what ends the session is not measured.
func connecting(open opener) func(*Server, Client) (*task, error) {
	return func(s *Server, c Client) (*task, error) {
		var session Session
		return &task{
			run: func() (err error) {
				session, err = open(s, c)
				return err
			},
			after: func() error {
				_ = session.Close() // a process that was killed is no failure
				return nil
			},
			close: func() error { return nil },
		}, nil
	}
}

// Arguments of an echo with a text of that size: lines of 80 characters.
func Arguments(size int) json.RawMessage {
	prose := strings.Repeat("All happy servers are alike; each unhappy server is unhappy in its own way....\n", size/79+1)
	data, _ := json.Marshal(map[string]string{"text": prose[:size]}) // a string never fails
	return data
}

// calls measures echoes, several of them in flight.
func calls(open opener, size, flight int) func(*Server, Client) (*task, error) {
	return func(s *Server, c Client) (*task, error) {
		session, err := open(s, c)
		if err != nil {
			return nil, err
		}
		arguments := Arguments(size)
		t := &task{workers: flight, close: session.Close, run: func() error {
			n, err := session.Echo(arguments)
			if err == nil && n < size {
				err = fmt.Errorf("echo of %d bytes has %d", size, n)
			}
			return err
		}}
		if b, ok := session.(batcher); ok && flight > 1 {
			t.workers, t.step = 1, flight
			t.run = func() error { return b.Batch(flight, arguments) }
		}
		return t, nil
	}
}

func lists(open opener) func(*Server, Client) (*task, error) {
	return func(s *Server, c Client) (*task, error) {
		session, err := open(s, c)
		if err != nil {
			return nil, err
		}
		return &task{close: session.Close, run: func() error {
			n, err := session.ListTools()
			if err == nil && n != ListedTools {
				err = fmt.Errorf("listed %d tools, not %d", n, ListedTools)
			}
			return err
		}}, nil
	}
}

func bursts(open opener) func(*Server, Client) (*task, error) {
	return func(s *Server, c Client) (*task, error) {
		session, err := open(s, c)
		if err != nil {
			return nil, err
		}
		t := &task{close: session.Close, late: new(int)}
		t.run = func() error {
			late, err := session.Burst()
			*t.late = max(*t.late, late)
			return err
		}
		return t, nil
	}
}

// manyServers connects all of them at once and keeps them until they have been
// weighed.
func manyServers(s *Server, c Client) (*task, error) {
	sessions := make([]Session, Servers)
	conns := make([]net.Conn, Servers)
	t := &task{held: new(float64), step: Servers, close: func() error { return nil }}
	var before float64
	dial := func() (err error) {
		for i := range conns {
			if conns[i], err = s.Dial(); err != nil {
				return err
			}
		}
		before = held()
		return nil
	}
	t.run = func() error { return openAll(c, conns, sessions) }
	t.after = func() error {
		*t.held = (held() - before) / Servers
		for i, session := range sessions {
			_ = session.Close()
			sessions[i] = nil
		}
		return dial()
	}
	t.close = func() error {
		for _, conn := range conns {
			_ = conn.Close()
		}
		return nil
	}
	return t, dial()
}

func openAll(c Client, conns []net.Conn, sessions []Session) error {
	errs := make([]error, len(conns))
	var all sync.WaitGroup
	for i, conn := range conns {
		all.Go(func() { sessions[i], errs[i] = c.Socket(conn) })
	}
	all.Wait()
	return errors.Join(errs...)
}

// held is the memory in use, in bytes.
func held() float64 {
	runtime.GC()
	runtime.GC() // finalizers, and stacks that have shrunk
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc + m.StackInuse)
}
