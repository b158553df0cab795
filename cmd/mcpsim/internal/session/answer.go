package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/connect"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/tell"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/config"
)

// answer is what became of a word, without secrets.
type answer struct {
	Do     string          `json:"do"` // the line
	OK     bool            `json:"ok"`
	TookMs float64         `json:"took_ms"`
	Text   string          `json:"text,omitempty"`
	Error  string          `json:"error,omitempty"`
	Next   string          `json:"next,omitempty"` // what a person can do about the error
	Result json.RawMessage `json:"result,omitempty"`

	code    int
	foreign bool // a server said the text, or the error
}

// serverError is a failure of a server of a session.
type serverError struct {
	server config.Server
	err    error
}

func (e *serverError) Error() string { return e.err.Error() }
func (e *serverError) Unwrap() error { return e.err }

// hinted is an error with what a person can do about it.
type hinted struct {
	error
	next string
}

func (h *hinted) Unwrap() error { return h.error }

// answerOf takes the secrets out of what a word has to say.
func (s *session) answerOf(o outcome) answer {
	a := answer{
		Do: s.redact.Own(strings.TrimSpace(o.request.line)), OK: o.err == nil, Text: s.redact.Own(o.shown.text), foreign: o.shown.foreign,
		TookMs: float64(time.Since(o.began).Microseconds()) / 1000,
	}
	if o.shown.data != nil {
		if raw, err := json.Marshal(o.shown.data); err == nil {
			a.Result = s.redact.JSON(raw)
		}
	}
	var advised *hinted
	var server *serverError
	switch {
	case o.err == nil:
		return a
	case errors.As(o.err, &server):
		found := connect.Explain(server.err, server.server, s.children.Last(server.server.Name), s.redact)
		a.code, a.Error, a.Next = found.Code, found.Reason, s.redact.Own(found.Next)
	default:
		a.code, a.Error = ui.ExitFailed, s.redact.Own(o.err.Error())
		_, a.foreign = errors.AsType[*saidError](o.err)
	}
	if errors.As(o.err, &advised) {
		a.Next = s.redact.Own(advised.next)
	}
	if errors.Is(o.err, errUsage) {
		a.code = ui.ExitUsage
	}
	return a
}

// lines is the answer for people. Lines of a server stand behind bars, if there are
// several, and are bounded all together.
func (a answer) lines(paint painter) string {
	var b strings.Builder
	put := func(role tell.Role, text string) {
		if text = strings.TrimRight(text, "\n"); text != "" {
			for line := range strings.SplitSeq(text, "\n") {
				b.WriteString(paint(role, words.Printable(line)) + "\n")
			}
		}
	}
	text, failure := a.Text, a.Error
	if a.foreign && strings.Contains(strings.TrimSpace(text+failure), "\n") {
		text, failure = quoted(text), quoted(failure)
	}
	put(tell.Plain, text)
	put(tell.Bad, strings.ReplaceAll(strings.TrimRight(failure, "\n"), "\n", "\n    ")) // an error may repeat what a server says
	if a.Next != "" {
		put(tell.Quiet, "  next: "+a.Next)
	}
	if b.Len() == 0 {
		put(tell.Good, "done")
	}
	return b.String()
}

// quoted is what a server said behind bars; nothing stays nothing.
func quoted(text string) string {
	if text == "" {
		return ""
	}
	return words.Quoted(text)
}

func (l *lineOutput) answer(a answer) {
	if l.echo {
		fmt.Fprintln(l.to, l.ui.Paint(tell.Heading, "> "+words.Printable(a.Do)))
	}
	_, _ = io.WriteString(l.to, a.lines(l.ui.Paint)) // the error stays in ui.Out
}

func (l *lineOutput) end(int, int) {}

func (j *jsonOutput) answer(a answer) {
	ui.WriteJSON(j.out, struct {
		ui.JSONLine
		answer
	}{ui.LineOf("answer"), a})
}

func (j *jsonOutput) end(failed, code int) {
	if !j.ends {
		return
	}
	ui.WriteJSON(j.out, struct {
		ui.JSONLine
		Failed int `json:"failed"`
		Exit   int `json:"exit"`
	}{ui.LineOf("summary"), failed, code})
}

func (t *tableOutput) answer(answer) {}

func (t *tableOutput) end(int, int) {}
