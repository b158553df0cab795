package connect

import (
	"net/http"
	"sync"

	"github.com/mcpsim/mcpsim/internal/recording"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// taps record what passes between the runtime and its servers, for --record.
type taps struct {
	tap *recording.Tap // nil = nothing is recorded

	mu    sync.Mutex
	wires map[string]*http.Transport // by server
	http  map[string]http.RoundTripper
}

// recorded is a link on which all that passes is recorded.
func (v *visit) recorded(link host.Link, server string, reached func()) host.Link {
	link.Starter = v.children.Around(v.taps.tap.Starter(process.OS()), server, reached)
	v.taps.mu.Lock()
	defer v.taps.mu.Unlock()
	if v.taps.http == nil {
		v.taps.http, v.taps.wires = map[string]http.RoundTripper{}, map[string]*http.Transport{}
	}
	if v.taps.http[server] == nil {
		v.taps.wires[server] = &http.Transport{DialContext: link.Dial, DisableCompression: true, MaxResponseHeaderBytes: 1 << 20}
		v.taps.http[server] = v.taps.tap.RoundTripper(v.taps.wires[server])
	}
	link.HTTP, link.Upgrade = v.taps.http[server], v.taps.tap.RoundTripper
	return link
}

// hangUp ends the connections that were recorded.
func (v *visit) hangUp() {
	v.taps.mu.Lock()
	defer v.taps.mu.Unlock()
	for _, wire := range v.taps.wires {
		wire.CloseIdleConnections()
	}
}
