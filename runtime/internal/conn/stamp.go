package conn

import (
	"encoding/json"
	"fmt"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/internal/mirror"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// stamp is what every modern request of a connection says about itself, written once.
type stamp struct {
	version protocol.Revision
	meta    []byte // the members of _meta, without braces
}

// stampOf writes the metadata of a connection in one revision.
func (c *Conn) stampOf(o Options, version protocol.Revision) *stamp {
	b := fmt.Appendf(nil, `%q:%q,%q:`, protocol.MetaVersion, version, protocol.MetaCapabilities)
	b = append(b, encoded(o.modernCapabilities())...)
	b = fmt.Appendf(b, `,%q:`, protocol.MetaClient)
	return &stamp{version, append(b, encoded(o.Client)...)}
}

// encoded is the JSON of a value that always has one.
func encoded(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // a type of package protocol that cannot be written
	}
	return b
}

// modernCapabilities are what a server may ask for in a result.
func (o Options) modernCapabilities() protocol.ClientCapabilities {
	c := protocol.ClientCapabilities{Roots: &protocol.RootsCapability{}}
	if o.Elicit != nil {
		c.Elicitation = json.RawMessage(`{"form":{}}`)
	}
	if o.Tasks > 0 {
		c.Extensions = map[string]json.RawMessage{protocol.ExtensionTasks: json.RawMessage("{}")}
	}
	return c
}

// stamped are params with the metadata of their connection. Over HTTP they bring headers.
type stamped struct {
	*stamp
	method string
	params any
	extra  map[string]string // headers of parameters
}

func (s *stamp) on(method string, params any, extra map[string]string) stamped {
	return stamped{s, method, params, extra}
}

// AppendJSON writes the params with _meta as their last member.
func (s stamped) AppendJSON(b []byte) ([]byte, error) {
	return jsonrpc.AppendMembers(b, s.params, func(b []byte) ([]byte, error) {
		b = append(append(b, `"_meta":{`...), s.meta...)
		return append(b, '}'), nil
	})
}

// Headers implement [transport.Headed].
func (s stamped) Headers() map[string]string {
	h := map[string]string{"Mcp-Protocol-Version": string(s.version), mirror.Method: s.method}
	switch p := s.params.(type) {
	case protocol.CallToolParams:
		h[mirror.Name] = mirror.Value(p.Name)
	case protocol.GetPromptParams:
		h[mirror.Name] = mirror.Value(p.Name)
	case protocol.ResourceParams:
		if s.method == protocol.MethodReadResource {
			h[mirror.Name] = mirror.Value(p.URI)
		}
	case protocol.TaskParams:
		h[mirror.Name] = mirror.Value(p.TaskID)
	case retry:
		return stamped{s.stamp, s.method, p.params, s.extra}.Headers()
	}
	for name, value := range s.extra {
		h[name] = value
	}
	return h
}
