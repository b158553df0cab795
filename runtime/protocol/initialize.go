package protocol

import "encoding/json"

// Implementation names a program.
type Implementation struct {
	Name    string `json:"name"`
	Title   string `json:"title,omitempty"`
	Version string `json:"version"`
}

// InitializeParams opens a legacy connection.
type InitializeParams struct {
	ProtocolVersion Revision           `json:"protocolVersion"`
	Capabilities    ClientCapabilities `json:"capabilities"`
	ClientInfo      Implementation     `json:"clientInfo"`
}

// ClientCapabilities is what the client offers; nil members are absent.
type ClientCapabilities struct {
	Roots        *RootsCapability `json:"roots,omitempty"`
	Sampling     json.RawMessage  `json:"sampling,omitempty"`
	Elicitation  json.RawMessage  `json:"elicitation,omitempty"`
	Experimental json.RawMessage  `json:"experimental,omitempty"`
}

// RootsCapability says that the client answers roots/list.
type RootsCapability struct {
	ListChanged bool `json:"listChanged"`
}

// InitializeResult is the server's answer. ProtocolVersion may be empty or
// unknown: the reader decides what that means.
type InitializeResult struct {
	ProtocolVersion Revision           `json:"protocolVersion"`
	Capabilities    ServerCapabilities `json:"capabilities"`
	ServerInfo      Implementation     `json:"serverInfo"`
	Instructions    string             `json:"instructions,omitempty"`
	Meta            json.RawMessage    `json:"_meta,omitempty"`
}

// ReadInitializeResult reads a result that what it returns shares memory with. It
// accepts what encoding/json does, and is faster.
func ReadInitializeResult(raw json.RawMessage) (InitializeResult, error) {
	var r InitializeResult
	c, s := &r.Capabilities, &r.ServerInfo
	if readFields(raw, []field{
		{"protocolVersion", (*string)(&r.ProtocolVersion)},
		{"capabilities", []field{
			{"tools", &c.Tools}, {"resources", &c.Resources}, {"prompts", &c.Prompts}, {"logging", &c.Logging},
			{"completions", &c.Completions}, {"experimental", &c.Experimental},
		}},
		{"serverInfo", []field{{"name", &s.Name}, {"title", &s.Title}, {"version", &s.Version}}},
		{"instructions", &r.Instructions}, {"_meta", &r.Meta},
	}) {
		return r, nil
	}
	r = InitializeResult{}
	err := json.Unmarshal(raw, &r)
	return r, err
}

// ServerCapabilities is what the server offers; nil members are absent. A
// client uses nothing that is absent (CLI-16).
type ServerCapabilities struct {
	Tools        *ListCapability     `json:"tools,omitempty"`
	Resources    *ResourceCapability `json:"resources,omitempty"`
	Prompts      *ListCapability     `json:"prompts,omitempty"`
	Logging      json.RawMessage     `json:"logging,omitempty"`
	Completions  json.RawMessage     `json:"completions,omitempty"`
	Experimental json.RawMessage     `json:"experimental,omitempty"`
}

// ListCapability is a list that may announce changes.
type ListCapability struct {
	ListChanged bool `json:"listChanged,omitempty"`
}

// ResourceCapability is the same for resources, with subscriptions.
type ResourceCapability struct {
	ListChanged bool `json:"listChanged,omitempty"`
	Subscribe   bool `json:"subscribe,omitempty"`
}

// Root is a directory the client lets the server know of; URI is a file URL.
type Root struct {
	URI  string `json:"uri"`
	Name string `json:"name,omitempty"`
}

// ListRootsResult answers roots/list.
type ListRootsResult struct {
	Roots []Root `json:"roots"`
}
