package session

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// profile is a runtime with the words of those who use it.
type profile interface {
	// words are those of the profile. The table can be asked for before the runtime is
	// opened: for help and for completion.
	words() []word
	// open wires the runtime. It starts nothing, and reads files no longer than ctx.
	open(ctx context.Context, m *machine, o Options) error
	// start returns when the first words may be obeyed.
	start(ctx context.Context) error
	// look is how things are.
	look() view
	// script are the words that the profile's own file wants obeyed first.
	script() []string
	// close ends everything and waits until nothing is left.
	close()
}

// kind is a profile by name.
type kind struct {
	name, about string
	make        func() profile
}

var kinds = []kind{
	{"omp", "a coding agent: servers found in configuration files, /mcp commands", func() profile { return &omp{} }},
	{"qwen", "settings files that people edit meanwhile, approvals, extensions", func() profile { return &qwen{} }},
	{"room", "a room server: providers behind WebSockets, connected on command", func() profile { return &room{} }},
	{"agents", "servers of an agent framework, from a file", func() profile { return &agents{} }},
}

func kindOf(name string) (kind, error) {
	var known []string
	for _, k := range kinds {
		if k.name == name {
			return k, nil
		}
		known = append(known, k.name)
	}
	if name == "" {
		return kind{}, errors.New("want --profile, one of " + strings.Join(known, ", "))
	}
	return kind{}, errors.New("--profile " + name + ": want one of " + strings.Join(known, ", ") + ui.DidYouMean("", name, known))
}

// rowOf is a server of a manager as it is shown. One that is still being connected, or
// has not listed its tools, is on its way.
func rowOf(v host.ServerView, f fate, tools int) row {
	r := row{Name: v.Name, State: string(v.Status), Tools: tools, Settled: true, Transport: v.Config.Transport(), Era: f.era}
	switch v.Status {
	case host.Connected:
		r.Settled, r.Style = f.live, host.StatusGood
	case host.Connecting:
		r.Settled, r.Style = false, host.StatusWarning
	default:
		r.Settled, r.Why, r.Style = f.failed || v.State == event.Closed, f.why, host.StatusBad
		if v.State == event.Closed {
			r.Why, r.Style = "", host.StatusNeutral
		}
	}
	return r
}

// countTools are the tools of each server.
func countTools(tools iter.Seq[host.Tool]) map[string]int {
	counts := map[string]int{}
	for t := range tools {
		counts[t.Server]++
	}
	return counts
}

// names are those of the servers that are shown.
func (v view) names() []string {
	var out []string
	for _, r := range v.rows {
		out = append(out, r.Name)
	}
	return out
}

// find is the row of a server.
func (v view) find(name string) (row, bool) {
	i := slices.IndexFunc(v.rows, func(r row) bool { return r.Name == name })
	if i < 0 {
		return row{}, false
	}
	return v.rows[i], true
}
