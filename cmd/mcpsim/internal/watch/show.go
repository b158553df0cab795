package watch

import (
	"fmt"
	"io"
	"strings"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// output shows what happens, in one of three ways: a table on a terminal,
// lines for people, lines for programs.
type output interface {
	// show is called after every change; fresh are the new entries.
	show(m *model, fresh []entry)
}

// tableOutput draws the table anew. The entries are in the model.
type tableOutput struct {
	screen *screen
	ui     *ui.UI
}

func (t *tableOutput) show(m *model, _ []entry) {
	width, height := t.screen.size()
	t.screen.draw(m.frame(width, height, t.ui.Paint))
}

// lineOutput writes one line per entry. Of several lines of text it shows all, the
// first with time and kind.
type lineOutput struct{ ui *ui.UI }

func (l *lineOutput) show(_ *model, fresh []entry) {
	for _, e := range fresh {
		_, more, _ := strings.Cut(strings.TrimSpace(e.Text), "\n")
		for line := range strings.Lines(e.line() + "\n" + more) {
			fmt.Fprintln(l.ui.Out, l.ui.Paint(levelRoles[e.Level], words.Printable(strings.TrimRight(line, "\n")))) // the error stays in ui.Out
		}
	}
}

// jsonOutput writes one object per entry; version and type are those of all
// lines of `mcpsim connect --json`.
type jsonOutput struct{ out io.Writer }

type jsonEntry struct {
	ui.JSONLine
	Time   string `json:"time"` // RFC 3339 with milliseconds, in UTC
	Level  string `json:"level"`
	Server string `json:"server,omitempty"`
	Text   string `json:"text"`
	Path   string `json:"path,omitempty"` // of a settings file

	// Of type "server"; tools of one that is connected.
	State     string `json:"state,omitempty"`
	Why       string `json:"why,omitempty"`
	Tools     *int   `json:"tools,omitempty"`
	Transport string `json:"transport,omitempty"` // of type "approval", too
	Source    string `json:"source,omitempty"`

	// Of type "approval": names, never values.
	Env     []string `json:"env,omitempty"`
	Headers []string `json:"headers,omitempty"`
}

func (j *jsonOutput) show(_ *model, fresh []entry) {
	for _, e := range fresh {
		line := jsonEntry{
			JSONLine: ui.LineOf(e.Kind), Time: e.At.UTC().Format("2006-01-02T15:04:05.000Z07:00"),
			Level: e.Level, Server: e.Server, Text: e.Text, Path: e.Path,
		}
		line.row(e.Row)
		line.question(e.Question)
		_ = ui.WriteJSON(j.out, line) // the error stays in ui.Out
	}
}

func (l *jsonEntry) row(r *row) {
	if r == nil {
		return
	}
	l.State, l.Why, l.Transport, l.Source = r.State, r.Why, r.Transport, r.Source
	if r.connected() {
		l.Tools = &r.Tools
	}
}

func (l *jsonEntry) question(q *host.ApprovalQuestion) {
	if q == nil {
		return
	}
	l.Transport, l.Source, l.Env, l.Headers = string(q.Transport), q.Source, q.Env, q.Headers
}
