package steps

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// logger is that of a program, as package slog writes text.
type logger struct {
	noun
	own *slog.Logger

	mu   sync.Mutex
	text bytes.Buffer
}

// Write keeps a record.
func (l *logger) Write(record []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(record)
}

func (l *logger) use(level string) error {
	var least slog.Level
	if err := least.UnmarshalText([]byte(level)); err != nil {
		return err
	}
	l.own = slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{
		Level: least,
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				a.Value = slog.StringValue(fmt.Sprint(l.since(a.Value.Time())))
			}
			return a
		},
	}))
	return nil
}

func (l *logger) check(want *gherkin.DocString) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return same("the records of the program's logger", strings.TrimSpace(l.text.String()), strings.TrimSpace(want.Content))
}
