package peers

import (
	"errors"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/judgetest"
)

func startServer(t testing.TB) *Server {
	s, err := StartServer(t.TempDir())
	assert.NilError(t, err)
	t.Cleanup(func() { assert.NilError(t, s.Close()) })
	return s
}

// ways are all ways to reach the server.
func ways(s *Server) map[string]func(Client) (Session, error) {
	return map[string]func(Client) (Session, error){
		"process": func(c Client) (Session, error) { return overStdio(s, c) },
		"json":    func(c Client) (Session, error) { return overJSON(s, c) },
		"sse":     func(c Client) (Session, error) { return overSSE(s, c) },
		"socket": func(c Client) (Session, error) {
			conn, err := s.Dial()
			if err != nil {
				return nil, err
			}
			return c.Socket(conn)
		},
	}
}

// TestAllClientsDoTheSameWork shows that what is compared is comparable.
func TestAllClientsDoTheSameWork(t *testing.T) {
	s := startServer(t)
	for name, open := range ways(s) {
		for _, c := range Clients() {
			t.Run(name+"/"+c.Name, func(t *testing.T) {
				session, err := open(c)
				assert.NilError(t, err)
				defer session.Close()
				for _, size := range []int{100, 10_000, 1_000_000} {
					n, err := session.Echo(Arguments(size))
					assert.NilError(t, err)
					assert.Check(t, n >= size, "%d bytes of %d", n, size)
				}
				tools, err := session.ListTools()
				assert.NilError(t, err)
				assert.Equal(t, tools, ListedTools)
				_, err = session.Burst()
				assert.NilError(t, err)
			})
		}
	}
}

// TestFiguresThatDoNotDependOnTheMachine holds our client to its budgets of
// allocations and bytes, and to the order of messages (OMP-TP-63).
func TestFiguresThatDoNotDependOnTheMachine(t *testing.T) {
	judgetest.Twice(t, func(problem func(string, ...any)) { // a busy machine empties pools more often
		run := Run{Rounds: 5, Budget: 10 * time.Millisecond, Clients: []Client{Floor(), Ours(), OursDecoded()}}
		results, err := run.Measure(startServer(t))
		assert.NilError(t, err)
		for _, r := range results {
			for _, miss := range r.Miss {
				if miss.Exact {
					problem("%s: %s", miss.Row, miss.Text)
				}
			}
		}
	})
}

func TestMisses(t *testing.T) {
	row := Row{Name: "r", Goals: Goals{Faster: 3, Plain: true, Allocs: 20, InOrder: true}}
	costs := map[string]Cost{
		"floor": {Wall: 1}, "ours": {Wall: 10, Allocs: 20}, "go-sdk": {Wall: 90}, "mcp-go": {Wall: 30}, "plain": {Wall: 10},
	}
	assert.Equal(t, len(row.misses(costs)), 0)
	costs["ours"] = Cost{Wall: 12, Allocs: 23, Late: 1}
	costs["ours, decoded"] = Cost{Allocs: 23}
	var exact int
	for _, m := range row.misses(costs) {
		if m.Exact {
			exact++
		}
	}
	assert.Equal(t, len(row.misses(costs)), 5)
	assert.Equal(t, exact, 3)
}

// BenchmarkPeers is for profiles of one row and client; cmd/peers compares.
func BenchmarkPeers(b *testing.B) {
	s := startServer(b)
	for _, row := range Rows() {
		for _, c := range Clients() {
			b.Run(row.Name+"/"+c.Name, func(b *testing.B) {
				can := func(err error) {
					if errors.Is(err, errors.ErrUnsupported) {
						b.Skip("it does not speak that revision")
					}
					assert.NilError(b, err)
				}
				t, err := row.make(s, c)
				can(err)
				defer t.close()
				b.ReportAllocs()
				for b.Loop() {
					can(t.run())
					if t.after != nil {
						b.StopTimer()
						assert.NilError(b, t.after())
						b.StartTimer()
					}
				}
			})
		}
	}
}
