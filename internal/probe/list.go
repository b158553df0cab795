package probe

import "encoding/json"

// MaxPages bounds a list.
const MaxPages = 1000

// ItemsOf is the member of a list's result that holds its items.
func ItemsOf(method string) string {
	for _, l := range Lists {
		if l.Method == method {
			return l.items
		}
	}
	return ""
}

// HasNext reports whether another page follows.
func HasNext(page map[string]json.RawMessage) bool { return Text(page["nextCursor"]) != "" }

// Lists maps capabilities to the lists they promise.
var Lists = []struct{ Capability, Method, items string }{
	{"tools", "tools/list", "tools"},
	{"resources", "resources/list", "resources"},
	{"resources", "resources/templates/list", "resourceTemplates"},
	{"prompts", "prompts/list", "prompts"},
}
