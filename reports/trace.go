package reports

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"time"
	"unicode/utf8"

	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// The name and version of the trace format; docs/traces.md describes it.
const (
	traceFormat  = "mcpsim-trace"
	traceVersion = 1
)

// maxTraceLine bounds one line of a trace, in bytes. A writer cuts the copy of
// wire bytes of a longer event, a reader refuses the line.
const maxTraceLine = 1 << 20

// Trace is what happened in one run of one scenario. Events have been redacted
// and are in canonical order.
type Trace struct {
	Header TraceHeader
	Events []Event
}

// TraceHeader is the first line of a trace.
type TraceHeader struct {
	Format       string        `json:"format"`
	Version      int           `json:"version"`
	Mcpsim       string        `json:"mcpsim"`
	Go           string        `json:"go"`
	Scenario     TraceScenario `json:"scenario"`
	World        string        `json:"world"`
	Seed         uint64        `json:"seed,string"`
	ScheduleSeed uint64        `json:"schedule_seed,string"`
	Begin        time.Time     `json:"begin"` // what at_ns counts from
}

// TraceScenario names the scenario of a trace.
type TraceScenario struct {
	URI  string `json:"uri"`
	Line int    `json:"line"`
	Rule string `json:"rule"`
	Name string `json:"name"`
}

// line is an event as it is written. The order of the fields is the order of
// the keys.
type line struct {
	At     int64      `json:"at_ns"`
	Cause  uint64     `json:"cause"`
	Actor  string     `json:"actor"`
	Kind   event.Kind `json:"kind"`
	Server string     `json:"server,omitempty"`
	Conn   int        `json:"conn,omitempty"`
	Name   string     `json:"name,omitempty"`
	ID     string     `json:"id,omitempty"`
	From   string     `json:"from,omitempty"`
	To     string     `json:"to,omitempty"`
	After  int64      `json:"after_ns,omitempty"`
	N      int        `json:"n,omitempty"`
	Err    string     `json:"err,omitempty"`
	Text   string     `json:"text,omitempty"`
	Raw    string     `json:"raw,omitempty"`
	Base64 []byte     `json:"raw_base64,omitempty"` // Raw that is not UTF-8
}

func toLine(e Event, begin time.Time) line {
	l := line{
		At: e.At.Sub(begin).Nanoseconds(), Cause: e.Cause, Actor: e.Actor, Kind: e.Kind,
		Server: e.Server, Conn: e.Conn, Name: e.Name, ID: e.ID, From: e.From, To: e.To,
		After: e.After.Nanoseconds(), N: e.N, Err: e.Err, Text: e.Text,
	}
	if utf8.ValidString(e.Raw) {
		l.Raw = e.Raw
	} else {
		l.Base64 = []byte(e.Raw)
	}
	return l
}

func (l line) event(begin time.Time) Event {
	raw := l.Raw
	if len(l.Base64) > 0 {
		raw = string(l.Base64)
	}
	return Event{Cause: l.Cause, Event: event.Event{
		At: begin.Add(time.Duration(l.At)), Actor: l.Actor, Kind: l.Kind,
		Server: l.Server, Conn: l.Conn, Name: l.Name, ID: l.ID, From: l.From, To: l.To,
		After: time.Duration(l.After), N: l.N, Err: l.Err, Text: l.Text, Raw: raw,
	}}
}

// WriteTrace writes a trace as JSON Lines, event by event: a long one need not be in
// memory. Format and version are filled in. The same trace is always the same bytes.
// events have been redacted and are in canonical order.
func WriteTrace(w io.Writer, header TraceHeader, events iter.Seq[Event]) error {
	out := bufio.NewWriter(w)
	header.Format, header.Version = traceFormat, traceVersion
	header.Begin = header.Begin.UTC()
	if err := writeLine(out, header); err != nil {
		return err
	}
	for e := range events {
		if err := writeEvent(out, e, header.Begin); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("writing trace: %w", err)
	}
	return nil
}

func writeEvent(w io.Writer, e Event, begin time.Time) error {
	// Three texts, six bytes of JSON per byte of text at worst.
	const room = maxTraceLine / 32
	for _, s := range []*string{&e.Err, &e.Text, &e.Raw} {
		if len(*s) > room {
			*s = (*s)[:room]
		}
	}
	return writeLine(w, toLine(e, begin))
}

func writeLine(w io.Writer, v any) error {
	enc := json.NewEncoder(words.NewJSONDoor(w))
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("writing trace: %w", err)
	}
	return nil
}
