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
	roots  []protocol.Root
	elicit func(protocol.ElicitParams) (protocol.ElicitResult, error)
}

// answer answers a server request (OMP-TP-04 to 06, F-15).
func (a answers) answer(method string, params json.RawMessage) (any, error) {
	switch method {
	case protocol.MethodPing:
		return struct{}{}, nil
	case protocol.MethodListRoots:
		return protocol.ListRootsResult{Roots: a.roots}, nil
	case protocol.MethodElicit:
		if a.elicit != nil {
			return a.form(params)
		}
	}
	return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "Unsupported server request: " + excerpt.To(method, excerpt.Word)}
}

// maxForm bounds a question to the user, in bytes: a person is to read it.
const maxForm = 64 << 10

// form answers a question in the one mode that was declared.
func (a answers) form(params json.RawMessage) (any, error) {
	if len(params) > maxForm {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf("elicitation of %d bytes: more than %d", len(params), maxForm)}
	}
	p, err := protocol.Read[protocol.ElicitParams](params)
	if err != nil || !p.Form() {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "Unsupported elicitation"}
	}
	return a.elicit(p)
}
