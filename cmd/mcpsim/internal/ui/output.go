package ui

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/mcpsim/mcpsim/internal/words"
)

// Output is stdout. All text passes a door that lets no control character through
// ([words.Door]), but for the colours of [UI.Paint]. The first error stays; a reader that
// has gone ends the command. Use it from one goroutine at a time.
type Output struct {
	w      io.Writer
	door   *words.Door
	cancel context.CancelCauseFunc
	err    error
}

func newOutput(w io.Writer, cancel context.CancelCauseFunc) *Output {
	o := &Output{w: w, cancel: cancel}
	o.door = words.NewDoor(Control{o}, colours()...)
	return o
}

// Error is the first error of a write.
func (o *Output) Error() error { return o.err }

// Raw is the writer below, for what must be tried even after an error.
func (o *Output) Raw() io.Writer { return o.w }

// Visible is text as Write writes it.
func (o *Output) Visible(text string) string { return o.door.Text(text) }

// Write writes text unless a write has failed before.
func (o *Output) Write(p []byte) (int, error) {
	if _, err := o.door.Write([]byte(words.NoCommands(string(p)))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Control writes past the door: package terminal drives the terminal with it.
type Control struct{ *Output }

// Write writes unless a write has failed before.
func (o Control) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(p)
	if err = Reader(err); err != nil {
		o.err = err
	}
	if errors.Is(err, errBrokenPipe) {
		o.cancel(errBrokenPipe)
	}
	return n, err
}

// stderr passes the same door, text by text.
type stderr struct {
	w        io.Writer
	commands bool // commands for what runs a job of CI pass
}

func (s stderr) Write(p []byte) (int, error) {
	text := string(p)
	if !s.commands {
		text = words.NoCommands(text)
	}
	if _, err := io.WriteString(s.w, words.NewDoor(nil, colours()...).Text(text)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// WriteJSON writes one line, in which no character is one that a terminal obeys. The
// error stays in out.
func WriteJSON(out *Output, v any) {
	var line bytes.Buffer
	enc := json.NewEncoder(words.NewJSONDoor(&line))
	enc.SetEscapeHTML(false)
	if enc.Encode(v) == nil {
		_, _ = out.Write(line.Bytes())
	}
}
