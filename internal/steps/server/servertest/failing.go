package servertest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// Failing is one message of each check, which fails, whatever it is about.
type Failing struct {
	Nth int // of the messages of a check, from 1 on
	How How

	mu   sync.Mutex
	sent int // by the check that runs
}

// How is what becomes of a message that fails.
type How string

// The ways: over standard input a lost message ends the process, and none is refused or cut.
const (
	Lost    How = "is lost with its connection"
	Silent  How = "has no answer"
	Refused How = "is refused with a status of the server's trouble"
	Cut     How = "is answered by half"
)

// Failings are those of a transport, by what they are called: of the first messages of each
// check one at a time, in each of some ways. A connection that is lost at its first message is
// lost beside what a check does next, so that what the check says is not always the same.
func Failings(over string, ways ...How) map[string]*Failing {
	out := map[string]*Failing{}
	for _, nth := range []int{1, 2, 3, 4, 6, 8} {
		for _, how := range ways {
			if nth > 1 || how == Silent {
				out[fmt.Sprintf("%s: message %d of each check %s", over, nth, how)] = &Failing{Nth: nth, How: how}
			}
		}
	}
	return out
}

// Judge is [Judge] for a target of whose messages some fail.
func (f *Failing) Judge(target probe.Target, jobs []gherkin.Job) ([]reports.Result, error) {
	return judge(f.tap(target), jobs, func(next gherkin.NewWorld) gherkin.NewWorld {
		return func(t *testing.T, s gherkin.Scenario) gherkin.World {
			f.mu.Lock()
			f.sent = 0
			f.mu.Unlock()
			return next(t, s)
		}
	})
}

// handshakes do not fail and are not counted: a server that opens no session is not asked on.
var handshakes = regexp.MustCompile(`"method": ?"(?:initialize|notifications/initialized)"`)

// fails counts a message.
func (f *Failing) fails(message []byte) bool {
	if handshakes.Match(message) {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.sent++
	return f.sent == f.Nth
}

func (f *Failing) tap(target probe.Target) probe.Target {
	if next := target.HTTP; next != nil {
		target.HTTP = roundTripper(func(r *http.Request) (*http.Response, error) {
			if !f.fails([]byte(requestLine(r))) {
				return next.RoundTrip(r)
			}
			return f.exchange(r, next)
		})
	}
	if next := target.Starter; next != nil {
		target.Starter = process.StarterFunc(func(c process.Command) (process.Process, error) {
			p, err := next.Start(c)
			if err != nil {
				return nil, err
			}
			return failingProcess{p, f, target.Clock}, nil
		})
	}
	return target
}

var errReset = errors.New("connection reset by peer")

// exchange is that of a request that fails.
func (f *Failing) exchange(r *http.Request, next http.RoundTripper) (*http.Response, error) {
	if f.How == Cut {
		resp, err := next.RoundTrip(r)
		if err == nil {
			resp.Body = &half{ReadCloser: resp.Body}
		}
		return resp, err
	}
	if r.Body != nil {
		defer r.Body.Close()
	}
	switch f.How {
	case Silent:
		<-r.Context().Done()
		return nil, r.Context().Err()
	case Refused:
		return &http.Response{
			StatusCode: http.StatusInternalServerError, Status: "500 Internal Server Error", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
			Header: http.Header{"Content-Type": {"text/plain"}}, Body: io.NopCloser(strings.NewReader("trouble")), Request: r,
		}, nil
	}
	return nil, errReset
}

// half is a body that ends in the middle of what is read of it first.
type half struct {
	io.ReadCloser
	cut bool
}

func (h *half) Read(b []byte) (int, error) {
	if h.cut {
		return 0, io.ErrUnexpectedEOF
	}
	n, err := h.ReadCloser.Read(b)
	if n == 0 {
		return 0, err
	}
	h.cut = true
	return n / 2, nil
}

type failingProcess struct {
	process.Process
	of  *Failing
	clk clock.Clock
}

func (p failingProcess) Stdin() io.WriteCloser { return failingInput{p.Process.Stdin(), p} }

// failingInput is standard input of which a line is lost.
type failingInput struct {
	io.WriteCloser
	of failingProcess
}

func (i failingInput) Write(data []byte) (int, error) {
	if !bytes.HasSuffix(data, []byte("\n")) || !i.of.of.fails(data) {
		return i.WriteCloser.Write(data)
	}
	if i.of.of.How == Lost {
		_ = i.of.Kill()
		_ = clock.Sleep(context.Background(), i.of.clk, time.Millisecond) // until its output has ended
	}
	return len(data), nil
}
