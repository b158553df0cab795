package reports_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/event"
)

func fullTrace() reports.Trace {
	full := reports.Event{Cause: 1 << 63, Event: event.Event{
		At: begin.Add(250_000_012), Actor: "docs", Kind: event.ServerState, Server: "docs", Conn: 2, Name: "tools/list",
		ID: `"9007199254740993"`, From: "listing", To: "ready", After: 250 * time.Millisecond, N: 3, Err: "timeout",
		Text: "a <b> & \"c\"\n\u2028", Raw: `{"id":1}`,
	}}
	binary := at(251, 9, "docs", event.LineDropped)
	binary.Raw = "\xff\xfe\x00"
	return reports.Trace{
		Header: reports.TraceHeader{
			Format: "mcpsim-trace", Version: 1, Mcpsim: "v1", Go: "go1.26", World: "virtual",
			Scenario: reports.TraceScenario{URI: "x.feature", Line: 12, Rule: "r", Name: "e"},
			Seed:     1<<64 - 1, ScheduleSeed: 3, Begin: begin,
		},
		Events: []reports.Event{full, binary},
	}
}

const writtenTrace = `{"format":"mcpsim-trace","version":1,"mcpsim":"v1","go":"go1.26","scenario":{"uri":"x.feature","line":12,"rule":"r","name":"e"},"world":"virtual","seed":"18446744073709551615","schedule_seed":"3","begin":"2026-01-01T00:00:00Z"}
{"at_ns":250000012,"cause":9223372036854775808,"actor":"docs","kind":"server.state","server":"docs","conn":2,"name":"tools/list","id":"\"9007199254740993\"","from":"listing","to":"ready","after_ns":250000000,"n":3,"err":"timeout","text":"a <b> & \"c\"\n\u2028","raw":"{\"id\":1}"}
{"at_ns":251000000,"cause":9,"actor":"docs","kind":"line.dropped","raw_base64":"//4A"}
`

// The format is a promise: docs/traces.md shows it, files of it are kept.
func TestTraceFormatIsPinned(t *testing.T) {
	assert.Equal(t, string(written(t, fullTrace())), writtenTrace)
	back, err := reports.ReadTrace(strings.NewReader(writtenTrace))
	assert.NilError(t, err)
	assert.DeepEqual(t, back, fullTrace())
}

func TestLongTextsAreCutWhenWritten(t *testing.T) {
	trace := fullTrace()
	huge := strings.Repeat("\x01", maxTraceLine)
	trace.Events[0].Raw, trace.Events[0].Text, trace.Events[0].Err = huge, huge, huge
	_, err := reports.ReadTrace(bytes.NewReader(written(t, trace)))
	assert.NilError(t, err)
	assert.Equal(t, len(trace.Events[0].Raw), maxTraceLine, "the caller's event is untouched")
}

func TestBrokenTracesSayWhere(t *testing.T) {
	header, rest, _ := strings.Cut(writtenTrace, "\n")
	header += "\n"
	for name, c := range map[string]struct{ text, want string }{
		"empty":           {"", "line 1: the trace is empty"},
		"no json":         {"hello\n", "line 1: invalid character"},
		"other format":    {`{"format":"other","version":1}` + "\n", `line 1: the format is "other", not "mcpsim-trace"`},
		"results":         {`{"format":"mcpsim-results","version":1}` + "\n", "the format is"},
		"newer":           {strings.Replace(header, `"version":1`, `"version":2`, 1), "line 1: version 2 was written by a newer mcpsim"},
		"version 0":       {strings.Replace(header, `"version":1`, `"version":0`, 1), "version 0 is not known"},
		"unknown key":     {header + `{"at_ns":1,"cause":1,"actor":"a","kind":"k","colour":"red"}` + "\n", `line 2: unknown field "colour"`},
		"repeated key":    {header + `{"at_ns":1,"at_ns":2,"cause":1,"actor":"a","kind":"k"}` + "\n", `line 2: the key "at_ns" is there twice`},
		"wrong type":      {header + `{"at_ns":"1","cause":1,"actor":"a","kind":"k"}` + "\n", "line 2: cannot unmarshal string"},
		"negative cause":  {header + `{"at_ns":1,"cause":-1,"actor":"a","kind":"k"}` + "\n", "line 2: cannot unmarshal number -1"},
		"no actor":        {header + `{"at_ns":1,"cause":1,"kind":"k"}` + "\n", "line 2: an event needs an actor and a kind"},
		"two on a line":   {header + `{"at_ns":1,"cause":1,"actor":"a","kind":"k"} {}` + "\n", "line 2: there is more than one value on the line"},
		"empty line":      {header + "\n" + rest, "line 2: EOF"},
		"cut off":         {strings.TrimSuffix(writtenTrace, "\n"), "line 3: the last line is not finished"},
		"cut in the head": {header[:20], "line 1: the last line is not finished"},
		"long line":       {header + strings.Repeat(" ", maxTraceLine+1) + "\n", "line 2: longer than 1048576 bytes"},
	} {
		_, err := reports.ReadTrace(strings.NewReader(c.text))
		var typed *reports.FormatError
		assert.Check(t, errors.As(err, &typed), name)
		assert.Check(t, is.ErrorContains(err, c.want), name)
	}
}

// A file of small lines, each of which takes more in memory, is refused before there are too
// many, and so is one that is too long.
func TestLongFilesAreRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine reads much: the race detector has nothing to see")
	}
	trace, _, _ := strings.Cut(writtenTrace, "\n")
	results := `{"format":"mcpsim-results","version":3}`
	lines := func(header, line string, n int) io.Reader {
		readers := []io.Reader{strings.NewReader(header + "\n")}
		for range n {
			readers = append(readers, strings.NewReader(line+"\n"))
		}
		return io.MultiReader(readers...)
	}
	read := map[string]func(io.Reader) error{
		"trace":   func(r io.Reader) error { _, err := reports.ReadTrace(r); return err },
		"results": func(r io.Reader) error { _, _, err := reports.ReadResults(r); return err },
	}
	for _, c := range []struct {
		kind, want string
		file       io.Reader
		tooLong    bool
	}{
		{"trace", "there are more than 200000 lines", lines(trace, `{"actor":"a","kind":"b"}`, 200_001), true},
		{"trace", "there are more than 268435456 bytes", lines(trace, `{"actor":"a","kind":"b"`+strings.Repeat(" ", 1<<20-100)+"}", 300), true},
		{"results", "there are more than 200000 lines", lines(results, `{"uri":"a","verdict":"b"}`, 200_001), true},
		{"results", "a result has more than 10000 steps", lines(results, `{"uri":"a","verdict":"b","steps":[{}`+strings.Repeat(",{}", 10_000)+"]}", 1), false},
	} {
		err := read[c.kind](c.file)
		assert.Check(t, is.ErrorContains(err, c.want))
		var typed *reports.FormatError
		assert.Check(t, errors.As(err, &typed) && typed.TooLong == c.tooLong, c.want)
	}
}

func TestFailingReadersAreNoFormatErrors(t *testing.T) {
	broken := errors.New("disk on fire")
	_, err := reports.ReadTrace(errReader{broken})
	assert.ErrorIs(t, err, broken)
}

type errReader struct{ err error }

func (r errReader) Read([]byte) (int, error) { return 0, r.err }

func TestOrderIsCanonical(t *testing.T) {
	want := []reports.Event{
		at(5, 1, "b", "first"), at(5, 1, "b", "second"), at(6, 1, "a", "k"),
		at(1, 2, "a", "k"), // a skewed clock: its cause says when it was
		at(1, 2, "b", "k"),
	}
	got := []reports.Event{want[4], want[0], want[2], want[3], want[1]}
	reports.Sort(got)
	assert.DeepEqual(t, got, want)
}

func FuzzReadTrace(f *testing.F) {
	f.Add([]byte(writtenTrace))
	f.Add([]byte(strings.TrimSuffix(writtenTrace, "\n")))
	f.Add([]byte(strings.Replace(writtenTrace, "2026-01-01T00:00:00Z", "0001-01-01T00:00:00.000000001+23:59", 1)))
	f.Add([]byte(`{"format":"mcpsim-trace","version":1,"seed":"1","schedule_seed":"x"}` + "\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		trace, err := reports.ReadTrace(bytes.NewReader(data))
		if err != nil {
			var typed *reports.FormatError
			if !errors.As(err, &typed) || typed.Line < 1 {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		first := written(t, trace)
		again, err := reports.ReadTrace(bytes.NewReader(first))
		assert.NilError(t, err)
		assert.Equal(t, string(written(t, again)), string(first))
	})
}
