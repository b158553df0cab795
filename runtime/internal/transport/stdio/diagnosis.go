package stdio

import (
	"fmt"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// tail keeps the last [StderrKept] bytes that were written to it.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p[max(0, len(p)-StderrKept):]...)
	if over := len(t.kept) - StderrKept; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.kept)
}

// StderrTail is the end of what the server wrote to stderr, at most
// [StderrKept] bytes. It may hold secrets the server printed: it is for people
// who see the server's own output, not for traces.
func (t *Transport) StderrTail() string { return t.stderr.String() }

// ExitCode is the code of a process that has ended, -1 after a signal. ok is
// false before that.
func (t *Transport) ExitCode() (code int, ok bool) {
	if !clock.Closed(t.exited) {
		return 0, false
	}
	return t.exit.code, true
}

// Diagnosis says in words what went wrong so far beside the errors that callers
// got: dropped input and the exit. It is empty if nothing did.
func (t *Transport) Diagnosis() string {
	notes := t.session.Notes()
	if code, ok := t.ExitCode(); ok {
		note := fmt.Sprintf("process exited with code %d", code)
		if t.exit.err != nil {
			note = fmt.Sprintf("process ended: %s", t.exit.err)
		}
		notes = append(notes, note)
	}
	return strings.Join(notes, "; ")
}
