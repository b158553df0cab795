package toolbridge

import "strings"

// Prefix starts the name of every tool that comes from MCP (OMP-LC-86).
const Prefix = "mcp__"

// Naming makes a tool's name in the session from the configured name of its
// server and its name there. Names of different tools may be equal: what happens
// then is up to the registry that holds them (F-26).
type Naming func(server, tool string) string

// Name is oh-my-pi's naming, mcp__<server>_<tool> (OMP-LC-76, F-25): both parts
// in lower case, everything but letters a to z becomes single underscores, and a
// tool that repeats its server's name does so only once. Digits are lost, a part
// with no letter at all becomes "server" or "tool", and there is no limit on the
// length.
func Name(server, tool string) string {
	s, t := namePart(server, "server"), namePart(tool, "tool")
	return Prefix + s + "_" + strings.TrimPrefix(t, s+"_")
}

func namePart(part, fallback string) string {
	words := strings.FieldsFunc(strings.ToLower(part), func(r rune) bool { return r < 'a' || r > 'z' })
	if len(words) == 0 {
		return fallback
	}
	return strings.Join(words, "_")
}
