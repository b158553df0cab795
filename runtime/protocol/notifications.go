package protocol

import "encoding/json"

// CancelledParams are the params of notifications/cancelled. RequestID is the
// raw id token of the request, with its type (CLI-12).
type CancelledParams struct {
	RequestID json.RawMessage `json:"requestId"`
	Reason    string          `json:"reason,omitempty"`
}

// ProgressParams are the params of notifications/progress. The token is the raw
// token the request carried.
type ProgressParams struct {
	ProgressToken json.RawMessage `json:"progressToken"`
	Progress      float64         `json:"progress"`
	Total         *float64        `json:"total,omitempty"`
	Message       string          `json:"message,omitempty"`
}

// MessageParams are the params of notifications/message. Level is one of the
// names of RFC 5424, "debug" to "emergency".
type MessageParams struct {
	Level  string          `json:"level"`
	Logger string          `json:"logger,omitempty"`
	Data   json.RawMessage `json:"data"`
}
