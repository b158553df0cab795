// Command peers measures MCP clients against each other on one neutral server
// and prints Markdown: medians, ratios, and the goals of our client that were
// missed. It ends with status 1 if one of these does not depend on the machine
// (allocations, bytes, goroutines, order).
//
// It builds the server with the go command, so run it inside this module. It
// takes about two minutes. Client and server share one processor, which makes
// latency a sum of work and ratios repeatable; -cpus 0 leaves the processors
// alone. -rows, -clients and -profile look at one row closely; allocations are
// profiled one by one with GODEBUG=memprofilerate=1.
package main

import (
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"regexp"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/interop/peers"
)

func main() {
	exact, err := run()
	if err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(2)
	}
	if exact > 0 {
		os.Exit(1)
	}
}

func run() (exact int, err error) {
	rows := flag.String("rows", "", "measure the rows that match this `pattern` only")
	rounds := flag.Int("rounds", 5, "samples per row and client")
	budget := flag.Duration("budget", 80*time.Millisecond, "time of one sample")
	clients := flag.String("clients", "", "measure the clients that match this `pattern` only, and the floor")
	profile := flag.String("profile", "", "write cpu.pprof and allocs.pprof of the measurement into this `directory`")
	cpus := flag.Int("cpus", 1, "`number` of processors that client and server share; 0 is all")
	flag.Parse()
	pattern, err := regexp.Compile(*rows)
	if err != nil {
		return 0, err
	}
	measured, err := matching(*clients)
	if err != nil {
		return 0, err
	}
	slog.SetDefault(slog.New(slog.DiscardHandler)) // a client logs the end of every connection
	if err := confine(*cpus); err != nil {
		return 0, err
	}
	dir, err := os.MkdirTemp("", "peers")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	server, err := peers.StartServer(dir)
	if err != nil {
		return 0, err
	}
	defer server.Close()
	m := peers.Run{Rows: pattern, Rounds: *rounds, Budget: *budget, Clients: measured, Progress: progress}
	stop, err := profileTo(*profile)
	if err != nil {
		return 0, err
	}
	results, err := m.Measure(server)
	if err = errors.Join(err, stop()); err != nil {
		return 0, err
	}
	peers.WriteTables(os.Stdout, results, m.Clients)
	for _, r := range results {
		for _, miss := range r.Miss {
			if miss.Exact {
				exact++
			}
		}
	}
	return exact, nil
}

// matching are the clients whose names match, and the floor, which ratios need.
func matching(pattern string) ([]peers.Client, error) {
	names, err := regexp.Compile(pattern)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(peers.Clients(), func(c peers.Client) bool {
		return c.Name != "floor" && !names.MatchString(c.Name)
	}), nil
}

func progress(row string) { fmt.Fprintln(os.Stderr, row) }
