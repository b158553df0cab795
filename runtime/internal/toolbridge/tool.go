package toolbridge

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// Tool is one tool of a server as the session sees it. It is a value; the schema
// is shared and read-only.
type Tool struct {
	Name        string // in the session, see Naming
	Server      string // configured name
	Original    string // its name on the server
	Description string // never empty
	InputSchema json.RawMessage
	// Provider is the label of the configuration's provider, empty when unknown.
	Provider string
	// Deferred tools are made from cached definitions: a call waits for the
	// server (OMP-LC-63, OMP-LC-78). They stay usable once it is there.
	Deferred bool
	// Path is what the loader shows: OMP-LC-74, OMP-LC-75.
	Path string
}

// Label is `<server>/<tool>`, for people (F-27).
func (t Tool) Label() string { return t.Server + "/" + t.Original }

// ResolvedPath is `mcp:<name>` for every tool, whatever its Path (F-27).
func (t Tool) ResolvedPath() string { return "mcp:" + t.Name }

// View is what all tools of one server have in common.
type View struct {
	Server   string
	Provider string // label, see config.Source.Label; empty when unknown
	Deferred bool
	Naming   Naming // nil means Name
}

// Tools makes the session's tools from a server's raw definitions, listed or
// cached, in their order. They share memory with the definitions. A definition that
// cannot be read or has no name is left out; the error then says which ones, and the
// other tools are good (FF-37).
func (v View) Tools(definitions []json.RawMessage) ([]Tool, error) {
	tools := make([]Tool, 0, len(definitions))
	var bad []error
	for i, raw := range definitions {
		d, err := protocol.ReadTool(raw)
		if err == nil && d.Name == "" {
			err = errors.New("no name")
		}
		if err != nil {
			bad = append(bad, fmt.Errorf("leaving out tool %d of server %q: %w", i, v.Server, err))
			continue
		}
		tools = append(tools, v.tool(d))
	}
	return tools, errors.Join(bad...)
}

func (v View) tool(d protocol.Tool) Tool {
	naming := v.Naming
	if naming == nil {
		naming = Name
	}
	t := Tool{
		Name: naming(v.Server, d.Name), Server: v.Server, Original: d.Name,
		Description: cmp.Or(d.Description, "MCP tool from "+v.Server),
		InputSchema: d.InputSchema, Provider: v.Provider, Deferred: v.Deferred,
	}
	t.Path = t.ResolvedPath()
	if v.Provider != "" {
		t.Path = "mcp:" + v.Server + " via " + v.Provider
	}
	return t
}

// Sort orders tools by name, so that the list of a session has the same bytes
// whatever order servers connected in (F-24). Tools of one name are ordered by
// server, then by original name.
func Sort(tools []Tool) {
	slices.SortStableFunc(tools, Compare)
}

// Compare is the order of [Sort].
func Compare(a, b Tool) int {
	return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Server, b.Server), strings.Compare(a.Original, b.Original))
}

// ErrorPath is where the loader reports a failure of a whole server (F-27).
func ErrorPath(server string) string { return "mcp:" + server }
