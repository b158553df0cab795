package main

import "encoding/json"

// keep notes which tools a page has, for mutants that lose some of them: CLI-70.item the first of
// each later page, CLI-70.page those of all later pages, CLI-70.last those of all earlier ones.
func (c *miniClient) keep(tools []map[string]any, first bool) {
	if !c.is("CLI-70.item", "CLI-70.page", "CLI-70.last", "ok.listed") {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if first && c.kinds == nil || c.is("CLI-70.last") {
		c.kinds = map[string]bool{}
	}
	for i, tool := range tools {
		if name, ok := tool["name"].(string); ok && (first || !c.is("CLI-70.page") && !(c.is("CLI-70.item") && i == 0)) {
			c.kinds[name] = true
		}
	}
}

// misses reports whether the tool of a call is in no page that was kept.
func (c *miniClient) misses(params string) bool {
	var call struct{ Name string }
	_ = json.Unmarshal([]byte(params), &call)
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.kinds != nil && !c.kinds[call.Name]
}
