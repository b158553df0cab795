package protocol

// Requests of the client.
const (
	MethodInitialize            = "initialize"
	MethodPing                  = "ping" // both directions
	MethodListTools             = "tools/list"
	MethodCallTool              = "tools/call"
	MethodListResources         = "resources/list"
	MethodListResourceTemplates = "resources/templates/list"
	MethodReadResource          = "resources/read"
	MethodSubscribe             = "resources/subscribe"
	MethodUnsubscribe           = "resources/unsubscribe"
	MethodListPrompts           = "prompts/list"
	MethodGetPrompt             = "prompts/get"
	MethodComplete              = "completion/complete"
	MethodSetLevel              = "logging/setLevel"
	MethodDiscover              = "server/discover" // modern era
)

// Requests of the server.
const (
	MethodListRoots     = "roots/list"
	MethodCreateMessage = "sampling/createMessage"
	MethodElicit        = "elicitation/create"
)

// Notifications.
const (
	NotifyInitialized          = "notifications/initialized"
	NotifyCancelled            = "notifications/cancelled"
	NotifyProgress             = "notifications/progress"
	NotifyMessage              = "notifications/message"
	NotifyToolsChanged         = "notifications/tools/list_changed"
	NotifyResourcesChanged     = "notifications/resources/list_changed"
	NotifyResourceUpdated      = "notifications/resources/updated"
	NotifyPromptsChanged       = "notifications/prompts/list_changed"
	NotifyRootsChanged         = "notifications/roots/list_changed"
	NotifyElicitationCompleted = "notifications/elicitation/complete"
)

// Error codes that MCP adds to those of JSON-RPC. -32000 and -32001 have no
// agreed meaning: nothing may depend on them.
const (
	CodeResourceNotFound       = -32002
	CodeHeaderMismatch         = -32020 // modern era
	CodeMissingCapability      = -32021 // modern era
	CodeUnsupportedVersion     = -32022 // modern era
	CodeURLElicitationRequired = -32042
)

// HTTP headers of the streamable transport, in Go's canonical form.
const (
	HeaderSession = "Mcp-Session-Id"
	HeaderVersion = "Mcp-Protocol-Version"
)
