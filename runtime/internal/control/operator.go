package control

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/plainhttp"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/address"
	"github.com/mcpsim/mcpsim/runtime/internal/room"
)

// operatorTimeout is how long an operator waits for the server, whose answers wait
// for nothing.
const operatorTimeout = 10 * time.Second

// OperatorOptions say whom an operator speaks to.
type OperatorOptions struct {
	BaseURL   string            // of the room server
	Providers []room.Definition // what a load without providers means (D-R12)
	Token     string            // what the room server demands; empty: nothing
	Dial      func(ctx context.Context, network, addr string) (net.Conn, error)
	Clock     clock.Clock
	Guard     Guard // of the operator's own routes
}

// NewOperator is the interface of an operator: it forwards to the room server
// (ROOM-24, ROOM-26). A server that cannot be reached is an answer 502.
func NewOperator(o OperatorOptions) http.Handler {
	op := &operator{o: o, client: &http.Client{
		Transport:     plainhttp.Wire{RoundTripper: &http.Transport{DialContext: o.Dial, DisableKeepAlives: true, MaxResponseHeaderBytes: 1 << 20}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	return routes{
		"/mcp/load":   {http.MethodPost, o.Guard.protect(op.load)},
		"/mcp/status": {http.MethodGet, o.Guard.protect(op.status)},
		"/health":     {http.MethodGet, health},
	}
}

type operator struct {
	o      OperatorOptions
	client *http.Client
}

func (op *operator) load(w http.ResponseWriter, r *http.Request) {
	data, ok := body(w, r)
	if !ok {
		return
	}
	providers, err := parseLoad(data)
	if err == nil && len(providers) == 0 {
		providers = op.o.Providers
	}
	if err == nil && len(providers) == 0 {
		err = errNoProviders
	}
	if err != nil {
		fail(w, http.StatusBadRequest, err)
		return
	}
	said, err := op.ask(r.Context(), http.MethodPost, "/admin/mcp/load", encode(loadRequest{providers}))
	switch {
	case err != nil:
		fail(w, http.StatusBadGateway, err)
	case said.code != http.StatusOK:
		answer(w, said.code, said.body)
	default:
		answer(w, http.StatusOK, encode(loaded{"MCP providers loaded", len(providers)})) // A-R17
	}
}

// status passes on what the server says, unchanged (D-R13).
func (op *operator) status(w http.ResponseWriter, r *http.Request) {
	said, err := op.ask(r.Context(), http.MethodGet, "/admin/mcp/status", nil)
	if err != nil {
		fail(w, http.StatusBadGateway, err)
		return
	}
	answer(w, said.code, said.body)
}

// reply is what the server answers.
type reply struct {
	code int
	body []byte
}

// ask sends one request to the server and reads the answer.
func (op *operator) ask(ctx context.Context, method, path string, body []byte) (reply, error) {
	ctx, cancel := clock.WithTimeout(ctx, clock.Named(op.o.Clock, "operator"), operatorTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(op.o.BaseURL, "/")+path, bytes.NewReader(body))
	if err != nil {
		return reply{}, unreachable(err)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if op.o.Token != "" {
		req.Header.Set("Authorization", "Bearer "+op.o.Token)
	}
	resp, err := op.client.Do(req)
	if err != nil {
		if cause := context.Cause(ctx); cause != nil {
			err = cause
		}
		return reply{}, unreachable(err)
	}
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(io.LimitReader(resp.Body, MaxBody))
	if err != nil {
		return reply{}, unreachable(err)
	}
	return reply{resp.StatusCode, data}, nil
}

// unreachable says that the server cannot be asked, without its URL, which may hold
// secrets.
func unreachable(err error) error {
	return fmt.Errorf("the room server cannot be reached: %w", address.Hidden(err))
}
