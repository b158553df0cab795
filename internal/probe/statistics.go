package probe

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/internal/verdict"
)

// statistics is what a run has seen by the way, whichever check was running: some
// mistakes show only where no check looks for them.
type statistics struct {
	mu        sync.Mutex
	lines     int     // of stdout
	strayed   string  // the first of them that is no message; "" = none
	logs      []Frame // the first log messages, maxLogs at most
	logged    int     // their bytes, maxLogged at most
	cost      Cost
	sights    map[Sight]bool  // nil = none
	listed    bool            // a list was answered with a result
	checks    int             // begun
	starts    []time.Duration // from the start of a process to its first answer
	announced bool            // a change of a list, in any session
	ids       int             // of requests, given so far
	lazy      bool            // a process waits for most of the time until its first answer
	heavy     bool            // a message had more than heavyMessage
}

// Cost is what looking at a server has cost it.
type Cost struct{ Processes, Messages int }

// spend adds to the cost.
func (s *statistics) spend(processes, messages int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cost.Processes += processes
	s.cost.Messages += messages
}

// manyChecks is from how many examples on a run is about a whole server.
const manyChecks = 20

func (s *statistics) check() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.checks++
}

// Busy reports whether many checks have begun: then they take their time together.
func (b *Bench) Busy() bool {
	b.seen.mu.Lock()
	defer b.seen.mu.Unlock()
	return b.seen.checks >= manyChecks
}

// Announced reports whether a change of a list was announced in any session so far.
func (b *Bench) Announced() bool {
	b.seen.mu.Lock()
	defer b.seen.mu.Unlock()
	return b.seen.announced
}

// Begun is when the server was first reached for.
func (b *Bench) Begun() time.Time { return b.first.born }

// Cost is how many processes were started and messages sent by all checks so far. It may
// be called at any time.
func (b *Bench) Cost() Cost {
	b.seen.mu.Lock()
	defer b.seen.mu.Unlock()
	return b.seen.cost
}

// heavyMessage is from how many bytes of a message on a server is heavy.
const heavyMessage = 2 << 20

// Heavy reports whether the server has sent so large a message that few of its connections
// are kept at a time: none is started ahead, kept for another check, or used side by side.
func (b *Bench) Heavy() bool {
	b.seen.mu.Lock()
	defer b.seen.mu.Unlock()
	return b.seen.heavy
}

// line looks at what came on a connection. sent is what went before it.
func (s *statistics) line(l Line, frames []Frame, stdout bool, sent []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.heavy = s.heavy || len(l.Raw) > heavyMessage
	if stdout {
		s.lines++
	}
	if stdout && l.EOL != "" && s.strayed == "" && !pure(frames) && !shapeless(frames) { // a line without end was cut by a kill
		s.strayed = l.Quote()
		if sent != nil {
			s.strayed += ", after it was sent " + Quote(sent)
		}
	}
	for _, f := range frames {
		s.announced = s.announced || f.IsNotification() && strings.HasSuffix(f.Method(), "/list_changed")
		if len(s.logs) < maxLogs && s.logged+len(f.Raw) <= maxLogged && f.Method() == "notifications/message" {
			s.logged += len(f.Raw)
			s.logs = append(s.logs, ParseFrame(slices.Clone(f.Raw)))
		}
	}
}

// maxLogs is how many log messages are kept, and maxLogged how many bytes they have together.
const (
	maxLogs   = 100
	maxLogged = 1 << 20
)

// Shapeless reports whether a line is a response that has neither a result nor an error.
func (l Line) Shapeless() bool { return shapeless(parseFrames(l.Raw)) }

// shapeless reports whether a line holds nothing but messages and responses that have neither a
// result nor an error, of which [Shaped] tells.
func shapeless(frames []Frame) bool {
	return len(frames) > 0 && !slices.ContainsFunc(frames, Frame.isStray)
}

// isStray reports whether it is no message, nor meant as one: a line of a log may be an object,
// too. Of what is on standard output beside messages [Bench.Strays] tells.
func (f Frame) isStray() bool {
	return !f.IsMessage() && (f.Members["jsonrpc"] == nil || f.Members["id"] == nil)
}

// Pure reports whether a line is messages and nothing else.
func (l Line) Pure() bool { return pure(parseFrames(l.Raw)) }

func pure(frames []Frame) bool {
	return len(frames) > 0 && !slices.ContainsFunc(frames, func(f Frame) bool { return !f.IsMessage() })
}

// Quote shows a line with its end to a person.
func (l Line) Quote() string { return Quote(append(l.Raw[:len(l.Raw):len(l.Raw)], l.EOL...)) }

// strays is an error if a process has written what is no message.
func (s *statistics) strays() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.lines == 0:
		return verdict.NotObserved("no process has written anything to standard output")
	case s.strayed != "":
		return fmt.Errorf("standard output held what is no message: %s", s.strayed)
	}
	return nil
}

// messages are the first log messages.
func (s *statistics) messages() []Frame {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.logs[:len(s.logs):len(s.logs)]
}

// started takes how long a process took to give its first answer.
func (s *statistics) started(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starts = append(s.starts, d)
}

// startUp is the fastest of the starts, their median, the lower one of two, and their
// number.
func (s *statistics) startUp() (fastest, median time.Duration, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.starts) == 0 {
		return 0, 0, 0
	}
	sorted := slices.Sorted(slices.Values(s.starts))
	return sorted[0], sorted[(len(sorted)-1)/2], len(sorted)
}
