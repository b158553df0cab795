package probe

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/words"
)

// Differences are what a server of both eras offers in one of them and not in the other:
// capabilities, and the items of its lists, a line each. It asks for the lists. A list that
// cannot be read in both is left out, which is other checks' business.
func (e *Eras) Differences() (out []string) {
	if e.Legacy == nil || e.Modern == nil {
		return nil
	}
	earlier, now := e.Legacy.offered(), e.Modern.offered()
	for _, kind := range append([]string{"capabilities"}, methodsOf(Lists())...) {
		had, read := earlier[kind]
		has, again := now[kind]
		if !read || !again {
			continue
		}
		out = append(out, only(kind, "with a handshake", had, has)...)
		out = append(out, only(kind, "without one", has, had)...)
	}
	return out
}

// maxOnly is how many names of one kind are told.
const maxOnly = 10

// only tells which names are in a and not in b.
func only(kind, where string, a, b []string) []string {
	var names []string
	for _, name := range a {
		if !slices.Contains(b, name) {
			names = append(names, words.Clip(words.Printable(name), words.MaxShown))
		}
	}
	if len(names) == 0 {
		return nil
	}
	more := ""
	if len(names) > maxOnly {
		names, more = names[:maxOnly], fmt.Sprintf(" and %d more", len(names)-maxOnly)
	}
	return []string{fmt.Sprintf("%s, only %s: %s%s", kind, where, strings.Join(names, ", "), more)}
}

func methodsOf(lists []List) (out []string) {
	for _, l := range lists {
		out = append(out, l.Method)
	}
	return out
}

// offered are the names of what the server offers, by the method that lists them, and of
// its capabilities, but for those that exist in one era alone.
func (b *Bench) offered() map[string][]string {
	out := map[string][]string{}
	c, err := b.Session()
	if err != nil {
		return out
	}
	capabilities := []string{}
	for name := range c.declared {
		if name != "tasks" && name != "extensions" {
			capabilities = append(capabilities, name)
		}
	}
	slices.Sort(capabilities)
	out["capabilities"] = capabilities
	for _, l := range Lists() {
		if !c.Declares(l.Capability) {
			continue
		}
		items, err := c.ListWhole(l.Method)
		if err != nil {
			continue
		}
		names := []string{}
		for _, item := range items {
			names = append(names, cmp.Or(Text(item["uriTemplate"]), Text(item["uri"]), Text(item["name"])))
		}
		out[l.Method] = names
	}
	return out
}
