package recording

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"
	"unicode/utf8"

	"github.com/mcpsim/mcpsim/internal/words"
)

// header is the first line of a recording.
type header struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Mcpsim  string `json:"mcpsim"`
	PID     int    `json:"pid"`
}

// line is an [Entry] as it is written.
type line struct {
	At       time.Time   `json:"at"`
	PID      int         `json:"pid,omitempty"` // of the header that it belongs to; 0 = the newest
	Kind     Kind        `json:"kind"`
	Conn     int         `json:"conn,omitempty"`
	Exchange int         `json:"exchange,omitempty"`
	From     string      `json:"from,omitempty"`
	Data     *string     `json:"data,omitempty"`
	Base64   string      `json:"base64,omitempty"` // instead of data, if that is not UTF-8
	Verb     string      `json:"verb,omitempty"`
	URL      string      `json:"url,omitempty"`
	Status   int         `json:"status,omitempty"`
	Header   http.Header `json:"header,omitempty"`
	Text     string      `json:"text,omitempty"`
	Place    string      `json:"place,omitempty"`
	Code     *int        `json:"code,omitempty"`
}

// waiting is how many entries may wait for the disk before what passes waits, too.
const waiting = 1024

// Writer writes a recording from a goroutine of its own. Its methods may be called from any
// goroutine.
type Writer struct {
	file    *os.File
	queue   chan Entry
	closed  chan struct{}
	joined  chan struct{}
	secrets secrets // of the goroutine that writes
	err     error   // the first one; nothing is written after it
}

// Append opens a file, or makes one that only its owner can read, and begins a recording at
// its end: a client may start a server many times. secrets are values that are never written; more become known
// as they pass. version is that of the program.
func Append(name, version string, secrets []string) (*Writer, error) {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("recording: %w", err)
	}
	w := &Writer{file: file, queue: make(chan Entry, waiting), closed: make(chan struct{}), joined: make(chan struct{})}
	w.secrets.add(secrets...)
	if err := w.write(header{Format, Version, version, os.Getpid()}); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("recording: %w", err)
	}
	go w.drain()
	return w, nil
}

// Add writes an entry soon, unless the recording is closed. It copies what e points to.
func (w *Writer) Add(e Entry) {
	e.Data, e.Header = bytes.Clone(e.Data), e.Header.Clone()
	select {
	case w.queue <- e:
	case <-w.closed:
	}
}

// Close writes what is left and returns the first error.
func (w *Writer) Close() error {
	close(w.closed)
	<-w.joined
	if err := errors.Join(w.err, w.file.Close()); err != nil {
		return fmt.Errorf("recording: %w", err)
	}
	return nil
}

func (w *Writer) drain() {
	defer close(w.joined)
	for {
		select {
		case e := <-w.queue:
			w.put(e)
			continue
		default:
		}
		select {
		case e := <-w.queue:
			w.put(e)
		case <-w.closed:
			return
		}
	}
}

func (w *Writer) put(e Entry) {
	if w.err == nil {
		w.err = w.write(w.public(e))
	}
}

// public is an entry without secrets.
func (w *Writer) public(e Entry) line {
	out := line{
		At: e.At, PID: os.Getpid(), Kind: e.Kind, Conn: e.Conn, Exchange: e.Exchange, From: e.From, Verb: e.Verb, Status: e.Status,
		URL: w.secrets.url(e.URL), Header: w.secrets.header(e.Header), Text: w.secrets.text(w.secrets.url(e.Text)), Place: e.Place,
	}
	if e.Kind == Exit {
		out.Code = &e.Code
	}
	if e.Kind != Chunk {
		return out
	}
	data := w.secrets.data(e.Data)
	if utf8.ValidString(data) {
		out.Data = &data
	} else {
		out.Base64 = base64.StdEncoding.EncodeToString([]byte(data))
	}
	return out
}

// write writes one line at once, so that a reader never sees half of one.
func (w *Writer) write(v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(words.NewJSONDoor(&b))
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := w.file.Write(b.Bytes())
	return err
}
