package host

import (
	"context"
	"log/slog"

	"github.com/mcpsim/mcpsim/runtime/event"
)

// levels are those of the runtime's log records; all others are debug records.
var levels = map[string]slog.Level{"info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError}

// logTo makes records of a logger from the log records among events.
func logTo(l *slog.Logger) event.Sink {
	return event.SinkFunc(func(e event.Event) {
		level, known := levels[e.Name]
		if !known {
			level = slog.LevelDebug
		}
		if e.Kind != event.ServerLog || !l.Enabled(context.Background(), level) {
			return
		}
		record := slog.NewRecord(e.At, level, e.Text, 0)
		if e.Server != "" {
			record.AddAttrs(slog.String("server", e.Server))
		}
		if e.Err != "" {
			record.AddAttrs(slog.String("error", e.Err))
		}
		_ = l.Handler().Handle(context.Background(), record) // a log that fails has no place to say so
	})
}
