package toolbridge

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/internal/excerpt"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// ErrorPrefix starts the text of every call that failed for good (OMP-LC-83).
const ErrorPrefix = "MCP error: "

// Output is what a session gets from a call.
type Output struct {
	// Text is for the model: the content blocks joined by blank lines, or a
	// failure that starts with ErrorPrefix.
	Text string
	// IsError is set for failures and for results that the server marked as
	// errors. The latter are successful calls whose text starts with "Error: ".
	IsError bool
	// Content holds the blocks as the server sent them.
	Content []protocol.Content
	// Structured is the server's structuredContent, nil when there is none.
	Structured json.RawMessage

	Server   string // configured name
	Tool     string // the tool's name on the server
	Provider string

	// Err is the failure behind the text, nil when the server sent a result.
	Err error
	// ReconnectErr is why recovery from Err failed, nil when it was not tried or
	// did not fail.
	ReconnectErr error
}

// Arguments are the arguments of a call as they are sent: what is no JSON object
// becomes {} (F-27).
func Arguments(args json.RawMessage) json.RawMessage {
	if args = bytes.TrimSpace(args); bytes.HasPrefix(args, []byte("{")) && json.Valid(args) {
		return args
	}
	return json.RawMessage("{}")
}

func outputOf(tool Tool) Output {
	return Output{Server: tool.Server, Tool: tool.Original, Provider: tool.Provider}
}

// Failure is the output of a call that failed for good; reconnectErr is why
// recovery failed, if it was tried and did. It puts ErrorPrefix before the error's own
// documented text, whatever that is: a JSON-RPC error reads "MCP error: MCP error
// -32602: …" (OMP-LC-83 around OMP-TP-89). Only the prefix itself is never doubled.
func Failure(tool Tool, err, reconnectErr error) Output {
	o := outputOf(tool)
	o.Text = ErrorPrefix + strings.TrimPrefix(err.Error(), ErrorPrefix)
	o.IsError, o.Err, o.ReconnectErr = true, err, reconnectErr
	return o
}

// Convert turns the raw result of a call into output (F-27, OMP-LC-82). A result
// with nothing but structured content gets that as its text; one that cannot be
// read is a [Failure].
func Convert(tool Tool, raw json.RawMessage) Output {
	if !bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) {
		return Failure(tool, fmt.Errorf("reading the result of %s: not an object", tool.Label()), nil)
	}
	r, err := protocol.ReadCallToolResult(raw)
	if err != nil {
		return Failure(tool, fmt.Errorf("reading the result of %s: %w", tool.Label(), excerpt.Error(err)), nil)
	}
	o := outputOf(tool)
	o.Content, o.IsError = r.Content, r.IsError
	if string(r.StructuredContent) != "null" {
		o.Structured = r.StructuredContent
	}
	o.Text = joinBlocks(r.Content)
	if len(r.Content) == 0 {
		o.Text = string(o.Structured)
	}
	if r.IsError {
		o.Text = "Error: " + o.Text
	}
	return o
}

func joinBlocks(blocks []protocol.Content) string {
	texts := make([]string, len(blocks))
	for i, b := range blocks {
		texts[i] = blockText(b)
	}
	return strings.Join(texts, "\n\n")
}

// blockText is the text of one block. Types that F-27 does not name are shown by
// what they are, so that a reader sees that something was there.
func blockText(b protocol.Content) string {
	switch b.Type {
	case protocol.ContentText:
		return b.Text
	case protocol.ContentImage:
		return fmt.Sprintf("[Image: %s]", b.MIMEType)
	case protocol.ContentAudio:
		return fmt.Sprintf("[Audio: %s]", b.MIMEType)
	case protocol.ContentResourceLink:
		return fmt.Sprintf("[Resource: %s]", b.URI)
	case protocol.ContentResource:
		return resourceText(b.Resource)
	}
	return fmt.Sprintf("[Content of type %q]", b.Type)
}

func resourceText(r *protocol.ResourceContents) string {
	if r == nil {
		r = &protocol.ResourceContents{}
	}
	text := fmt.Sprintf("[Resource: %s]", r.URI)
	if r.Text != nil && *r.Text != "" {
		text += "\n" + *r.Text
	}
	return text
}
