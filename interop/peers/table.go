package peers

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// WriteTables writes the results as Markdown: time, processor time, allocations,
// bytes, memory of servers, and the goals that were missed.
func WriteTables(w io.Writer, results []Result, clients []Client) {
	t := tables{w, results, clients}
	t.write("Time per operation (times the floor)", func(c, floor Cost) string {
		return fmt.Sprintf("%s (%.1f)", short(c.Wall), ratio(c.Wall, floor.Wall))
	})
	t.write("Processor time of the client (times the floor)", func(c, floor Cost) string {
		return fmt.Sprintf("%s (%.1f)", short(c.CPU), ratio(c.CPU, floor.CPU))
	})
	t.write("Allocations, bytes allocated", func(c, _ Cost) string {
		return fmt.Sprintf("%.0f, %s", c.Allocs, size(c.Bytes))
	})
	t.write("Memory and goroutines kept per server beyond the floor's", func(c, floor Cost) string {
		if c.Held == 0 {
			return ""
		}
		return fmt.Sprintf("%s, %.1f", size(max(c.Held-floor.Held, 0)), c.Goroutines-floor.Goroutines)
	})
	t.write("Notifications still to be handled when the result came, at most", func(c, _ Cost) string {
		if c.Late == 0 {
			return ""
		}
		return fmt.Sprint(c.Late)
	})
	t.summary()
}

type tables struct {
	w       io.Writer
	results []Result
	clients []Client
}

// write writes one table; rows whose cells are all empty are left out.
func (t tables) write(title string, cell func(c, floor Cost) string) {
	fmt.Fprintf(t.w, "### %s\n\n| row |", title)
	for _, c := range t.clients {
		fmt.Fprintf(t.w, " %s |", c.Name)
	}
	fmt.Fprintf(t.w, "\n|---|%s\n", strings.Repeat("---|", len(t.clients)))
	for _, r := range t.results {
		cells := make([]string, len(t.clients))
		for i, c := range t.clients {
			if cost, measured := r.Costs[c.Name]; measured {
				cells[i] = cell(cost, r.Costs["floor"])
			}
		}
		if strings.Join(cells, "") != "" {
			fmt.Fprintf(t.w, "| %s | %s |\n", r.Row.Name, strings.Join(cells, " | "))
		}
	}
	fmt.Fprintln(t.w)
}

// summary says how much faster we are, and what was missed.
func (t tables) summary() {
	fmt.Fprint(t.w, "### Ours against the faster peer, the plain client and the floor\n\n"+
		"| row | times faster than the faster peer | times the plain client | times the floor | missed |\n|---|---|---|---|---|\n")
	for _, r := range t.results {
		us := r.Costs["ours"].Wall
		var missed []string
		for _, m := range r.Miss {
			missed = append(missed, m.Text)
		}
		fmt.Fprintf(t.w, "| %s | %.2f | %.2f | %.2f | %s |\n", r.Row.Name,
			ratio(min(r.Costs["go-sdk"].Wall, r.Costs["mcp-go"].Wall), us),
			ratio(us, r.Costs["plain"].Wall), ratio(us, r.Costs["floor"].Wall), strings.Join(missed, "; "))
	}
}

// ratio is a / b, 0 where there is nothing to compare with.
func ratio(a, b time.Duration) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// short writes a duration with three digits.
func short(d time.Duration) string {
	switch {
	case d >= 100*time.Millisecond:
		return fmt.Sprintf("%.0f ms", d.Seconds()*1e3)
	case d >= time.Millisecond:
		return fmt.Sprintf("%.1f ms", d.Seconds()*1e3)
	case d >= 100*time.Microsecond:
		return fmt.Sprintf("%.0f µs", d.Seconds()*1e6)
	}
	return fmt.Sprintf("%.1f µs", d.Seconds()*1e6)
}

// size writes bytes with their unit.
func size(n float64) string {
	switch {
	case n >= 1e6:
		return fmt.Sprintf("%.1f MB", n/1e6)
	case n >= 10e3:
		return fmt.Sprintf("%.0f KB", n/1e3)
	case n >= 1e3:
		return fmt.Sprintf("%.1f KB", n/1e3)
	}
	return fmt.Sprintf("%.0f B", n)
}
