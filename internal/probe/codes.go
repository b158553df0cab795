package probe

import (
	"encoding/json"
	"slices"
	"strconv"
)

// Reserved reports whether the code of an error is one of those that are reserved for the
// specification and not defined there. One of an earlier revision is another check's business.
func Reserved(code string) bool {
	n, err := strconv.Atoi(code)
	return err == nil && n <= -32020 && n >= -32099 && n != -32042 && !slices.Contains(modernErrors, code)
}

// Legacy reports whether the code of an error is one of those that were there before they were
// handed out by the specification, and that no new server is to use. One of an earlier revision is
// another check's business.
func Legacy(code string) bool {
	n, err := strconv.Atoi(code)
	return err == nil && n <= -32000 && n >= -32019 && n != -32002
}

// misnamed reports whether a server has a name that is no text, and says so of itself, too: that is
// the business of the check of how it does so.
func (t *talk) misnamed(of *asked, info map[string]json.RawMessage) bool {
	first := t.bench.First()
	switch {
	case info["name"] == nil || info["name"][0] == '"':
		return false
	case of.method == "server/discover":
		return true
	case first == nil:
		return false
	}
	own := membersOf(membersOf(Page(first.Init)["_meta"])[MetaServer])
	return string(own["name"]) == string(info["name"])
}
