package ui

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
)

// standardLog takes what the standard library logs. net/http repeats there what a server
// sends without being asked, with the secrets that it was given, and that helps nobody.
// Only that a handler of this program has panicked is told.
type standardLog struct {
	mu sync.Mutex
	to io.Writer // nil: nothing is told any more
}

// Enabled is true: the level of what is logged says nothing.
func (l *standardLog) Enabled(context.Context, slog.Level) bool { return true }

// Handle tells a panic.
func (l *standardLog) Handle(_ context.Context, r slog.Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.to == nil || !strings.HasPrefix(r.Message, "http: panic serving ") {
		return nil
	}
	_, err := fmt.Fprintln(l.to, r.Message)
	return err
}

// WithAttrs changes nothing: the standard library has none.
func (l *standardLog) WithAttrs([]slog.Attr) slog.Handler { return l }

// WithGroup changes nothing.
func (l *standardLog) WithGroup(string) slog.Handler { return l }

// catchLog has the standard library log to where text for people goes, until stop is called.
func catchLog(to io.Writer) (stop func()) {
	l := &standardLog{to: to}
	slog.SetDefault(slog.New(l))
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.to = nil
	}
}
