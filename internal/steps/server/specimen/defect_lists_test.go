package specimen_test

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
)

// cursors replaces how the pages of a method are found.
func cursors(method string, change func(c *call, next handler, cursor string) (object, *fault)) func(*server) {
	return handle(method, func(c *call, next handler) (object, *fault) {
		s, _ := c.params["cursor"].(string)
		return change(c, next, s)
	})
}

// lists are the methods that list, the member with the items, and a short name.
var lists = [][2]string{{"tools/list", "tools"}, {"resources/list", "resources"}, {"prompts/list", "prompts"}}

// inEach is a defect of each list.
func inEach(id, name string, change func(method, member string) func(*server)) (out []defect) {
	for _, l := range lists {
		out = append(out, defect{id: id, name: name + " in " + l[0], change: both(func(v *server) { v.pageSize = 1 }, change(l[0], l[1]))})
	}
	return out
}

var listDefects = slices.Concat(
	inEach("PAG-01", "an invalid cursor gives the first page", func(m, _ string) func(*server) {
		return cursors(m, func(c *call, next handler, _ string) (object, *fault) {
			r, f := next(c)
			if f != nil {
				c.params = nil
				return next(c)
			}
			return r, f
		})
	}),
	inEach("PAG-01", "an invalid cursor gives an empty page", func(m, member string) func(*server) { return refusal(m, object{member: list{}}) }),
	inEach("PAG-01", "an invalid cursor is an internal error", func(m, _ string) func(*server) { return recode(-32602, -32603, m) }),
	inEach("PAG-02", "the second use of a cursor gives an empty page", func(m, member string) func(*server) {
		return cursors(m, func(c *call, next handler, cursor string) (object, *fault) {
			c.mu.Lock()
			used := c.slots[m+cursor] != nil
			c.slots[m+cursor] = true
			c.mu.Unlock()
			if used && cursor != "" {
				return object{member: list{}}, nil
			}
			return next(c)
		})
	}),
	inEach("PAG-02", "a cursor can be used once", func(m, member string) func(*server) {
		return cursors(m, func(c *call, next handler, cursor string) (object, *fault) {
			c.mu.Lock()
			used := c.slots[m+cursor] != nil
			c.slots[m+cursor] = true
			c.mu.Unlock()
			if used && cursor != "" {
				return nil, refuse(-32602, "Cursor was used")
			}
			return next(c)
		})
	}),
	inEach("PAG-05", "cursors are objects", func(m, _ string) func(*server) {
		return results(func(_ *call, r object) {
			if s, ok := r["nextCursor"].(string); ok {
				r["nextCursor"] = object{"after": s}
			}
		}, m)
	}),
	inEach("PAG-02", "a cursor is refused once the next page was read", func(m, _ string) func(*server) {
		return cursors(m, func(c *call, next handler, cursor string) (object, *fault) {
			c.mu.Lock()
			last, _ := c.slots["last "+m].(string)
			c.slots["last "+m] = cursor
			c.mu.Unlock()
			if cursor != "" && cursor == last {
				return nil, refuse(-32602, "Cursor is stale")
			}
			return next(c)
		})
	}),
	inEach("PAG-03", "the last page leads to the first", func(m, _ string) func(*server) {
		return results(func(_ *call, r object) {
			if r["nextCursor"] == nil {
				r["nextCursor"] = base64.StdEncoding.EncodeToString([]byte(strings.TrimSuffix(m, "/list") + ":1"))
			}
		}, m)
	}),
	inEach("PAG-03", "each page leads to itself", func(m, _ string) func(*server) {
		return results(func(c *call, r object) {
			if c.params["cursor"] != nil {
				r["nextCursor"] = c.params["cursor"]
			}
		}, m)
	}),
	inEach("PAG-04", "each page repeats the last item of the one before", func(m, member string) func(*server) {
		return results(func(c *call, r object) {
			if r[member] != nil {
				c.mu.Lock()
				last, _ := c.slots[member].(list)
				c.slots[member] = r[member]
				c.mu.Unlock()
				if c.params["cursor"] != nil {
					r[member] = append(slices.Clone(last[len(last)-1:]), r[member].(list)...)
				}
			}
		}, m)
	}),
	inEach("PAG-05", "the last page has an empty cursor", func(m, _ string) func(*server) {
		return results(func(_ *call, r object) {
			if r["nextCursor"] == nil {
				r["nextCursor"] = ""
			}
		}, m)
	}),
	inEach("PAG-05", "the last page has the cursor null", func(m, _ string) func(*server) {
		return results(func(_ *call, r object) {
			if r["nextCursor"] == nil {
				r["nextCursor"] = nil
			}
		}, m)
	}),
	inEach("PAG-05", "cursors are numbers", func(m, _ string) func(*server) {
		return both(results(func(c *call, r object) {
			if s, ok := r["nextCursor"].(string); ok {
				plain, _ := base64.StdEncoding.DecodeString(s)
				var n int
				_, _ = fmt.Sscanf(string(plain[strings.IndexByte(string(plain), ':')+1:]), "%d", &n)
				r["nextCursor"] = n
			}
		}, m), func(v *server) {})
	}),
)
