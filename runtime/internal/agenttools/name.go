package agenttools

import (
	"cmp"
	"crypto/sha1" //nolint:gosec // the documented suffix, not a secret
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// maxName is the length of the longest public name, in bytes; hashLength that
// of the suffix which tells equal names apart (S-OAI-28).
const (
	maxName    = 64
	hashLength = 8
)

// Origin is where a tool comes from: the name of its server, and its own there.
type Origin struct{ Server, Tool string }

// PrefixedNames gives each tool the public name mcp_<server>__<tool>, in the
// order of origins. Names that would be equal, reserved or too long end in a hash
// of the origin, so that a tool has the same name whatever the order of servers
// and tools is (OAI-74).
func PrefixedNames(origins []Origin, reserved []string) []string {
	count := map[string]int{}
	for _, o := range origins {
		count[o.base()]++
	}
	first := make([]string, len(origins))
	order := make([]int, len(origins))
	for i, o := range origins {
		base := o.base()
		first[i] = shorten(base, o.seed(), count[base] > 1 || slices.Contains(reserved, base))
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(first[a], first[b]), cmp.Compare(origins[a].seed(), origins[b].seed()))
	})
	used := map[string]bool{}
	for _, name := range reserved {
		used[name] = true
	}
	names := make([]string, len(origins))
	for _, i := range order {
		names[i] = free(first[i], origins[i], used)
	}
	return names
}

// free returns name, or the first variant of it that is not used, and uses it.
func free(name string, o Origin, used map[string]bool) string {
	for n := 1; used[name]; n++ {
		name = shorten(o.base(), fmt.Sprintf("%s\x00%d", o.seed(), n), true)
	}
	used[name] = true
	return name
}

func (o Origin) seed() string { return o.Server + "\x00" + o.Tool }

func (o Origin) base() string {
	return "mcp_" + safe(o.Server, "server") + "__" + safe(o.Tool, "tool")
}

// safe replaces each character that public names must not have.
func safe(s, fallback string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '-':
			return r
		}
		return '_'
	}, s)
	return cmp.Or(strings.Trim(s, "_-"), fallback)
}

// shorten ends a name in a hash of seed if it is too long, or if it must.
func shorten(name, seed string, must bool) string {
	if !must && len(name) <= maxName {
		return name
	}
	sum := sha1.Sum([]byte(seed)) //nolint:gosec // see the import
	suffix := "_" + hex.EncodeToString(sum[:])[:hashLength]
	stem := strings.TrimRight(name[:min(len(name), maxName-len(suffix))], "_-")
	return stem + suffix
}

// DuplicateError says that tools have the same name.
type DuplicateError struct {
	Server string   // that offers both; empty: different servers do
	Names  []string // sorted
}

// Error is the documented text (S-OAI-27). Prefixes are advised where they help.
func (e *DuplicateError) Error() string {
	names := strings.Join(e.Names, ", ")
	if e.Server != "" {
		return fmt.Sprintf("Duplicate tool names found on MCP server `%s`: %s", e.Server, names)
	}
	return "Duplicate tool names found across MCP servers: " + names + ". Pass `include_server_in_tool_names=True` to `MCPUtil.get_all_function_tools()` or set " +
		"`mcp_config={'include_server_in_tool_names': True}` on the agent to prefix tool names with their server " +
		"name and avoid collisions."
}

// CheckUnique reports tools with the same name as one *[DuplicateError], whose
// text is the same for any order of servers and tools (OAI-73). listings are the
// names that each server offers, by position; servers are their names. First
// comes what one server offers twice, in the order of servers' names; with
// prefixes on, tools of different servers have different names.
func CheckUnique(servers []string, listings [][]string, prefixed bool) error {
	order := make([]int, len(servers))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(servers[a], servers[b]), slices.Compare(sorted(listings[a]), sorted(listings[b])))
	})
	var all []string
	for _, i := range order {
		if twice := repeated(listings[i]); len(twice) > 0 {
			return &DuplicateError{Server: servers[i], Names: twice}
		}
		all = append(all, listings[i]...)
	}
	if twice := repeated(all); len(twice) > 0 && !prefixed {
		return &DuplicateError{Names: twice}
	}
	return nil
}

// repeated returns the names that occur more than once, sorted.
func repeated(names []string) []string {
	count := map[string]int{}
	for _, name := range names {
		count[name]++
	}
	return slices.Compact(sorted(slices.DeleteFunc(slices.Clone(names), func(n string) bool { return count[n] < 2 })))
}

func sorted(names []string) []string {
	names = slices.Clone(names)
	slices.Sort(names)
	return names
}
