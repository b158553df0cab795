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
)

// Requests of the server.
const (
	MethodListRoots = "roots/list"
	MethodElicit    = "elicitation/create"
)

// Notifications.
const (
	NotifyInitialized      = "notifications/initialized"
	NotifyToolsChanged     = "notifications/tools/list_changed"
	NotifyResourcesChanged = "notifications/resources/list_changed"
	NotifyResourceUpdated  = "notifications/resources/updated"
	NotifyPromptsChanged   = "notifications/prompts/list_changed"
)
