package servertest

import (
	"strings"
	"sync"
)

// Loose finds texts without regard to case, as a server does that means well with cursors. The
// zero value knows none; its methods may be called from any goroutine.
type Loose struct {
	mu    sync.Mutex
	known map[string]string
}

// Find returns the text that was given out, or the one that is asked for if there is none.
func (l *Loose) Find(text string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if given, ok := l.known[strings.ToLower(text)]; ok {
		return given
	}
	return text
}

// Give remembers a text that is given out.
func (l *Loose) Give(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.known == nil {
		l.known = map[string]string{}
	}
	l.known[strings.ToLower(text)] = text
}
