package manager

import (
	"slices"
	"sort"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
)

// toolView is the one view of the tools of all servers, sorted by name (OMP-LC-26,
// F-24). What each server shows is kept apart, so that a change costs what that server
// has; the whole is brought up to date when it is looked at. Slices that it has given
// out are never changed. The manager's lock guards it.
type toolView struct {
	shown  map[string][]toolbridge.Tool // by server, sorted; none is empty
	whole  []toolbridge.Tool            // as of the last look
	behind map[string]bool              // servers that have changed since
}

// set replaces what a server shows by sorted tools.
func (v *toolView) set(server string, tools []toolbridge.Tool) {
	if v.shown == nil {
		v.shown, v.behind = map[string][]toolbridge.Tool{}, map[string]bool{}
	}
	v.behind[server] = true
	if len(tools) == 0 {
		delete(v.shown, server)
		return
	}
	v.shown[server] = tools
}

// remove takes the tools of a server out and reports whether there were any.
func (v *toolView) remove(server string) bool {
	_, any := v.shown[server]
	if any {
		v.set(server, nil)
	}
	return any
}

// removePrefix is remove for the tools, of any server, whose names begin with prefix.
func (v *toolView) removePrefix(prefix string) bool {
	removed := false
	for server, tools := range v.shown {
		begins := func(t toolbridge.Tool) bool { return strings.HasPrefix(t.Name, prefix) }
		if slices.ContainsFunc(tools, begins) {
			v.set(server, slices.DeleteFunc(slices.Clone(tools), begins))
			removed = true
		}
	}
	return removed
}

// all is the whole view. It must not be changed.
func (v *toolView) all() []toolbridge.Tool {
	if len(v.behind) == 0 {
		return v.whole
	}
	var fresh []toolbridge.Tool
	for server := range v.behind {
		fresh = append(fresh, v.shown[server]...)
	}
	toolbridge.Sort(fresh)
	kept := v.whole
	v.whole = make([]toolbridge.Tool, 0, len(kept)+len(fresh))
	for _, t := range kept {
		if v.behind[t.Server] {
			continue
		}
		for len(fresh) > 0 && toolbridge.Compare(fresh[0], t) < 0 {
			v.whole, fresh = append(v.whole, fresh[0]), fresh[1:]
		}
		v.whole = append(v.whole, t)
	}
	v.whole = append(v.whole, fresh...)
	clear(v.behind)
	return v.whole
}

// find is the tool of a name; of several the last one (F-26).
func (v *toolView) find(name string) (toolbridge.Tool, bool) {
	tools := v.all()
	after := sort.Search(len(tools), func(i int) bool { return tools[i].Name > name })
	if after == 0 || tools[after-1].Name != name {
		return toolbridge.Tool{}, false
	}
	return tools[after-1], true
}
