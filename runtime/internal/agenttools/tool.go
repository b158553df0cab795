package agenttools

import (
	"bytes"

	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// Agent is who asks for tools. The zero value has no name, takes schemas and
// names as servers give them, and turns failures into the default text.
type Agent struct {
	Name string
	// StrictSchemas converts schemas to strict form where that is possible
	// (S-OAI-26).
	StrictSchemas bool
	// PrefixNames puts the server into the public name of each tool (S-OAI-28).
	PrefixNames bool
	// Reserved are names that prefixed ones must not take: those of local tools and
	// of enabled handoffs (S-OAI-29).
	Reserved []string
	// Failure is what becomes of a failed call, unless its server says otherwise.
	Failure Failure
}

// Run is one run of an agent, as filters and approvals see it.
type Run struct {
	ID string
	// Values are what the program lets them know. They are read-only.
	Values map[string]string
}

// Clone returns a copy that shares no memory with t (OAI-61, OAI-72).
func Clone(t protocol.Tool) protocol.Tool {
	t.InputSchema = bytes.Clone(t.InputSchema)
	t.OutputSchema = bytes.Clone(t.OutputSchema)
	t.Annotations = bytes.Clone(t.Annotations)
	t.Meta = bytes.Clone(t.Meta)
	t.Raw = bytes.Clone(t.Raw)
	return t
}
