package recording

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// The limits of what is read.
const (
	MaxBytes   = 256 << 20 // of a file
	MaxEntries = 300_000   // of a file, headers of HTTP included
	maxLine    = 16 << 20  // of a line, in bytes; those of mcpsim have 64 KiB of what was said
	maxHeaders = 1 << 20   // of the headers of one message as JSON, in bytes
)

var (
	errTooLong = fmt.Errorf("the recording is longer than %d bytes: cut a part out of it", MaxBytes)
	errTooMany = fmt.Errorf("the recording has more than %d entries and headers: cut a part out of it", MaxEntries)
	errLine    = fmt.Errorf("it is longer than %d bytes, which no program writes that records: leave it out", maxLine)
	errHeaders = fmt.Errorf("the headers of one message are longer than %d bytes", maxHeaders)
)

// gathered are the entries of a file, within the limits.
type gathered struct {
	entries []Entry
	parts   int // entries and headers
}

func (g *gathered) add(e Entry) error {
	g.parts++
	for _, values := range e.Header {
		g.parts += len(values)
	}
	if g.parts > MaxEntries {
		return errTooMany
	}
	g.entries = append(g.entries, e)
	return nil
}

// Read reads the recordings of a file. Connections of different lives of a program get
// different numbers, from 1 in the order in which they began. It stops at the first line
// that is wrong and returns what came before, with an error that names the line. A line that
// a program did not finish before it was killed is left out if another recording follows, or
// an entry of one of several programs that were writing.
func Read(r io.Reader) (entries []Entry, err error) {
	scanner := bufio.NewScanner(io.LimitReader(r, MaxBytes+1))
	scanner.Buffer(nil, maxLine)
	in := reading{lives: lives{numbers: map[origin]int{}, of: map[int]int{}}}
	for scanner.Scan() {
		text := scanner.Bytes()
		if in.line == 0 {
			text = bytes.TrimPrefix(text, []byte("\ufeff")) // some editors begin with it
		}
		if err := in.take(text); err != nil {
			return in.got.entries, err
		}
	}
	switch err := scanner.Err(); {
	case in.broken != nil:
		return in.got.entries, in.broken
	case err != nil:
		return in.got.entries, lineError(in.line+1, err)
	case in.line == 0:
		return nil, errors.New("the recording is empty")
	}
	return in.got.entries, nil
}

// lineError is why a line was not read.
func lineError(n int, err error) error {
	if errors.Is(err, bufio.ErrTooLong) {
		err = errLine
	}
	return fmt.Errorf("line %d: %w", n, err)
}

// reading is a file that is read.
type reading struct {
	lives  lives
	got    gathered
	line   int   // from 1
	size   int   // in bytes
	broken error // the last line is not JSON; nil = it is
}

// take reads the next line.
func (in *reading) take(text []byte) error {
	in.line++
	if in.size += len(text) + 1; in.size > MaxBytes {
		return fmt.Errorf("line %d: %w", in.line, errTooLong)
	}
	l, err := parse(text)
	begins := err == nil && l.Format != ""
	goesOn := err == nil && in.lives.count > 1 && in.lives.of[l.PID] != 0
	if begins || goesOn {
		in.broken = nil
	}
	switch {
	case in.broken != nil:
		return in.broken
	case begins:
		in.lives.begin(l.PID)
		return nil
	case err != nil && !json.Valid(text):
		in.broken = fmt.Errorf("line %d: %w", in.line, err)
		return nil
	case err == nil && in.line == 1:
		err = errors.New("there is no header: this is no recording of mcpsim")
	}
	var e Entry
	if err == nil {
		e, err = l.entry()
	}
	if err == nil {
		e.Conn = in.lives.number(l.PID, e.Conn)
		err = in.got.add(e)
	}
	if err != nil {
		return fmt.Errorf("line %d: %w", in.line, err)
	}
	return nil
}

// lives tells apart the connections of the programs that wrote to one file.
type lives struct {
	count   int
	newest  int         // process id
	of      map[int]int // the life that a process id stands for now
	numbers map[origin]int
}

// origin is a connection as its program has it.
type origin struct{ life, conn int }

// begin is a header.
func (l *lives) begin(pid int) {
	l.count++
	l.newest, l.of[pid] = pid, l.count
}

// number is the number of a connection in the file; 0 stays 0.
func (l *lives) number(pid, conn int) int {
	if conn == 0 {
		return 0
	}
	if l.of[pid] == 0 {
		pid = l.newest
	}
	from := origin{l.of[pid], conn}
	if l.numbers[from] == 0 {
		l.numbers[from] = len(l.numbers) + 1
	}
	return l.numbers[from]
}

// parsed is a line that was read: an entry, or a header if it has a format.
type parsed struct {
	Format  string          `json:"format"`
	Version int             `json:"version"`
	Header  json.RawMessage `json:"header"` // of the line
	line
}

// parse reads one line.
func parse(text []byte) (l parsed, err error) {
	if err := json.Unmarshal(text, &l); err != nil {
		return l, err
	}
	if l.Format != "" && (l.Format != Format || l.Version != Version) {
		return l, fmt.Errorf("%.40q of version %d, want %s of version %d", l.Format, l.Version, Format, Version)
	}
	return l, nil
}

func (l parsed) entry() (e Entry, err error) {
	if len(l.Header) > maxHeaders {
		return e, errHeaders
	}
	if l.Header != nil {
		err = json.Unmarshal(l.Header, &l.line.Header)
	}
	e = Entry{
		At: l.At, Kind: l.Kind, Conn: l.Conn, Exchange: l.Exchange, From: l.From, Verb: l.Verb, URL: l.URL,
		Status: l.Status, Header: l.line.Header, Text: l.Text, Place: l.Place,
	}
	if l.Code != nil {
		e.Code = *l.Code
	}
	if l.Data != nil {
		e.Data = []byte(*l.Data)
	}
	if l.Base64 != "" && err == nil {
		e.Data, err = base64.StdEncoding.DecodeString(l.Base64)
	}
	return e, err
}
