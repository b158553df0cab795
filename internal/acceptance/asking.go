package acceptance

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/mcpsim/mcpsim/internal/plainhttp"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

const (
	requestTimeout = 10 * time.Second
	maxBody        = 1 << 20 // bytes of an answer
)

// ask sends one request and returns the body of an answer 200. Everything else is
// an error.
func (s *Suite) ask(ctx context.Context, method, url string, body any) ([]byte, error) {
	code, answered, err := s.exchange(ctx, method, url, body)
	if err != nil {
		s.Log.Say("error", "%s %s: %s", method, url, err)
		return nil, fmt.Errorf("%s %s: %w", method, url, err)
	}
	s.Log.Say("info", "%s %s: %d %s", method, url, code, answered)
	if code != http.StatusOK {
		return nil, fmt.Errorf("%s %s: want 200, have %d %s", method, url, code, answered)
	}
	return answered, nil
}

// exchange sends one request and reads the answer.
func (s *Suite) exchange(ctx context.Context, method, url string, body any) (int, []byte, error) {
	ctx, cancel := clock.WithTimeout(ctx, s.Clock, requestTimeout)
	defer cancel()
	var content io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return 0, nil, err
		}
		content = bytes.NewReader(data)
	}
	req, err := http.NewRequestWithContext(ctx, method, url, content)
	if err != nil {
		return 0, nil, err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := s.client().Do(req)
	if err == nil {
		defer func() { _ = resp.Body.Close() }()
		var answered []byte
		if answered, err = io.ReadAll(io.LimitReader(resp.Body, maxBody)); err == nil {
			return resp.StatusCode, bytes.TrimSpace(answered), nil
		}
	}
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	return 0, nil, err
}

// client makes each request on a new connection and follows no redirect.
func (s *Suite) client() *http.Client {
	return &http.Client{
		Transport:     plainhttp.Wire{RoundTripper: &http.Transport{DialContext: s.Dial, DisableKeepAlives: true, MaxResponseHeaderBytes: 1 << 20}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
