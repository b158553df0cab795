package probe

import (
	"bytes"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/internal/verdict"
)

// statistics is what a run has seen by the way, whichever check was running: some
// mistakes show only where no check looks for them.
type statistics struct {
	mu      sync.Mutex
	lines   int             // of stdout
	strayed string          // the first of them that is no message; "" = none
	logged  []byte          // the first log message; nil = none
	starts  []time.Duration // from the start of a process to its first answer
}

// line looks at what came on a connection. sent is what went before it.
func (s *statistics) line(l Line, stdout bool, sent []byte) {
	logs := bytes.Contains(l.Raw, []byte(`"notifications/message"`))
	s.mu.Lock()
	defer s.mu.Unlock()
	if stdout {
		s.lines++
	}
	if stdout && l.EOL != "" && s.strayed == "" && !l.Pure() { // a line without end was cut by a kill
		s.strayed = l.Quote()
		if sent != nil {
			s.strayed += ", after it was sent " + Quote(sent)
		}
	}
	if logs && s.logged == nil {
		s.logged = slices.Clone(l.Raw)
	}
}

// Pure reports whether a line is messages and nothing else.
func (l Line) Pure() bool {
	return !slices.ContainsFunc(parseFrames(l.Raw), func(f Frame) bool { return !f.IsMessage() })
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

// log is the first log message, or nil.
func (s *statistics) log() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.logged
}

// started takes how long a process took to give its first answer.
func (s *statistics) started(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starts = append(s.starts, d)
}

// startUp is the median of the starts, the lower one of two, and their number.
func (s *statistics) startUp() (median time.Duration, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.starts) == 0 {
		return 0, 0
	}
	sorted := slices.Sorted(slices.Values(s.starts))
	return sorted[(len(sorted)-1)/2], len(sorted)
}
