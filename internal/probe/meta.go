package probe

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// opaque members hold what is not the protocol's: a _meta in there is not its
// either, nor is anything in a _meta.
var opaque = []string{
	"_meta", "inputSchema", "outputSchema", "requestedSchema", "structuredContent", "arguments", "data", "experimental",
}

// MetaKeys lists the keys of every _meta of a message, sorted within each.
func MetaKeys(message []byte) []string {
	var members map[string]json.RawMessage
	if json.Unmarshal(message, &members) != nil {
		var elements []json.RawMessage
		_ = json.Unmarshal(message, &elements)
		var keys []string
		for _, e := range elements {
			keys = append(keys, MetaKeys(e)...)
		}
		return keys
	}
	var meta map[string]json.RawMessage
	_ = json.Unmarshal(members["_meta"], &meta)
	keys := slices.Sorted(maps.Keys(meta))
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if !slices.Contains(opaque, name) {
			keys = append(keys, MetaKeys(members[name])...)
		}
	}
	return keys
}

var (
	metaLabel = regexp.MustCompile(`^[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?$`)
	metaName  = regexp.MustCompile(`^([A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?)?$`)
)

// WellFormedKey reports whether a key of a _meta is a prefix of labels with a
// slash, which may be absent, and a name, which may be empty.
func WellFormedKey(key string) bool {
	prefix, name, prefixed := strings.Cut(key, "/")
	if !prefixed {
		prefix, name = "", key
	}
	for label := range strings.SplitSeq(prefix, ".") {
		if prefixed && !metaLabel.MatchString(label) {
			return false
		}
	}
	return metaName.MatchString(name)
}

// ownPrefixes are those under which MCP and its official extensions have defined
// names.
var ownPrefixes = []string{"io.modelcontextprotocol", "modelcontextprotocol.io"}

// Usurps reports whether the prefix of a key is reserved for MCP, and none that
// MCP has ever used. What is reserved changed with 2025-11-25: before that it was
// modelcontextprotocol or mcp as any label but the last, since then as the second.
func Usurps(key, revision string) bool {
	prefix, _, prefixed := strings.Cut(key, "/")
	if !prefixed || slices.Contains(ownPrefixes, prefix) {
		return false
	}
	labels := strings.Split(prefix, ".")
	reserved := func(label string) bool { return label == "modelcontextprotocol" || label == "mcp" }
	if revision < "2025-11-25" {
		return slices.ContainsFunc(labels[:len(labels)-1], reserved)
	}
	return len(labels) > 1 && reserved(labels[1])
}

// traceParent is the key of a _meta under which a trace context is.
const traceParent = "traceparent"

// traceContext is a traceparent of W3C Trace Context, of any version.
var traceContext = regexp.MustCompile(`^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$`)

// traces judges the trace context of a result or a notification.
func (t *talk) traces(f Frame, say sayFunc) {
	for _, holder := range []json.RawMessage{f.Members["result"], f.Members["params"]} {
		if trace, there := membersOf(membersOf(holder)["_meta"])[traceParent]; there {
			say(TraceFormed, errorIf(!traceContext.MatchString(Text(trace)), "the traceparent of a _meta is %s", Quote(trace)))
		}
	}
}
