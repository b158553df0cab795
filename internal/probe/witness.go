package probe

import (
	"bytes"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/internal/verdict"
)

// witness is what a run has seen by the way, whichever check was running: some
// mistakes show only where no check looks for them.
type witness struct {
	mu      sync.Mutex
	lines   int             // of stdout
	strayed string          // the first of them that is no message; "" = none
	logged  []byte          // the first log message; nil = none
	starts  []time.Duration // from the start of a process to its first answer
}

// line looks at what came on a connection. sent is what went before it.
func (w *witness) line(l Line, stdout bool, sent []byte) {
	logs := bytes.Contains(l.Raw, []byte(`"notifications/message"`))
	w.mu.Lock()
	defer w.mu.Unlock()
	if stdout {
		w.lines++
	}
	if stdout && l.EOL != "" && w.strayed == "" && !l.Pure() { // a line without end was cut by a kill
		w.strayed = l.Quote()
		if sent != nil {
			w.strayed += ", after it was sent " + Quote(sent)
		}
	}
	if logs && w.logged == nil {
		w.logged = slices.Clone(l.Raw)
	}
}

// Pure reports whether a line is messages and nothing else.
func (l Line) Pure() bool {
	return !slices.ContainsFunc(parseFrames(l.Raw), func(f Frame) bool { return !f.IsMessage() })
}

// Quote shows a line with its end to a person.
func (l Line) Quote() string { return Quote(append(l.Raw[:len(l.Raw):len(l.Raw)], l.EOL...)) }

// strays is an error if a process has written what is no message.
func (w *witness) strays() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.lines == 0:
		return verdict.NotObserved("no process has written anything to standard output")
	case w.strayed != "":
		return fmt.Errorf("standard output held what is no message: %s", w.strayed)
	}
	return nil
}

// log is the first log message, or nil.
func (w *witness) log() []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.logged
}

// started takes how long a process took to give its first answer.
func (w *witness) started(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.starts = append(w.starts, d)
}

// startUp is the median of the starts, the lower one of two, and their number.
func (w *witness) startUp() (median time.Duration, n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.starts) == 0 {
		return 0, 0
	}
	sorted := slices.Sorted(slices.Values(w.starts))
	return sorted[(len(sorted)-1)/2], len(sorted)
}
