package peers

import "fmt"

// Goals is what our client has to reach in a row. A zero field is no goal.
type Goals struct {
	Faster     float64 // times faster than the faster of the other clients
	Plain      bool    // not slower than the plain client
	Floor      float64 // at most that many times the floor
	Allocs     float64 // per call
	Bytes      float64 // allocated per call
	Held       float64 // bytes per server beyond the floor's
	Goroutines float64 // per server beyond the floor's
	InOrder    bool    // notifications are handled before the result that follows them
}

// slack is how much slower counts as equally fast, and how much more as equally thrifty:
// what is measured varies as much on an idle machine.
const slack = 1.1

// Miss is a goal that was not reached.
type Miss struct {
	Row  string
	Text string
	// Exact says that the figure does not depend on the machine.
	Exact bool
}

// misses compares the results of one row with its goals. What is counted exactly holds
// for the client that decodes, too.
func (r Row) misses(of map[string]Cost) []Miss {
	out := r.slow(of)
	for _, name := range []string{"ours", "ours, decoded"} {
		if us, ok := of[name]; ok {
			out = append(out, r.wasteful(name, us, of["floor"])...)
		}
	}
	return out
}

// slow compares times, which depend on the machine.
func (r Row) slow(of map[string]Cost) (out []Miss) {
	add := func(bad bool, format string, args ...any) {
		if bad {
			out = append(out, Miss{r.Name, fmt.Sprintf(format, args...), false})
		}
	}
	g, us := r.Goals, of["ours"]
	peer := min(of["go-sdk"].Wall, of["mcp-go"].Wall)
	faster := ratio(peer, us.Wall) // 0 if no other client was measured
	add(g.Faster > 1 && faster > 0 && faster < g.Faster, "%.1f times faster than the faster peer, goal %.0f (the floor is %.1f times faster)",
		faster, g.Faster, ratio(peer, of["floor"].Wall))
	add(g.Faster == 1 && faster > 0 && faster*slack < 1, "%.2f times the time of the faster peer", 1/faster)
	plain := ratio(us.Wall, of["plain"].Wall)
	add(g.Plain && plain > slack, "%.2f times the time of the plain client", plain)
	floor := ratio(us.Wall, of["floor"].Wall)
	add(g.Floor > 0 && floor > g.Floor, "%.1f times the floor, goal %.1f", floor, g.Floor)
	return out
}

// wasteful compares what one client uses.
func (r Row) wasteful(name string, us, floor Cost) (out []Miss) {
	add := func(exact bool, bad bool, format string, args ...any) {
		if bad {
			out = append(out, Miss{r.Name, name + ": " + fmt.Sprintf(format, args...), exact})
		}
	}
	g := r.Goals
	add(true, g.Allocs > 0 && us.Allocs > g.Allocs*slack, "%.1f allocations, goal %.0f", us.Allocs, g.Allocs)
	add(true, g.Bytes > 0 && us.Bytes > g.Bytes*slack, "%.0f bytes allocated, goal %.0f", us.Bytes, g.Bytes)
	net := us.Held - floor.Held
	add(false, g.Held > 0 && net > g.Held*slack, "%.0f bytes held, goal %.0f", net, g.Held) // stacks vary
	goroutines := us.Goroutines - floor.Goroutines
	add(true, g.Goroutines > 0 && goroutines > g.Goroutines+0.1, "%.1f goroutines, goal %.0f", goroutines, g.Goroutines)
	add(true, g.InOrder && us.Late > 0, "%d notifications came after the result", us.Late)
	return out
}
