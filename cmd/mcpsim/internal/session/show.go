package session

import (
	"fmt"
	"io"
	"strings"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/terminal"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// output shows what happens, in one of three ways: a table on a terminal,
// lines for people, lines for programs.
type output interface {
	// show is called after every change; fresh are the new entries.
	show(m *model, fresh []entry)
	// answer tells what became of a word.
	answer(a answer)
	// end is called last, with the number of words that failed and the exit code.
	end(failed, code int)
}

// tableOutput draws the table anew. The entries are in the model.
type tableOutput struct {
	screen *terminal.Screen
	ui     *ui.UI
}

func (t *tableOutput) show(m *model, _ []entry) {
	width, height := t.screen.Size()
	t.screen.Draw(m.frame(width, height, t.ui.Paint))
}

// lineOutput writes one line per entry. Of several lines of text it shows all, the
// first with time and kind.
type lineOutput struct {
	ui   *ui.UI
	to   io.Writer
	echo bool // the line that was obeyed, before its answer
}

func (l *lineOutput) show(_ *model, fresh []entry) {
	for _, e := range fresh {
		_, more, _ := strings.Cut(strings.TrimSpace(words.PrintableLines(e.Text)), "\n")
		l.line(e.Level, e.line())
		for line := range strings.Lines(more) {
			l.line(e.Level, "  "+strings.TrimRight(line, "\n")) // it does not begin like an entry
		}
	}
}

func (l *lineOutput) line(level, text string) {
	fmt.Fprintln(l.to, l.ui.Paint(levelRoles[level], words.Printable(text))) // the error stays in ui.Out
}

// jsonOutput writes one object per entry; version and type are those of all
// lines of `mcpsim connect --json`.
type jsonOutput struct {
	out  *ui.Output
	ends bool // a last line says how it ended
}

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
		ui.WriteJSON(j.out, line)
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
