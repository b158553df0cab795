package probe

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/words"
)

// opaque members hold what is not the protocol's: a _meta in there is not its
// either, nor is anything in a _meta.
var opaque = []string{
	"_meta", "inputSchema", "outputSchema", "requestedSchema", "structuredContent", "arguments", "data", "experimental",
}

// MetaKeys lists the keys of every _meta of a message, sorted within each.
func MetaKeys(message Frame) []string { return metaKeys(message.Members) }

func metaKeys(members map[string]json.RawMessage) []string {
	keys := slices.Sorted(maps.Keys(partsOf(members["_meta"])))
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if !slices.Contains(opaque, name) {
			keys = append(keys, metaKeysWithin(members[name])...)
		}
	}
	return keys
}

func metaKeysWithin(part json.RawMessage) (keys []string) {
	if part[0] == '{' {
		return metaKeys(partsOf(part))
	}
	if part[0] == '[' {
		for e := range jsonparts.Elements(part) {
			keys = append(keys, metaKeysWithin(e)...)
		}
	}
	return keys
}

var (
	metaLabel = words.Pattern(`^[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?$`)
	metaName  = words.Pattern(`^([A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?)?$`)
)

// WellFormedKey reports whether a key of a _meta is a prefix of labels with a
// slash, which may be absent, and a name, which may be empty.
func WellFormedKey(key string) bool {
	prefix, name, prefixed := strings.Cut(key, "/")
	if !prefixed {
		prefix, name = "", key
	}
	for label := range strings.SplitSeq(prefix, ".") {
		if prefixed && !metaLabel().MatchString(label) {
			return false
		}
	}
	return metaName().MatchString(name)
}

// ownPrefixes are those under which MCP and its official extensions have defined
// names.
var ownPrefixes = []string{metaPrefix, "modelcontextprotocol.io/"}

// ownNames are the names that MCP has defined under its first prefix, tasks of 2025-11-25
// among them.
var ownNames = []string{
	"protocolVersion", "clientCapabilities", "clientInfo", "serverInfo", "logLevel", "subscriptionId",
	"related-task", "model-immediate-response",
}

// Usurps reports whether the prefix of a key is reserved for MCP, and none that
// MCP has ever used. What is reserved changed with 2025-11-25: before that it was
// modelcontextprotocol or mcp as any label but the last, since then as the second.
func Usurps(key, revision string) bool {
	prefix, _, prefixed := strings.Cut(key, "/")
	if !prefixed || slices.Contains(ownPrefixes, prefix+"/") {
		return false
	}
	labels := strings.Split(prefix, ".")
	reserved := func(label string) bool { return label == "modelcontextprotocol" || label == "mcp" }
	if revision < "2025-11-25" {
		return slices.ContainsFunc(labels[:len(labels)-1], reserved)
	}
	return len(labels) > 1 && reserved(labels[1])
}

// invents reports whether a key has the prefix of MCP and a name that MCP has not defined, of
// which there is a list since 2026-07-28. Official extensions may have defined it: those that the server declares.
func (b *Bench) invents(key string) bool {
	name, own := strings.CutPrefix(key, metaPrefix)
	if !own || !b.IsModern() || slices.Contains(ownNames, name) {
		return false
	}
	extensions, _ := b.declares("extensions")
	for declared := range membersOf(extensions) {
		if strings.HasPrefix(declared, metaPrefix) {
			return false
		}
	}
	return true
}

// The forms of W3C Trace Context, of any version, and of W3C Baggage, as far as they can be
// told from anything else.
var (
	traceContext = words.Pattern(`^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$`)
	noTrace      = words.Pattern(`^(ff-|..-0{32}-|..-.{32}-0{16}-)`)
	listMember   = `[^\s,;="]+\s*=[^,]*`
	traceList    = words.Pattern(`^\s*(` + listMember + `\s*)?(,\s*(` + listMember + `)?\s*)*$`)
)

// traced are the keys of a _meta that hold trace contexts.
var traced = map[string]func(string) bool{
	"traceparent": func(v string) bool { return traceContext().MatchString(v) && !noTrace().MatchString(v) },
	"tracestate":  traceList().MatchString,
	"baggage":     traceList().MatchString,
}

// traces judges the trace context of a result or a notification.
func (t *talk) traces(f Frame, key string, say sayFunc) {
	for _, holder := range []json.RawMessage{f.Members["result"], f.Members["params"]} {
		if value, there := membersOf(membersOf(holder)["_meta"])[key]; there {
			say(TraceFormed, errorIf(!traced[key](Text(value)) || value[0] != '"', "the %s of a _meta is %s", key, Quote(value)))
		}
	}
}
