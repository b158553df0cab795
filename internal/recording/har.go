package recording

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// har is what is read of an HTTP Archive, version 1.2 (http://www.softwareishard.com/blog/har-12-spec/).
type har struct {
	Log struct {
		Entries []harEntry `json:"entries"`
	} `json:"log"`
}

// harEntry is a request and its answer.
type harEntry struct {
	Started time.Time `json:"startedDateTime"`
	Time    float64   `json:"time"` // of both, in milliseconds
	Request struct {
		Method   string      `json:"method"`
		URL      string      `json:"url"`
		Headers  []harHeader `json:"headers"`
		PostData struct {
			Text string `json:"text"`
		} `json:"postData"`
	} `json:"request"`
	Response struct {
		Status  int         `json:"status"` // 0 or less = there was none
		Headers []harHeader `json:"headers"`
		Content struct {
			Text     string `json:"text"`
			Encoding string `json:"encoding"`
		} `json:"content"`
	} `json:"response"`
}

type harHeader struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// longestExchange bounds what a file says of the time of an exchange.
const longestExchange = 24 * time.Hour

// readHAR reads what an archive holds of MCP: the requests that carry JSON-RPC messages, and
// those that listen or end a session at the same URLs, and the streams of HTTP+SSE. Of
// answers it does not say when which part came: all of it comes at the end, but see tell.
func readHAR(text []byte) ([]Entry, error) {
	var archive har
	if err := json.Unmarshal(text, &archive); err != nil {
		return nil, fmt.Errorf("reading the HTTP archive: %w", err)
	}
	all := archive.Log.Entries
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
	slices.SortStableFunc(r.entries, func(a, b Entry) int { return a.At.Compare(b.At) })
	return r.entries, nil
}

// harReader makes entries. It is the clock and the end of its own taps.
type harReader struct {
	entries   []Entry
	tap       *Tap
	endpoints map[string]*sessions
	streams   []*harStream
	now       time.Time
}

// Add keeps an entry.
func (r *harReader) Add(e Entry) {
	e.At = r.now
	r.entries = append(r.entries, e)
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
	if at == nil && !e.listens() || e.Request.Method == http.MethodPost && !e.message() {
		return nil
	}
	body, err := e.body()
	if err != nil {
		return err
	}
	if s := streamOf(e, body); s != nil {
		r.listen(s)
		return nil
	}
	if at != nil {
		r.exchange(e, at, body)
	}
	return nil
}

// exchange adds one at a URL of MCP.
func (r *harReader) exchange(e harEntry, at *sessions, body []byte) {
	r.now = e.Started
	asked, request := headerOf(e.Request.Headers), []byte(e.Request.PostData.Text)
	about := Entry{Conn: r.posted(e)}
	if about.Conn == 0 {
		about.Conn = at.conn(asked, e.Request.URL, request)
	}
	about.Exchange = r.tap.exchange()
	r.tap.request(about, e.Request.Method, e.Request.URL, asked, request)
	r.now = e.over()
	about.From = Server
	end := about
	end.Kind = End
	if e.Response.Status <= 0 {
		end.Text = "there was no answer"
		r.tap.add(end)
		return
	}
	answer := headerOf(e.Response.Headers)
	at.remember(answer, about.Conn)
	r.tap.response(about, e.Response.Status, answer)
	chunk := about
	chunk.Kind, chunk.Data = Chunk, body
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

// headerOf leaves out those of HTTP/2 that are no headers.
func headerOf(list []harHeader) http.Header {
	out := http.Header{}
	for _, h := range list {
		if !strings.HasPrefix(h.Name, ":") {
			out.Add(h.Name, h.Value)
		}
	}
	return out
}
