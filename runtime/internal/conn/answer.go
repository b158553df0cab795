package conn

import (
	"encoding/json"
	"fmt"

	"github.com/mcpsim/mcpsim/runtime/internal/excerpt"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// answers is what server requests are answered with.
type answers struct {
	roots []protocol.Root
	forms
}

// request answers a request of a legacy server (OMP-TP-04 to 06, F-15).
func (a *answers) request(method string, params json.RawMessage) (any, error) {
	return a.answer(method, params, func(p protocol.ElicitParams) (any, error) { return a.later(p), nil })
}

// answer answers what a server asks for; ask is for a question to the user.
func (a *answers) answer(method string, params json.RawMessage, ask func(protocol.ElicitParams) (any, error)) (any, error) {
	switch method {
	case protocol.MethodPing:
		return struct{}{}, nil
	case protocol.MethodListRoots:
		return protocol.ListRootsResult{Roots: a.roots}, nil
	case protocol.MethodElicit:
		if a.elicit != nil {
			p, err := form(params)
			if err != nil {
				return nil, err
			}
			return ask(p)
		}
	}
	return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "Unsupported server request: " + excerpt.To(method, excerpt.Word)}
}

// maxForm bounds a question to the user, in bytes: a person is to read it.
const maxForm = 64 << 10

// form reads a question in the one mode that was declared.
func form(params json.RawMessage) (protocol.ElicitParams, error) {
	if len(params) > maxForm {
		return protocol.ElicitParams{}, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf("elicitation of %d bytes: more than %d", len(params), maxForm)}
	}
	p, err := protocol.Read[protocol.ElicitParams](params)
	if err != nil || !p.Form() {
		return p, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "Unsupported elicitation"}
	}
	return p, nil
}
