package clientcheck

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// The members of _meta of a request without a handshake.
const (
	MetaVersion      = "io.modelcontextprotocol/protocolVersion"
	MetaCapabilities = "io.modelcontextprotocol/clientCapabilities"
	MetaClient       = "io.modelcontextprotocol/clientInfo"
	MetaLevel        = "io.modelcontextprotocol/logLevel"
)

// Discover is the method that modern clients alone have.
const Discover = "server/discover"

// Meta is the _meta of a message; nil = it has none.
func (e Indexed) Meta() map[string]json.RawMessage {
	var p struct {
		Meta map[string]json.RawMessage `json:"_meta"`
	}
	Params(e.Raw, &p)
	return p.Meta
}

// IsModern reports whether a message names a revision without a handshake in its _meta.
func (e Indexed) IsModern() bool {
	var version string
	_ = jsonparts.Unmarshal(e.Meta()[MetaVersion], &version)
	return version >= ModernRevision
}

// SpeaksModern reports whether the client has made a modern request, or one that only
// modern clients make.
func (r *Run) SpeaksModern() bool {
	return slices.ContainsFunc(r.Asked(), func(m Indexed) bool { return m.Method == Discover || m.IsModern() })
}

// speaksLegacy reports whether the client has opened a session, or sent anything else that
// needs one. Of a client that has sent nothing but what is no message, it is taken for granted.
func (r *Run) speaksLegacy() bool {
	return len(r.Received()) == 0 && len(r.Raw()) > 0 || slices.ContainsFunc(r.Received(), func(m Indexed) bool {
		return m.Method == "initialize" || m.Method != "" && m.Method != Discover && !m.IsModern()
	})
}

// introduction is the name and version that the client gives itself first; "" = none.
func (r *Run) introduction() string {
	var info struct{ Name, Version string }
	for _, m := range r.Received() {
		var hello struct{ ClientInfo json.RawMessage }
		if m.Method == "initialize" {
			Params(m.Raw, &hello)
		} else {
			hello.ClientInfo = m.Meta()[MetaClient]
		}
		if jsonparts.Unmarshal(hello.ClientInfo, &info) == nil && info.Name != "" {
			break
		}
	}
	return strings.TrimSpace(info.Name + " " + info.Version)
}
