package recording

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// Two programs write messages and no bytes: mcpsnoop (JSON Lines, github.com/kerlenton/mcpsnoop)
// and mcp-cassette (one JSON object, github.com/cheneeheng/mcp-cassette). Whatever the
// transport was, they are read as lines of the pipes of a process.

// snoopLine is a line of mcpsnoop.
type snoopLine struct {
	Session   string          `json:"session_id"`
	Conn      string          `json:"conn_id"` // of one client over HTTP
	At        time.Time       `json:"ts"`
	Direction string          `json:"direction"` // c2s, s2c, stderr, or meta
	Raw       json.RawMessage `json:"raw"`       // the message
	Text      string          `json:"text"`      // or a line that is none
}

// readSnoop reads a log of mcpsnoop.
func readSnoop(r io.Reader) ([]Entry, error) {
	scanner := bufio.NewScanner(io.LimitReader(r, MaxBytes))
	scanner.Buffer(nil, maxLine)
	var got gathered
	conns, n := map[string]int{}, 1
	for ; scanner.Scan(); n++ {
		if len(bytes.TrimSpace(scanner.Bytes())) == 0 {
			continue
		}
		var l snoopLine
		if err := json.Unmarshal(scanner.Bytes(), &l); err != nil {
			return got.entries, fmt.Errorf("line %d: %w", n, err)
		}
		key := l.Session + " " + l.Conn
		from := map[string]string{"c2s": Client, "s2c": Server, "stderr": Stderr}[l.Direction]
		if from == "" {
			continue // it is about the log
		}
		if conns[key] == 0 {
			conns[key] = len(conns) + 1
		}
		text := []byte(l.Text)
		if len(l.Raw) > 0 {
			text = l.Raw
		}
		if err := got.add(Entry{At: l.At, Kind: Chunk, Conn: conns[key], From: from, Data: append(text, '\n')}); err != nil {
			return got.entries, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := scanner.Err(); err != nil {
		return got.entries, lineError(n, err)
	}
	return got.entries, nil
}

// cassette is a file of mcp-cassette.
type cassette struct {
	Version  int             `json:"format_version"`
	At       time.Time       `json:"recorded_at"`
	Messages json.RawMessage `json:"messages"`
}

// cassetteMessage is one of its messages.
type cassetteMessage struct {
	Offset  int64           `json:"t_offset_ms"`
	Sender  string          `json:"sender"`  // client or server
	Payload json.RawMessage `json:"payload"` // a message, or a string that is none
}

// newestCassette is the newest format of mcp-cassette that is known.
const newestCassette = 3

// readCassette reads a file of mcp-cassette.
func readCassette(text []byte) ([]Entry, error) {
	var c cassette
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, fmt.Errorf("reading the cassette: %w", err)
	}
	if c.Version > newestCassette {
		return nil, fmt.Errorf("reading the cassette: its format is %d, at most %d is known", c.Version, newestCassette)
	}
	if !isArray(c.Messages) {
		return nil, errors.New("reading the cassette: its messages are no list")
	}
	var got gathered
	for one := range jsonparts.Elements(c.Messages) {
		var m cassetteMessage
		err := json.Unmarshal(one, &m)
		if err == nil && (m.Sender != Client && m.Sender != Server || len(m.Payload) == 0) {
			err = errors.New("want a sender, client or server, and a payload")
		}
		if err == nil {
			err = got.add(m.entry(c.At))
		}
		if err != nil {
			return nil, fmt.Errorf("message %d of the cassette: %w", len(got.entries)+1, err)
		}
	}
	return got.entries, nil
}

// entry is a message of a cassette that was begun at a time.
func (m cassetteMessage) entry(begun time.Time) Entry {
	line := []byte(m.Payload)
	var raw string
	if json.Unmarshal(m.Payload, &raw) == nil {
		line = []byte(raw)
	} else {
		var compact bytes.Buffer
		_ = json.Compact(&compact, m.Payload) // it has been read
		line = compact.Bytes()
	}
	offset := time.Duration(min(max(0, m.Offset), int64(longestExchange/time.Millisecond))) * time.Millisecond
	return Entry{At: begun.Add(offset), Kind: Chunk, Conn: 1, From: m.Sender, Data: append(line, '\n')}
}

func isArray(value json.RawMessage) bool { return len(value) > 0 && value[0] == '[' }

// form is a format of files.
type form int

const (
	ours form = iota
	archive
	snoop
	tape // of mcp-cassette
)

// formOf guesses the format by the beginning of a file.
func formOf(front []byte) form {
	front = bytes.TrimPrefix(bytes.TrimSpace(front), []byte("\ufeff"))
	line, _, _ := bytes.Cut(front, []byte("\n"))
	has := func(text []byte, names ...string) bool {
		for _, name := range names {
			if !bytes.Contains(text, []byte(`"`+name+`"`)) {
				return false
			}
		}
		return true
	}
	switch {
	case has(line, Format):
		return ours
	case has(line, "session_id", "direction", "ts") && json.Valid(line):
		return snoop
	case has(front, "format_version", "messages"):
		return tape
	case has(front, "log"):
		return archive
	}
	return ours
}

// readWhole reads a file that is one JSON value.
func readWhole(r io.Reader, read func([]byte) ([]Entry, error)) ([]Entry, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxWhole+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > maxWhole:
		return nil, fmt.Errorf("the file is longer than %d bytes", maxWhole)
	}
	return read(bytes.TrimPrefix(text, []byte("\ufeff")))
}
