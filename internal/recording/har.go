package recording

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// harEntry is what is read of a request and its answer in an HTTP Archive, version 1.2
// (http://www.softwareishard.com/blog/har-12-spec/).
type harEntry struct {
	Started time.Time `json:"startedDateTime"`
	Time    float64   `json:"time"` // of both, in milliseconds
	Request struct {
		Method   string     `json:"method"`
		URL      string     `json:"url"`
		Headers  harHeaders `json:"headers"`
		PostData struct {
			Text string `json:"text"`
		} `json:"postData"`
	} `json:"request"`
	Response struct {
		Status  int        `json:"status"` // 0 or less = there was none
		Headers harHeaders `json:"headers"`
		Content struct {
			Text     string `json:"text"`
			Encoding string `json:"encoding"`
		} `json:"content"`
	} `json:"response"`
}

// harHeaders are headers as they are written, a list of names and values.
type harHeaders struct{ json.RawMessage }

// longestExchange bounds what a file says of the time of an exchange.
const longestExchange = 24 * time.Hour

// readHAR reads what an archive holds of MCP: the requests that carry JSON-RPC messages, and
// those that listen or end a session at the same URLs, and the streams of HTTP+SSE. Of
// answers it does not say when which part came: all of it comes at the end, but see tell.
func readHAR(text []byte) ([]Entry, error) {
	all, err := exchanges(text)
	if err != nil {
		return nil, fmt.Errorf("reading the HTTP archive: %w", err)
	}
	slices.SortStableFunc(all, func(a, b harEntry) int { return a.Started.Compare(b.Started) })
	r := &harReader{endpoints: map[string]*sessions{}}
	r.tap = NewTap(r, nil)
	for _, e := range all {
		if e.message() {
			r.endpoint(e.Request.URL)
		}
	}
	for _, e := range all {
		if err := r.take(e); err != nil {
			return nil, err
		}
	}
	for _, s := range r.streams {
		r.tell(s)
	}
	if r.err != nil {
		return nil, r.err
	}
	slices.SortStableFunc(r.got.entries, func(a, b Entry) int { return a.At.Compare(b.At) })
	return r.got.entries, nil
}

// exchanges are the entries of an archive that may be about MCP.
func exchanges(text []byte) (all []harEntry, err error) {
	var archive struct {
		Log struct {
			Entries json.RawMessage `json:"entries"`
		} `json:"log"`
	}
	if err := json.Unmarshal(text, &archive); err != nil {
		return nil, err
	}
	if !isArray(archive.Log.Entries) {
		return nil, errors.New("it has no list of entries")
	}
	for one := range jsonparts.Elements(archive.Log.Entries) {
		var e harEntry
		if err := json.Unmarshal(one, &e); err != nil {
			return nil, err
		}
		switch method := e.Request.Method; {
		case method != http.MethodGet && method != http.MethodDelete && !e.message():
			continue
		case len(all) == MaxEntries/10:
			return nil, errTooMany
		}
		all = append(all, e)
	}
	return all, nil
}

// harReader makes entries. It is the clock and the end of its own taps.
type harReader struct {
	got       gathered
	err       error // the first one
	tap       *Tap
	endpoints map[string]*sessions
	streams   []*harStream
	now       time.Time
}

// Add keeps an entry.
func (r *harReader) Add(e Entry) {
	e.At = r.now
	if err := r.got.add(e); err != nil && r.err == nil {
		r.err = err
	}
}

// message reports whether a request carries JSON-RPC.
func (e harEntry) message() bool {
	body := strings.TrimSpace(e.Request.PostData.Text)
	return e.Request.Method == http.MethodPost && strings.HasPrefix(strings.TrimLeft(body, "[ \t\r\n"), "{") &&
		strings.Contains(body, `"jsonrpc"`) && json.Valid([]byte(body))
}

// endpoint are the sessions at a URL, which is known from then on.
func (r *harReader) endpoint(url string) *sessions {
	url, _, _ = strings.Cut(url, "?")
	if r.endpoints[url] == nil {
		r.endpoints[url] = &sessions{tap: r.tap}
	}
	return r.endpoints[url]
}

// take adds an exchange, if it is one of MCP.
func (r *harReader) take(e harEntry) error {
	url, _, _ := strings.Cut(e.Request.URL, "?")
	at := r.endpoints[url]
	if at == nil && e.Request.Method != http.MethodGet || e.Request.Method == http.MethodPost && !e.message() {
		return nil
	}
	x := harExchange{harEntry: e}
	var err error
	if x.answer, err = e.Response.Headers.header(); err != nil || at == nil && !x.listens() {
		return err
	}
	if x.asked, err = e.Request.Headers.header(); err != nil {
		return err
	}
	if x.body, err = e.body(); err != nil {
		return err
	}
	if s := x.stream(); s != nil {
		r.listen(s)
	} else if at != nil {
		r.exchange(x, at)
	}
	return r.err
}

// harExchange is an entry that is read.
type harExchange struct {
	harEntry
	asked, answer http.Header
	body          []byte // of the answer
}

// exchange adds one at a URL of MCP.
func (r *harReader) exchange(e harExchange, at *sessions) {
	r.now = e.Started
	request := []byte(e.Request.PostData.Text)
	about := Entry{Conn: r.posted(e.harEntry)}
	if about.Conn == 0 {
		about.Conn = at.conn(e.asked, e.Request.URL, request)
	}
	about.Exchange = r.tap.exchange()
	r.tap.request(about, e.Request.Method, e.Request.URL, e.asked, request)
	r.now = e.over()
	about.From = Server
	end := about
	end.Kind = End
	if e.Response.Status <= 0 {
		end.Text = "there was no answer"
		r.tap.add(end)
		return
	}
	at.remember(e.answer, about.Conn)
	r.tap.response(about, e.Response.Status, e.answer)
	chunk := about
	chunk.Kind, chunk.Data = Chunk, e.body
	r.tap.add(chunk)
	r.tap.add(end)
}

// over is when an exchange had ended.
func (e harEntry) over() time.Time {
	took := min(max(0, e.Time), float64(longestExchange/time.Millisecond))
	return e.Started.Add(time.Duration(took * float64(time.Millisecond)))
}

// body is that of the answer.
func (e harEntry) body() ([]byte, error) {
	text := e.Response.Content.Text
	if e.Response.Content.Encoding != "base64" {
		return []byte(text), nil
	}
	body, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("the answer of %s: %w", e.Started.Format(time.RFC3339Nano), err)
	}
	return body, nil
}

// header leaves out those of HTTP/2 that are no headers.
func (h harHeaders) header() (http.Header, error) {
	if len(h.RawMessage) > maxHeaders {
		return nil, errHeaders
	}
	var list []struct{ Name, Value string }
	if h.RawMessage != nil {
		if err := json.Unmarshal(h.RawMessage, &list); err != nil {
			return nil, fmt.Errorf("reading headers of the HTTP archive: %w", err)
		}
	}
	out := http.Header{}
	for _, one := range list {
		if one.Name != "" && !strings.HasPrefix(one.Name, ":") {
			out.Add(one.Name, one.Value)
		}
	}
	return out, nil
}
