package acceptance

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// Log is a log file: one record per line with its moment in UTC, its level and its text as
// [words.Printable] shows it. Its methods may be called from any goroutine. A nil Log keeps
// nothing.
type Log struct {
	// Redact takes secrets out of the text of a record; nil: there are none. It is set
	// before the first record.
	Redact func(text string) string

	clk clock.Clock

	mu  sync.Mutex
	w   io.Writer
	err error // the first one of writing
}

// NewLog returns a log that is written to w.
func NewLog(w io.Writer, clk clock.Clock) *Log { return &Log{w: w, clk: clk} }

// Say adds a record.
func (l *Log) Say(level, format string, args ...any) {
	if l == nil {
		return
	}
	l.record(l.clk.Now(), level, fmt.Sprintf(format, args...))
}

// Emit adds the records of a runtime's own log, whose level is the runtime's to choose;
// other events are none. It implements [event.Sink].
func (l *Log) Emit(e event.Event) {
	if l == nil || e.Kind != event.ServerLog {
		return
	}
	text := e.Text
	if e.Server != "" && !strings.HasPrefix(text, "[") {
		text = "[" + e.Server + "] " + text
	}
	if e.Err != "" {
		text += ": " + e.Err
	}
	l.record(e.At, e.Name, text)
}

// Requests adds a record for each request that h has answered.
func (l *Log) Requests(h http.Handler) http.Handler {
	if l == nil {
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen := &statusWriter{ResponseWriter: w, code: http.StatusOK}
		h.ServeHTTP(seen, r)
		l.Say("info", "%s %s: %d", r.Method, r.URL.Path, seen.code)
	})
}

// end ends the log: further records are lost. It returns the first error of writing.
func (l *Log) end() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.w = io.Discard
	return l.err
}

func (l *Log) record(at time.Time, level, text string) {
	if l.Redact != nil {
		text = l.Redact(text)
	}
	line := fmt.Sprintf("%s %s %s\n", at.UTC().Format("2006-01-02T15:04:05.000Z"), level, words.Printable(text))
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, err := io.WriteString(l.w, line); err != nil && l.err == nil {
		l.err = fmt.Errorf("writing a log: %w", err)
	}
}

// statusWriter remembers the status code of an answer.
type statusWriter struct {
	http.ResponseWriter
	code int
}

func (w *statusWriter) WriteHeader(code int) {
	w.code = code
	w.ResponseWriter.WriteHeader(code)
}
