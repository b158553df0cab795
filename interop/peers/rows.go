package peers

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Row is one kind of work that all clients are measured with.
type Row struct {
	Name  string
	Goals Goals
	make  func(*Server, Client) (*task, error)
}

// Servers is how many are connected at once in the row of many servers.
const Servers = 1000

// Rows are all rows, in the order of the tables. Times in goals are what a client of one
// pass over its input can reach; allocations and bytes are what we have reached, with room
// for the runtime of Go.
func Rows() []Row {
	rows := []Row{
		{"connect, process", Goals{Faster: 1, Plain: true, Floor: 1.1, Allocs: 140, Bytes: 18 << 10}, connecting(overStdio)},
		{"connect, HTTP", Goals{Faster: 1, Floor: 1.3, Allocs: 380, Bytes: 48 << 10}, connecting(overJSON)},
		{fmt.Sprintf("connect %d servers over pipes, each", Servers), Goals{Floor: 3, Allocs: 105, Bytes: 12 << 10, Held: 30 << 10, Goroutines: 2}, manyServers(overSockets)},
		{fmt.Sprintf("connect %d servers over HTTP, each", Servers), Goals{Floor: 1.5, Allocs: 420, Bytes: 70 << 10, Held: 8 << 10, Goroutines: 1}, manyServers(overOneAddress)},
		{"call 100 B, stdio", lines(Goals{Floor: 1.2, Allocs: 12, Bytes: 1200}), calls(overStdio, 100, 1)},
		{"call 10 KB, stdio", lines(Goals{Floor: 4, Allocs: 12, Bytes: 24 << 10}), calls(overStdio, 10_000, 1)},
		{"call 1 MB, stdio", lines(Goals{Floor: 5, Bytes: 3 << 20}), calls(overStdio, 1_000_000, 1)},
		{"8 in flight, stdio", lines(Goals{}), calls(overStdio, 100, 8)},
		{"64 in flight, stdio", lines(Goals{}), calls(overStdio, 100, 64)},
		{"burst of 10,000, stdio", ordered(lines(Goals{Floor: 4, Allocs: 10_200})), bursts(overStdio)},
		{"list 5,000 tools, stdio", lines(Goals{Floor: 15, Allocs: 15_500, Bytes: 7 << 20}), lists(overStdio)},
	}
	for _, w := range []struct {
		name   string
		allocs float64
		open   opener
	}{{"HTTP JSON", 66, overJSON}, {"HTTP SSE", 80, overSSE}} {
		rows = append(rows,
			Row{"call 100 B, " + w.name, Goals{Faster: 1, Floor: 1.2, Allocs: w.allocs, Bytes: 8 << 10}, calls(w.open, 100, 1)},
			Row{"call 10 KB, " + w.name, Goals{Faster: 1, Floor: 1.5, Allocs: w.allocs, Bytes: 36 << 10}, calls(w.open, 10_000, 1)},
			Row{"call 1 MB, " + w.name, Goals{Faster: 1, Floor: 5, Bytes: 3 << 20}, calls(w.open, 1_000_000, 1)},
			Row{"8 in flight, " + w.name, Goals{Faster: 1}, calls(w.open, 100, 8)},
			Row{"64 in flight, " + w.name, Goals{Faster: 1}, calls(w.open, 100, 64)})
	}
	return append(rows,
		Row{"connect, HTTP, 2026-07-28", Goals{Faster: 1, Floor: 1.3, Allocs: 300, Bytes: 34 << 10}, connecting(overModern)},
		Row{"call 100 B, HTTP JSON, 2026-07-28", Goals{Faster: 1, Floor: 1.2, Allocs: 66, Bytes: 8 << 10}, calls(overModern, 100, 1)},
		Row{"call 10 KB, HTTP JSON, 2026-07-28", Goals{Faster: 1, Floor: 1.5, Allocs: 66, Bytes: 36 << 10}, calls(overModern, 10_000, 1)},
		Row{"burst of 10,000, SSE", ordered(lines(Goals{Floor: 4, Allocs: 10_400})), bursts(overSSE)},
		Row{"list 5,000 tools, HTTP JSON", Goals{Faster: 1, Floor: 15, Allocs: 15_500, Bytes: 7 << 20}, lists(overJSON)})
}

// lines are the goals that every row over pipes has.
func lines(g Goals) Goals {
	g.Faster, g.Plain = 3, true
	return g
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

// overModern fails with errors.ErrUnsupported for a client that knows no such revision.
func overModern(s *Server, c Client) (Session, error) {
	if c.Modern == nil {
		return nil, errors.ErrUnsupported
	}
	return c.Modern(s.JSON)
}

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
