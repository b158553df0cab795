package simplecall

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"

	"github.com/mcpsim/mcpsim/internal/plainhttp"
	"github.com/mcpsim/mcpsim/runtime/internal/address"
	"github.com/mcpsim/mcpsim/runtime/internal/excerpt"
)

// MaxBody is the size, in bytes, from which an answer is refused.
const MaxBody = 16 << 20

// maxHeader bounds the headers of an answer, in bytes; maxRedirects is how many redirects
// within the origin are followed. One that is not is the answer.
const (
	maxHeader    = 1 << 20
	maxRedirects = 10
)

// What a call fails with, apart from failures of the network. The texts are
// documented (F-57).
var (
	// ErrUnreadable says that the answer holds no JSON-RPC envelope.
	//lint:ignore ST1005 text is documented
	ErrUnreadable = errors.New("Failed to parse MCP response")
	// ErrTooLong says that the answer has more than [MaxBody] bytes.
	ErrTooLong = errors.New("MCP response is too long")
)

// StatusError is a non-2xx answer.
type StatusError struct {
	Status int
	Text   string // such as "503 Service Unavailable"
}

func (e *StatusError) Error() string { return "MCP request failed: " + e.Text }

// Caller makes calls. The zero value is usable; it has no state, so that its
// methods may be called from any goroutine.
type Caller struct {
	// Dial opens connections; nil = TCP.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
	// NewID makes request ids; nil = random base-36 words.
	NewID func() string
}

// Call posts a request to url and returns the envelope of the answer as it came:
// a JSON-RPC error is a result like any other (OMP-TP-107). nil params are sent
// as {}. It returns when the server has ended its answer, however long that takes
// (OMP-TP-106). The error is a *[StatusError], [ErrUnreadable], [ErrTooLong], that
// of JSON on a data line which cannot be parsed, or one of the network; it never
// contains the URL, which may hold a key.
func (c Caller) Call(url, method string, params any) (json.RawMessage, error) {
	body, err := c.request(method, params)
	if err != nil {
		return nil, err
	}
	text, err := c.post(url, body)
	if err != nil {
		return nil, err
	}
	envelope, err := ParseSSE(text)
	if err == nil && envelope == nil {
		err = ErrUnreadable
	}
	return envelope, err
}

func (c Caller) request(method string, params any) ([]byte, error) {
	if params == nil {
		params = struct{}{}
	}
	newID := c.NewID
	if newID == nil {
		newID = randomID
	}
	body, err := json.Marshal(struct {
		Version string `json:"jsonrpc"`
		ID      string `json:"id"`
		Method  string `json:"method"`
		Params  any    `json:"params"`
	}{"2.0", newID(), method, params})
	if err != nil {
		return nil, fmt.Errorf("encoding the request: %w", err)
	}
	return body, nil
}

// post sends a body over a connection of its own and reads the whole answer.
func (c Caller) post(target string, body []byte) ([]byte, error) {
	req, err := http.NewRequest(http.MethodPost, target, bytes.NewReader(body)) //nolint:noctx // there is no abort
	if err != nil {
		return nil, fmt.Errorf("preparing the call: %w", address.Hidden(err))
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	wire := &http.Transport{DialContext: c.Dial, DisableKeepAlives: true, DisableCompression: true, MaxResponseHeaderBytes: maxHeader}
	resp, err := (&http.Client{Transport: plainhttp.Wire{RoundTripper: wire}, CheckRedirect: within}).Do(req)
	if err != nil {
		return nil, fmt.Errorf("calling: %w", address.Hidden(err))
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return nil, &StatusError{Status: resp.StatusCode, Text: excerpt.To(resp.Status, excerpt.Word)}
	}
	text, err := io.ReadAll(io.LimitReader(resp.Body, MaxBody+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading the answer: %w", err)
	case len(text) > MaxBody:
		return nil, ErrTooLong
	}
	return text, nil
}

// within refuses redirects to other origins: a server could have this machine send what was
// meant for it to whom it likes.
func within(to *http.Request, via []*http.Request) error {
	if from := via[0].URL; to.URL.Scheme != from.Scheme || to.URL.Host != from.Host || len(via) > maxRedirects {
		return http.ErrUseLastResponse
	}
	return nil
}

// randomID is a random word of the digits 0 to 9 and a to z.
func randomID() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return strconv.FormatUint(binary.BigEndian.Uint64(b[:]), 36)
}
