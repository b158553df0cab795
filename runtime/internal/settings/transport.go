package settings

// Transport is how a server is reached (S-QWEN-06).
type Transport string

const (
	InProcess Transport = "sdk"       // a part of the program, no server to connect
	HTTP      Transport = "http"      // streamable HTTP
	SSE       Transport = "sse"       // the HTTP+SSE of 2024-11-05
	WebSocket Transport = "websocket" // "tcp" is its URL
	Stdio     Transport = "stdio"
	Unknown   Transport = "unknown"
)

const typeSDK = string(InProcess)

// fields are the keys of a definition that mean something.
var fields = []string{
	"args", "authProviderType", "command", "cwd", "description", "discoveryTimeoutMs", "env", "era", "excludeTools",
	"extensionName", "headers", "httpUrl", "includeTools", "oauth", "scope", "targetAudience",
	"targetServiceAccount", "tcp", "timeout", "trust", "type", "url",
}

// Transport follows from which field is set; of several the first in the order
// of the constants counts.
func (e Entry) Transport() Transport {
	d := e.Definition
	switch {
	case d["type"] == typeSDK:
		return InProcess
	case isSet(d, "httpUrl"):
		return HTTP
	case isSet(d, "url"):
		return SSE
	case isSet(d, "tcp"):
		return WebSocket
	case isSet(d, "command"):
		return Stdio
	}
	return Unknown
}

// isSet reports whether a field says something: what is absent, null, false, 0 or
// empty text does not.
func isSet(d map[string]any, field string) bool {
	switch v := d[field].(type) {
	case nil:
		return false
	case string:
		return v != ""
	case bool:
		return v
	case float64:
		return v != 0
	}
	return true
}
