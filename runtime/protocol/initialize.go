package protocol

import (
	"encoding/json"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonscan"
)

// Implementation names a program.
type Implementation struct {
	Name    string `json:"name"`
	Title   string `json:"title,omitempty"`
	Version string `json:"version"`
}

var implementationFields = jsonscan.Folded("name", "title", "version")

func (i *Implementation) scan(s *jsonscan.Scanner) {
	s.Object(implementationFields, func(name string) {
		switch name {
		case "name":
			s.String(&i.Name)
		case "title":
			s.String(&i.Title)
		case "version":
			s.String(&i.Version)
		}
	})
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
	// Extensions of the modern protocol by identifier; nil = none.
	Extensions map[string]json.RawMessage `json:"extensions,omitempty"`
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

var initializeResultFields = jsonscan.Folded("protocolVersion", "capabilities", "serverInfo", "instructions", "_meta")

func (r *InitializeResult) scan(s *jsonscan.Scanner) {
	s.Object(initializeResultFields, func(name string) {
		switch name {
		case "protocolVersion":
			s.String((*string)(&r.ProtocolVersion))
		case "capabilities":
			r.Capabilities.scan(s)
		case "serverInfo":
			r.ServerInfo.scan(s)
		case "instructions":
			s.String(&r.Instructions)
		case "_meta":
			s.Raw(&r.Meta)
		}
	})
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

var serverCapabilitiesFields = jsonscan.Folded("tools", "resources", "prompts", "logging", "completions", "experimental")

func (c *ServerCapabilities) scan(s *jsonscan.Scanner) {
	s.Object(serverCapabilitiesFields, func(name string) {
		switch name {
		case "tools":
			jsonscan.Pointer(s, &c.Tools, func(l *ListCapability) { l.scan(s) })
		case "resources":
			jsonscan.Pointer(s, &c.Resources, func(r *ResourceCapability) { r.scan(s) })
		case "prompts":
			jsonscan.Pointer(s, &c.Prompts, func(l *ListCapability) { l.scan(s) })
		case "logging":
			s.Raw(&c.Logging)
		case "completions":
			s.Raw(&c.Completions)
		case "experimental":
			s.Raw(&c.Experimental)
		}
	})
}

// ListCapability is a list that may announce changes.
type ListCapability struct {
	ListChanged bool `json:"listChanged,omitempty"`
}

var listCapabilityFields = jsonscan.Folded("listChanged")

func (c *ListCapability) scan(s *jsonscan.Scanner) {
	s.Object(listCapabilityFields, func(name string) {
		switch name {
		case "listChanged":
			s.Bool(&c.ListChanged)
		}
	})
}

// ResourceCapability is the same for resources, with subscriptions.
type ResourceCapability struct {
	ListChanged bool `json:"listChanged,omitempty"`
	Subscribe   bool `json:"subscribe,omitempty"`
}

var resourceCapabilityFields = jsonscan.Folded("listChanged", "subscribe")

func (c *ResourceCapability) scan(s *jsonscan.Scanner) {
	s.Object(resourceCapabilityFields, func(name string) {
		switch name {
		case "listChanged":
			s.Bool(&c.ListChanged)
		case "subscribe":
			s.Bool(&c.Subscribe)
		}
	})
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
