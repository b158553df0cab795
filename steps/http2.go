package steps

import (
	"net/http"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// http2 is how requests are sent by a program that has HTTP/2 without TLS.
type http2 struct {
	noun
	wire *http.Transport // nil: as the runtime does by itself
	used bool
}

func http2Steps() []gherkin.Step {
	return gherkin.Noun("http2", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the program speaks HTTP/2`,
			Manual: "sends all requests to servers over HTTP as streams of one connection for each server, without TLS; net/http orders its frames as it likes, so runs in the virtual world are alike but not the same",
			Func:   (*http2).speak},
	})
}

func (h *http2) speak() error {
	h.used = true
	return nil
}

// env lets a runtime send its requests so.
func (h *http2) env(env *host.Env) {
	if !h.used {
		return
	}
	h.wire = &http.Transport{DialContext: env.Dial, DisableCompression: true, Protocols: &http.Protocols{}}
	h.wire.Protocols.SetUnencryptedHTTP2(true)
	env.HTTP = h.wire
}

// close ends the connections that are idle; others end with their servers.
func (h *http2) close() {
	if h.wire != nil {
		h.wire.CloseIdleConnections()
	}
}
