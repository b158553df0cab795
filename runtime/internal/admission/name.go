package admission

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// toolPrefix starts the name of every tool that comes from a server.
const toolPrefix = "mcp__"

// MaxToolName is the length of the longest name of a tool, in characters
// (S-QWEN-40).
const MaxToolName = 63

// ToolName is the name under which a server's tool is registered,
// mcp__<server>__<tool> (S-QWEN-40). A name that is too long or has characters
// other than A-Z, a-z, 0-9, _ and - gets _ for those, is cut, and ends in seven
// characters that tell it from others.
func ToolName(server, tool string) string {
	full := toolPrefix + server + "__" + tool
	safe := sanitise(full)
	if safe == full && len(full) <= MaxToolName {
		return full
	}
	suffix := "_" + nameHash(full)
	return safe[:min(len(safe), MaxToolName-len(suffix))] + suffix
}

// sanitise replaces what a name of a tool cannot have, one _ per unit of UTF-16.
func sanitise(name string) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(name)) {
		switch {
		case unit >= 'A' && unit <= 'Z', unit >= 'a' && unit <= 'z', unit >= '0' && unit <= '9', unit == '-':
			b.WriteByte(byte(unit))
		default:
			b.WriteByte('_')
		}
	}
	return b.String()
}

// Owner is the server that a tool's name belongs to, among those that are
// configured or were: the one with the longest name that fits (S-QWEN-39). Names
// of tools are not split: servers and tools may have __ in theirs.
func (n Names) Owner(tool string) (server string, ok bool) {
	var longest int
	for _, name := range slices.Concat(n.Configured, n.Removed) {
		prefix := toolPrefix + sanitise(name) + "__"
		if strings.HasPrefix(tool, prefix) && len(prefix) > longest {
			server, ok, longest = name, true, len(prefix)
		}
	}
	return server, ok
}

// nameHash is FNV-1a in base 36. It takes whole units of UTF-16, which hash/fnv
// cannot.
func nameHash(name string) string {
	hash := fnv1aOffset
	for _, unit := range utf16.Encode([]rune(name)) {
		hash = (hash ^ uint32(unit)) * fnv1aPrime
	}
	text := strconv.FormatUint(uint64(hash), 36)
	return strings.Repeat("0", 7-len(text)) + text
}

const (
	fnv1aOffset uint32 = 2166136261
	fnv1aPrime  uint32 = 16777619
)
