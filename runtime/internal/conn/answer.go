package conn

import (
	"encoding/json"

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
	return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "Unsupported server request: " + method}
}

// form answers a question in the one mode that was declared.
func (a answers) form(params json.RawMessage) (any, error) {
	var p protocol.ElicitParams
	if json.Unmarshal(params, &p) != nil || !p.Form() {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "Unsupported elicitation"}
	}
	return a.elicit(p)
}
