package conn

import (
	"encoding/json"
	"fmt"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/internal/mirror"
	"github.com/mcpsim/mcpsim/runtime/protocol"
	"github.com/mcpsim/mcpsim/runtime/transport"
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
func (s stamped) Headers() transport.Headers {
	return transport.Headers{
		Version: string(s.version), Method: s.method,
		Name: mirror.Value(nameIn(s.method, s.params)), Others: s.extra,
	}
}

// nameIn is what params of a method are about; empty if that is not repeated.
func nameIn(method string, params any) string {
	switch p := params.(type) {
	case protocol.CallToolParams:
		return p.Name
	case protocol.GetPromptParams:
		return p.Name
	case protocol.ResourceParams:
		if method == protocol.MethodReadResource {
			return p.URI
		}
	case protocol.TaskParams:
		return p.TaskID
	case retry:
		return nameIn(method, p.params)
	}
	return ""
}
