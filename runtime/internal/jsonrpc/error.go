package jsonrpc

import (
	"encoding/json"
	"fmt"
)

// The codes JSON-RPC reserves.
const (
	CodeParseError     = -32700
	CodeInvalidRequest = -32600
	CodeMethodNotFound = -32601
	CodeInvalidParams  = -32602
	CodeInternalError  = -32603
)

// Error is the error object of an answer. The zero value is not meaningful. Of what a
// server sends, a message above 2,000 bytes is shortened and says so, and data above
// 64 KiB are left out (D-28).
type Error struct {
	Code    int64           `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
}

// Error is the documented text (OMP-TP-89).
func (e *Error) Error() string { return fmt.Sprintf("MCP error %d: %s", e.Code, e.Message) }
