package host

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/conn"
	"github.com/mcpsim/mcpsim/runtime/internal/era"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/internal/toolcache"
	"github.com/mcpsim/mcpsim/runtime/protocol"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// eras is what a runtime has learned of the eras of its servers. Its methods may be
// called from any goroutine.
type eras struct {
	clk  clock.Clock
	kept toolcache.Verdicts // legacy servers, also for other runtimes if there is a cache

	mu      sync.Mutex
	modern  map[string]bool // servers over HTTP that spoke the modern protocol in this life
	doubted map[string]bool // legacy servers that ended when they were taken for such
}

func newEras(env Env) *eras {
	kept, ok := env.Cache.(toolcache.Verdicts)
	if !ok {
		kept = toolcache.NewMemory(env.Clock)
	}
	return &eras{clk: env.Clock, kept: kept, modern: map[string]bool{}, doubted: map[string]bool{}}
}

// detection is how the era of one connection is found out.
type detection struct {
	*eras
	key    string       // of the server, or of its endpoint and those who ask there; empty if none is asked
	remote bool         // it is reached over HTTP
	asked  protocol.Era // as it is configured
	spoken protocol.Era // in this attempt
	old    bool         // over HTTP+SSE of 2024-11-05
	stored bool         // spoken is what was kept
	legacy bool         // it was found to be a legacy server, or kept as one
	why    string
	tried  []string
}

// detect begins with what is configured and with what is known.
func (c *connector) detect(ctx context.Context, cfg, resolved config.Server) *detection {
	d := &detection{eras: c.eras, remote: remote(cfg), asked: c.era(cfg), old: c.old(cfg)}
	d.spoken = d.asked
	if d.asked == protocol.EraLegacy {
		return d // most servers: nothing is known of them, and a key takes work
	}
	d.key = eraKey(resolved)
	if d.asked != protocol.EraUnknown || d.known(d.modern) || d.known(d.doubted) {
		return d
	}
	if at, ok := d.kept.Legacy(ctx, d.key); ok {
		d.spoken, d.stored, d.legacy = protocol.EraLegacy, true, true
		d.try("what is kept: a legacy server %s ago", d.clk.Since(at).Round(time.Second))
	}
	return d
}

// remote reports whether a server is reached over HTTP.
func remote(cfg config.Server) bool {
	return cfg.Transport() == config.HTTP || cfg.Transport() == config.SSE
}

// eraKey is whom a verdict is about: a command with all that it is given, or a URL with
// the headers that say who asks. Two endpoints of one origin may be two servers.
func eraKey(s config.Server) string { return sumOf(serverKey(s), s.Headers) }

// serverKey is a server, whoever asks it.
func serverKey(s config.Server) string {
	return sumOf(s.Transport(), s.Command, s.Args, s.Env, s.Cwd, s.URL)
}

// sumOf is the sum of strings, lists and maps of them.
func sumOf(parts ...any) string {
	text, _ := json.Marshal(parts)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// known reports whether the server is in a set; learn puts it there.
func (d *detection) known(set map[string]bool) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return set[d.key]
}

func (d *detection) learn(set map[string]bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	set[d.key] = true
}

func (d *detection) try(format string, args ...any) {
	d.why = strings.TrimSpace(fmt.Sprintf(format, args...))
	d.tried = append(d.tried, d.why)
}

// judged takes what came of a server/discover.
func (d *detection) judged(version protocol.Revision, v era.Verdict) {
	d.legacy = v.Kind == era.Legacy
	d.try("%s %s: %s", protocol.MethodDiscover, version, v)
}

// era is what is to be spoken now. A server that spoke the modern protocol before is not
// asked to initialize any more, whatever happens to it (MOD-09).
func (d *detection) era() protocol.Era {
	if d.remote && d.spoken == protocol.EraUnknown && d.known(d.modern) {
		return protocol.EraModern
	}
	return d.spoken
}

// again reports whether an attempt that failed is followed by another one, and how.
func (d *detection) again(err error) bool {
	if _, ended := errors.AsType[*conn.RestartError](err); ended {
		d.spoken = protocol.EraLegacy // a new process, with initialize first (MOD-01)
		return true
	}
	if d.asked != protocol.EraUnknown || !d.legacy {
		return false
	}
	answered, refused := answeredWith(err)
	switch {
	case answered && d.stored: // the server has changed since
		d.spoken, d.stored = d.asked, false
		d.try("initialize: %s", err)
		return true
	case refused && d.remote && !d.old: // MOD-10
		d.spoken, d.old = protocol.EraLegacy, true
		d.try("initialize over streamable HTTP: %s", err)
		return true
	}
	return false
}

// answeredWith reports whether a failure is an answer that says something of the server,
// and whether it says that there is no streamable HTTP.
func answeredWith(err error) (answered, refused bool) {
	if _, ok := errors.AsType[*jsonrpc.Error](err); ok {
		return true, false
	}
	e, ok := errors.AsType[*transport.HTTPError](err)
	if !ok {
		return false, false
	}
	switch e.Status {
	case http.StatusBadRequest, http.StatusNotFound, http.StatusMethodNotAllowed:
		return true, true
	}
	return era.Classify(era.Outcome{Err: err, HTTP: true}).Kind == era.Legacy, false
}

// found keeps what a connection shows, and tells of it if the server was asked.
func (d *detection) found(ctx context.Context, spoken protocol.Era, err error, watch *watcher) {
	if d.asked == protocol.EraLegacy {
		return
	}
	e := event.Event{Kind: event.EraFound, To: string(spoken), Text: d.why, Name: strings.Join(d.tried, "; ")}
	switch {
	case err != nil:
		e.To, e.Err = string(protocol.EraUnknown), err.Error()
		if d.stored && errors.Is(err, transport.ErrClosed) { // it is asked the next time
			d.learn(d.doubted)
		}
	case spoken == protocol.EraModern && d.remote:
		d.learn(d.modern)
	case spoken == protocol.EraLegacy && d.legacy && !d.stored && !d.old: // which would be found no sooner
		if failed := d.kept.SetLegacy(ctx, d.key); failed != nil {
			watch.warn(failed)
		}
	}
	watch.emit(e)
}
