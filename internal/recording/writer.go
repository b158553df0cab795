package recording

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/mcpsim/mcpsim/internal/infile"
	"github.com/mcpsim/mcpsim/internal/outfile"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/clock"
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

// The sizes of a writer, in bytes.
const (
	mostWaiting = 4 << 20  // that wait for the disk before what passes waits, too
	mostPiece   = 64 << 10 // of what was read on one line; more are several lines
	entrySize   = 512      // what an entry takes besides its texts
)

// mostHeld is of how many streams ends are held back.
const mostHeld = 1000

// Writer writes a recording from a goroutine of its own. Its methods may be called from any
// goroutine.
type Writer struct {
	file   *os.File
	clk    clock.Clock
	joined chan struct{}

	mu      sync.Mutex
	changed sync.Cond // of what follows
	queue   []Entry
	size    int // of the queue, in bytes
	closed  bool
	until   time.Time // once it is closed: when what is left of the queue is given up

	// of the goroutine that writes
	secrets secrets
	end     int64           // of the file, in bytes, when it last had a line from here
	held    map[source]held // ends of streams that may be beginnings of secrets
	err     error           // the first one; nothing is written after it
}

// source is one direction of a connection, or of an exchange of HTTP.
type source struct {
	conn, exchange int
	from           string
}

// Append opens a file, or makes one that only its owner can read, and begins a recording at
// its end: a client may start a server many times. secrets are values that are never written; more become known
// as they pass. version is that of the program. A pipe waits for its reader while ctx
// lasts, see [outfile.Open].
func Append(ctx context.Context, name, version string, secrets []string) (*Writer, error) {
	file, err := outfile.Open(ctx, name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("recording: %w", err)
	}
	if err := mayGoOn(name); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("recording: %w", err)
	}
	w := newWriter(file, clock.Real(), secrets)
	if err := w.write(header{Format, Version, version, os.Getpid()}); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("recording: %w", err)
	}
	go w.drain()
	return w, nil
}

// mayGoOn is an error if a file holds something else than recordings: who names it has mistaken a name. What a
// full disk has left of a header is one.
func mayGoOn(name string) error {
	head, err := infile.Beginning(name, 4<<10)
	if err != nil {
		return nil //nolint:nilerr // a pipe, or a file of which no more is known
	}
	line, _, _ := bytes.Cut(bytes.TrimPrefix(head, []byte("\ufeff")), []byte("\n"))
	begin := []byte(`{"format":"` + Format + `"`)
	if len(head) == 0 || len(line) > 0 && bytes.HasPrefix(begin, line) || bytes.Contains(line, begin[len(`{"format":`):]) {
		return nil
	}
	return fmt.Errorf("%s holds something else than recordings: name another file", name)
}

func newWriter(file *os.File, clk clock.Clock, secrets []string) *Writer {
	w := &Writer{file: file, clk: clk, joined: make(chan struct{}), held: map[source]held{}}
	w.changed.L = &w.mu
	w.secrets.given(secrets)
	return w
}

// Add writes an entry soon, unless the recording is closed. It copies what e points to.
func (w *Writer) Add(e Entry) {
	data := e.Data
	e.Header = e.Header.Clone()
	for {
		n := pieceOf(data)
		e.Data = bytes.Clone(data[:n])
		w.add(e)
		if data = data[n:]; len(data) == 0 {
			return
		}
	}
}

// pieceOf is how many bytes go on one line; no character is cut.
func pieceOf(data []byte) int {
	if len(data) <= mostPiece {
		return len(data)
	}
	n := mostPiece
	for n > mostPiece-utf8.UTFMax && !utf8.RuneStart(data[n]) {
		n--
	}
	return n
}

func (w *Writer) add(e Entry) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.size > mostWaiting && !w.closed {
		w.changed.Wait()
	}
	if !w.closed {
		w.queue, w.size = append(w.queue, e), w.size+sizeOf(e)
		w.changed.Broadcast()
	}
}

func sizeOf(e Entry) int {
	size := entrySize + len(e.Data) + len(e.URL) + len(e.Text)
	for name, values := range e.Header {
		size += entrySize + len(name)
		for _, value := range values {
			size += len(value)
		}
	}
	return size
}

// closeWait is how long what waits is written when a recording is closed: it may be hard to
// look through for secrets.
const closeWait = 5 * time.Second

// Close writes what is left, within 5 s, and returns the first error.
func (w *Writer) Close() error {
	w.mu.Lock()
	w.closed, w.until = true, w.clk.Now().Add(closeWait)
	w.changed.Broadcast()
	w.mu.Unlock()
	<-w.joined
	if err := errors.Join(w.err, w.file.Close()); err != nil {
		return fmt.Errorf("recording: %w", err)
	}
	return nil
}

func (w *Writer) drain() {
	defer close(w.joined)
	for {
		e, ok := w.next()
		if !ok {
			w.release(func(source) bool { return true })
			return
		}
		w.put(e)
	}
}

// next is the entry that waits for longest; false if there is none and none will come.
func (w *Writer) next() (Entry, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.queue) == 0 {
		if w.closed {
			return Entry{}, false
		}
		w.queue = nil
		w.changed.Wait()
	}
	if w.closed && w.clk.Now().After(w.until) {
		w.err = errors.Join(w.err, fmt.Errorf("%d entries are left out, which were not written %s after the end", len(w.queue), closeWait))
		return Entry{}, false
	}
	e := w.queue[0]
	w.queue, w.size = w.queue[1:], w.size-sizeOf(e)
	w.changed.Broadcast()
	return e, true
}

// put writes an entry without secrets. The end of what was read is held back while it may be
// the beginning of one: whoever says it in pieces gets it through no more than in one.
func (w *Writer) put(e Entry) {
	at := source{e.Conn, e.Exchange, e.From}
	switch e.Kind {
	case Chunk:
		w.chunk(at, e)
		return
	case Response, End:
		w.release(func(s source) bool {
			return s == at || s.conn == at.conn && s.exchange == at.exchange && s.exchange != 0
		})
	case Exit:
		w.release(func(s source) bool { return s.conn == at.conn })
	}
	w.line(e, "")
}

func (w *Writer) chunk(at source, e Entry) {
	h := w.held[at]
	e.Data = append(h.Data, e.Data...)
	from := len(h.Data)
	if h.Entry = e; h.due(from) {
		w.look(at, e)
	} else {
		w.held[at] = h
	}
	if len(w.held) > mostHeld {
		w.release(func(source) bool { return true })
	}
}

// look writes what of a chunk is no secret, whatever follows, and holds back the rest.
func (w *Writer) look(at source, e Entry) {
	public, pending := w.secrets.data(e.From, e.Data)
	if delete(w.held, at); pending > 0 {
		h := held{e, pending}
		h.Data = bytes.Clone(e.Data[len(e.Data)-pending:])
		w.held[at] = h
	}
	if len(public) > 0 {
		w.line(e, public)
	}
}

// release writes what was held back of some streams.
func (w *Writer) release(which func(source) bool) {
	for _, at := range slices.SortedFunc(maps.Keys(w.held), func(a, b source) int {
		return cmp.Or(a.conn-b.conn, a.exchange-b.exchange, cmp.Compare(a.from, b.from))
	}) {
		if !which(at) {
			continue
		}
		if h := w.held[at]; h.looked < len(h.Data) {
			w.look(at, h.Entry)
		}
		if e, ok := w.held[at]; ok {
			delete(w.held, at)
			w.line(e.Entry, w.secrets.rest(e.From, e.Data))
		}
	}
}

// line writes an entry; data is what of its Data is public.
func (w *Writer) line(e Entry, data string) {
	if w.err != nil {
		return
	}
	who := cmp.Or(e.From, Client)
	out := line{
		At: e.At, PID: os.Getpid(), Kind: e.Kind, Conn: e.Conn, Exchange: e.Exchange, From: e.From, Verb: e.Verb, Status: e.Status,
		URL: w.secrets.url(who, e.URL), Header: w.secrets.header(who, e.Header), Text: w.secrets.text(w.secrets.url(who, e.Text)), Place: e.Place,
	}
	switch {
	case e.Kind == Exit:
		out.Code = &e.Code
	case e.Kind == Chunk && utf8.ValidString(data):
		out.Data = &data
	case e.Kind == Chunk:
		out.Base64 = base64.StdEncoding.EncodeToString([]byte(data))
	}
	w.err = w.write(out)
}

// write writes one line at once, so that a reader never sees half of one.
func (w *Writer) write(v any) error {
	var b bytes.Buffer
	if w.unfinished() {
		b.WriteByte('\n')
	}
	enc := json.NewEncoder(words.NewJSONDoor(&b))
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := w.file.Write(b.Bytes())
	if err == nil {
		w.end, _ = w.file.Seek(0, io.SeekCurrent) // a pipe has none
	}
	return err
}

// unfinished is whether the file ends with half a line: another program that writes to it was
// killed, or its disk was full.
func (w *Writer) unfinished() bool {
	info, err := w.file.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() == w.end {
		return false
	}
	last, ok := infile.Last(w.file.Name())
	return ok && last != '\n'
}
