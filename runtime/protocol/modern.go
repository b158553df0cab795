package protocol

import (
	"encoding/json"
	"slices"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonscan"
)

// Names in the _meta of modern messages.
const (
	MetaVersion      = "io.modelcontextprotocol/protocolVersion"
	MetaClient       = "io.modelcontextprotocol/clientInfo"
	MetaCapabilities = "io.modelcontextprotocol/clientCapabilities"
	MetaServer       = "io.modelcontextprotocol/serverInfo"
	MetaSubscription = "io.modelcontextprotocol/subscriptionId"
)

// Codes of errors that only modern servers answer with.
const (
	CodeHeaderMismatch     = -32020 // headers and body of a request differ
	CodeMissingCapability  = -32021 // of the client, for what it asked
	CodeUnsupportedVersion = -32022 // the revision of the request; see [VersionData]
)

// Requests and notifications of the modern revision.
const (
	MethodDiscover     = "server/discover"
	MethodListen       = "subscriptions/listen"
	NotifyAcknowledged = "notifications/subscriptions/acknowledged"
	NotifyCancelled    = "notifications/cancelled"
)

// LatestModern is the newest revision without a handshake.
const LatestModern = Revision20260728

// DiscoverResult is what a modern server says about itself. Who it is stands in Meta.
type DiscoverResult struct {
	SupportedVersions []Revision
	Capabilities      ServerCapabilities
	Instructions      string
	Meta              json.RawMessage
}

var discoverResultFields = jsonscan.Folded("supportedVersions", "capabilities", "instructions", "_meta")

func (r *DiscoverResult) scan(s *jsonscan.Scanner) {
	s.Object(discoverResultFields, func(name string) {
		switch name {
		case "supportedVersions":
			jsonscan.Slice(s, &r.SupportedVersions, func(v *Revision) { s.String((*string)(v)) })
		case "capabilities":
			r.Capabilities.scan(s)
		case "instructions":
			s.String(&r.Instructions)
		case "_meta":
			s.Raw(&r.Meta)
		}
	})
}

// ServerInfo is who the server says it is; the zero value if it does not say.
func (r *DiscoverResult) ServerInfo() Implementation {
	meta, err := Read[serverMeta](r.Meta)
	if err != nil {
		return Implementation{}
	}
	return meta.server
}

// serverMeta is what a server says about itself in any result.
type serverMeta struct{ server Implementation }

var serverMetaFields = jsonscan.Folded(MetaServer)

func (m *serverMeta) scan(s *jsonscan.Scanner) {
	s.Object(serverMetaFields, func(string) { m.server.scan(s) })
}

// VersionData is the data of [CodeUnsupportedVersion].
type VersionData struct{ Supported []Revision }

var versionDataFields = jsonscan.Folded("supported")

func (d *VersionData) scan(s *jsonscan.Scanner) {
	s.Object(versionDataFields, func(string) {
		jsonscan.Slice(s, &d.Supported, func(v *Revision) { s.String((*string)(v)) })
	})
}

// SubscriptionFilter says what subscriptions/listen is to tell of.
type SubscriptionFilter struct {
	Tools     bool     `json:"toolsListChanged,omitempty"`
	Prompts   bool     `json:"promptsListChanged,omitempty"`
	Resources bool     `json:"resourcesListChanged,omitempty"`
	URIs      []string `json:"resourceSubscriptions,omitempty"` // in order
	Tasks     []string `json:"taskIds,omitempty"`               // of the tasks extension
}

// Empty reports whether nothing is asked for.
func (f SubscriptionFilter) Empty() bool {
	return !f.Tools && !f.Prompts && !f.Resources && len(f.URIs) == 0 && len(f.Tasks) == 0
}

// Equal reports whether both ask for the same.
func (f SubscriptionFilter) Equal(o SubscriptionFilter) bool {
	return f.Tools == o.Tools && f.Prompts == o.Prompts && f.Resources == o.Resources && slices.Equal(f.URIs, o.URIs) && slices.Equal(f.Tasks, o.Tasks)
}

// Covers reports whether a notification was asked for; those of tasks are looked at where
// tasks are.
func (f SubscriptionFilter) Covers(method string, params json.RawMessage) bool {
	switch method {
	case NotifyToolsChanged:
		return f.Tools
	case NotifyPromptsChanged:
		return f.Prompts
	case NotifyResourcesChanged:
		return f.Resources
	case NotifyResourceUpdated:
		p, err := Read[ResourceParams](params)
		return err == nil && slices.Contains(f.URIs, p.URI)
	}
	return false
}

// ListenParams are the params of subscriptions/listen.
type ListenParams struct {
	Notifications SubscriptionFilter `json:"notifications"`
}
