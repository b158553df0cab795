package host

import "github.com/mcpsim/mcpsim/runtime/internal/pool"

// workspaceSwitches are those of servers that settings define. Their ids are those
// of the differences between the qwen-code documents and later versions.
var workspaceSwitches = []Switch{
	{Name: "diff.include_filters", ID: "D-QWEN-01", Manual: "an edit of nothing but trust, includeTools or excludeTools", Values: []SwitchValue{
		{"off", "filters apply to what is connected", func(p *WorkspacePolicy) { p.Settings.FiltersReconnect = false }},
		{"on", "connects the server anew", func(p *WorkspacePolicy) { p.Settings.FiltersReconnect = true }},
	}},
	{Name: "lists.match", ID: "D-QWEN-04", Manual: "what mcp.allowed and mcp.excluded hold", Values: []SwitchValue{
		{"names", "exact names", func(p *WorkspacePolicy) { p.Settings.Globs = false }},
		{"globs", "patterns with * and ?", func(p *WorkspacePolicy) { p.Settings.Globs = true }},
	}},
	{Name: "approval.root", ID: "D-QWEN-08", Manual: "under which directory decisions about servers are looked up", Values: []SwitchValue{
		{"one", "the working directory, where they are kept", func(p *WorkspacePolicy) { p.Settings.SplitApprovals = false }},
		{"split", "the project's: a documented defect if the two differ", func(p *WorkspacePolicy) { p.Settings.SplitApprovals = true }},
	}},
	{Name: "pool", ID: "D-QWEN-09", Manual: "whether the workspaces of a process share connections", Values: []SwitchValue{
		{"off", "they do not", func(p *WorkspacePolicy) { p.Settings.Pool = pool.Limits{} }},
		{"on", "to stdio and WebSocket servers, which end 30s after their last user", func(p *WorkspacePolicy) { p.Settings.Pool = qwenPool }},
	}},
	{Name: "watch.project", ID: "F-QWEN-05", Manual: "when an edit of .mcp.json counts", Values: []SwitchValue{
		{"off", "from the next change of settings on", func(p *WorkspacePolicy) { p.Settings.WatchProject = false }},
		{"on", "like one of settings", func(p *WorkspacePolicy) { p.Settings.WatchProject = true }},
	}},
}
