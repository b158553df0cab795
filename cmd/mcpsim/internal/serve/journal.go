package serve

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/redact"
)

// The format of the file that --record writes: a header for each life of the
// program, then an entry per line. Lines are appended, each by one write, so that
// several servers can share a file and a reader never sees half of an entry.
const (
	journalFormat  = "mcpsim-journal"
	journalVersion = 1
)

type journalHeader struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Mcpsim  string `json:"mcpsim"`
	PID     int    `json:"pid"`
}

// journalEntry is fakeserver.Entry as it is written. Raw is a copy of at most
// [fakeserver.MaxRaw] bytes, without credentials.
type journalEntry struct {
	PID       int                  `json:"pid"`
	Seq       int                  `json:"seq"`
	At        time.Time            `json:"at"`
	Kind      fakeserver.EntryKind `json:"kind"`
	Conn      int                  `json:"conn,omitempty"`
	Direction fakeserver.Direction `json:"direction,omitempty"`
	Transport string               `json:"transport,omitempty"`
	Verb      string               `json:"verb,omitempty"`
	Status    int                  `json:"status,omitempty"`
	Header    http.Header          `json:"header,omitempty"`
	Method    string               `json:"method,omitempty"`
	ID        string               `json:"id,omitempty"`
	Raw       string               `json:"raw,omitempty"`
	Size      int                  `json:"size,omitempty"`
	Text      string               `json:"text,omitempty"`
}

// journal writes entries from a goroutine of its own: the caller of add holds the
// server's lock and must not wait for a disk.
type journal struct {
	file   *os.File
	woken  chan struct{} // capacity 1
	joined chan struct{}

	mu     sync.Mutex
	queue  []fakeserver.Entry
	closed bool
	err    error // the first one; nothing is written after it
}

// openJournal appends to a file that only its owner can read, and makes it if it
// is not there.
func openJournal(name string) (*journal, error) {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("recording: %w", err)
	}
	j := &journal{file: file, woken: make(chan struct{}, 1), joined: make(chan struct{})}
	if err := j.write(journalHeader{journalFormat, journalVersion, ui.Version(), os.Getpid()}); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("recording: %w", err)
	}
	go j.drain()
	return j, nil
}

// add takes an entry.
func (j *journal) add(e fakeserver.Entry) {
	j.mu.Lock()
	j.queue = append(j.queue, e)
	j.mu.Unlock()
	j.wake()
}

func (j *journal) wake() {
	select {
	case j.woken <- struct{}{}:
	default:
	}
}

// close writes what is left and returns the first error.
func (j *journal) close() error {
	j.mu.Lock()
	j.closed = true
	j.mu.Unlock()
	j.wake()
	<-j.joined
	if err := errors.Join(j.err, j.file.Close()); err != nil {
		return fmt.Errorf("recording: %w", err)
	}
	return nil
}

// drain writes until the journal is closed and nothing is left.
func (j *journal) drain() {
	defer close(j.joined)
	for {
		j.mu.Lock()
		batch, closed := j.queue, j.closed
		j.queue = nil
		j.mu.Unlock()
		for _, e := range batch {
			if j.err == nil {
				j.err = j.write(publicEntry(e))
			}
		}
		if closed && len(batch) == 0 {
			return
		}
		if !closed {
			<-j.woken
		}
	}
}

// write writes one line.
func (j *journal) write(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(line, '\n'))
	return err
}

// secretHeader matches the names of headers whose values are not shown.
var secretHeader = regexp.MustCompile(`(?i)auth|cookie|token|secret|passw|api-?key|credential`)

// publicEntry is e without the values of secret headers, also where they appear
// in what was sent.
func publicEntry(e fakeserver.Entry) journalEntry {
	var secrets []string
	var header http.Header
	for name, values := range e.Header {
		if header == nil {
			header = http.Header{}
		}
		header[name] = slices.Clone(values)
		if !secretHeader.MatchString(name) {
			continue
		}
		for i, value := range values {
			secrets = append(secrets, outside.Credential(value))
			header[name][i] = redact.Placeholder
		}
	}
	hidden := redact.New(secrets)
	return journalEntry{
		PID: os.Getpid(), Seq: e.Seq, At: e.At, Kind: e.Kind, Conn: e.Conn, Direction: e.Direction,
		Transport: e.Transport, Verb: e.Verb, Status: e.Status, Header: header, Method: e.Method,
		ID: e.ID, Raw: hidden.Text(e.Raw), Size: e.Size, Text: hidden.Text(e.Text),
	}
}
