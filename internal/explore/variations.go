package explore

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/netem/vtime"
)

// The kinds of variation. Under the first three a scenario keeps its own promises; under
// the others only the laws of every runtime hold, see [gherkin.Variation].
const (
	Seed     = "seed"     // other faults by chance, other jitter
	Schedule = "schedule" // another order of actors wherever they act at one instant
	Order    = "order"    // another such order at each instant
	Latency  = "latency"  // slow links
	Cut      = "cut"      // a connection ends inside a message
)

// Kinds are all of them, in the order in which a failure is shown: the simplest first.
func Kinds() []string { return []string{Seed, Schedule, Order, Latency, Cut} }

// delays are those that the time limits and waits of the documented runtimes lie between.
var delays = []time.Duration{
	time.Millisecond, 20 * time.Millisecond, 130 * time.Millisecond, 260 * time.Millisecond, 600 * time.Millisecond,
	time.Second, 2600 * time.Millisecond, 5100 * time.Millisecond, 11 * time.Second, 31 * time.Second,
}

// subject is one scenario and what is still to be tried with it.
type subject struct {
	job   gherkin.Job
	links []string
	cuts  []string // of the streams seen, in the order in which they are tried
	used  map[string]int
	// failed counts failures.
	failed int
	total  int           // places to cut at
	cost   time.Duration // real time of one run
}

// learn takes in what travelled in the scenario as it is.
func (s *subject) learn(wire []gherkin.Stream, seed uint64) {
	key := vtime.Seed(seed)
	byKey := func(a, b string) int { return cmp.Compare(key.Uint64(a), key.Uint64(b)) }
	var rounds [][]string // each message is cut once before one is cut again
	for _, stream := range wire {
		if !slices.Contains(s.links, stream.Link) {
			s.links = append(s.links, stream.Link)
		}
		for i := range stream.Messages {
			for n, cut := range slices.SortedFunc(slices.Values(cutsOf(stream, i)), byKey) {
				if n == len(rounds) {
					rounds = append(rounds, nil)
				}
				rounds[n] = append(rounds[n], cut)
			}
		}
	}
	for _, round := range rounds {
		slices.SortFunc(round, byKey)
		s.cuts = append(s.cuts, round...)
	}
	s.total = len(s.cuts)
}

// endings are how a connection ends, one after the other.
var endings = []string{"reset", "close", "half"}

// cutsOf are the disturbances that end a connection at each place of message i of a stream.
func cutsOf(s gherkin.Stream, i int) []string {
	var out []string
	for j, place := range s.Messages[i] {
		out = append(out, fmt.Sprintf("%s cut %d at %s end %s %s on connection %d",
			word(s.Link), i+1, place, endings[(i+j+s.Conn)%len(endings)], s.Direction, s.Conn))
	}
	return out
}

// word is the name of a link as a disturbance has it.
func word(link string) string {
	if strings.ContainsAny(link, " \t\"") {
		return strconv.Quote(link)
	}
	return link
}

// turns are the kinds in the order in which they are tried: every other run is a cut, as
// there are most of these and they find most.
func turns(kinds []string) []string {
	others := slices.DeleteFunc(slices.Clone(kinds), func(kind string) bool { return kind == Cut })
	if len(others) == 0 || len(others) == len(kinds) {
		return kinds
	}
	var out []string
	for _, kind := range others {
		out = append(out, kind, Cut)
	}
	return out
}

// next are n more variations of the given kinds.
func (s *subject) next(kinds []string, seed uint64, n int) []gherkin.Variation {
	kinds = turns(kinds)
	var out []gherkin.Variation
	for len(out) < n {
		added := 0
		for _, kind := range kinds {
			if len(out) == n {
				break
			}
			if v, ok := s.one(kind, seed); ok {
				out = append(out, v)
				added++
			}
		}
		if added == 0 { // nothing is left to cut
			break
		}
	}
	return out
}

// one is the next variation of a kind; ok is false if there is none left.
func (s *subject) one(kind string, seed uint64) (v gherkin.Variation, ok bool) {
	if s.used == nil {
		s.used = map[string]int{}
	}
	n := s.used[kind]
	s.used[kind]++
	v = gherkin.Variation{Seed: seed, Laws: true}
	switch kind {
	case Seed:
		v.Seed += uint64(n) + 1
	case Schedule:
		v.ScheduleSeed = uint64(n) + 1
	case Order:
		v.OrderSeed = uint64(n) + 1
	case Latency:
		v.Disturb = []string{s.latency(n)}
		if strings.Contains(v.Disturb[0], " jitter ") {
			v.Seed += uint64(n)
		}
	case Cut:
		if n >= len(s.cuts) {
			return v, false
		}
		v.Disturb = []string{s.cuts[n]}
	}
	return v, true
}

// latency is the n-th slow link: all of them, then one after the other.
func (s *subject) latency(n int) string {
	link := "*"
	if i := n / len(delays) % (len(s.links) + 1); i > 0 {
		link = word(s.links[i-1])
	}
	d := delays[n%len(delays)]
	text := fmt.Sprintf("%s latency %s", link, d)
	if n/len(delays)/(len(s.links)+1)%2 == 1 {
		text += fmt.Sprintf(" jitter %s", d/2)
	}
	return text
}

// KindOf is the kind of a variation.
func KindOf(v gherkin.Variation) string {
	switch {
	case len(v.Disturb) > 0 && strings.Contains(v.Disturb[0], " latency "):
		return Latency
	case len(v.Disturb) > 0:
		return Cut
	case v.OrderSeed != 0:
		return Order
	case v.ScheduleSeed != 0:
		return Schedule
	}
	return Seed
}
