package probe

import (
	"slices"
	"strings"
)

// Suite is a named group of checks.
type Suite struct {
	Name     string
	Manual   string   // one line
	Families []string // prefixes of the ids of its checks
}

// OwnSuite is the suite of checks that are not built in.
const OwnSuite = "own"

var suites = []Suite{
	{"base", "JSON-RPC: ids, errors, notifications, encoding", []string{"BASE"}},
	{"lifecycle", "initialize, revisions, capabilities", []string{"LIFE"}},
	{"stdio", "the server as a process", []string{"STDIO"}},
	{"http", "streamable HTTP and its sessions", []string{"HL"}},
	{"tools", "tools", []string{"TOOL"}},
	{"resources", "resources and their templates", []string{"RES"}},
	{"prompts", "prompts", []string{"PRM"}},
	{"utilities", "ping, cancellation, progress, pages, completion, logging, changes of lists, tasks", []string{"PING", "CAN", "PROG", "PAG", "COMP", "LOG", "SUB", "TASK"}},
	{"auth", "what a server says to clients without authorization", []string{"AUTH"}},
	{"modern", "the revision 2026-07-28: no handshake, no sessions", []string{"M"}},
	{"old-transport", "HTTP+SSE of 2024-11-05", []string{"OLD"}},
}

// Suites are the groups of the checks that are built in. Each check is in one.
func Suites() []Suite { return slices.Clone(suites) }

// SuiteOf is the name of the suite of a check.
func SuiteOf(id string) string {
	family, _, _ := strings.Cut(id, "-")
	for _, s := range suites {
		if slices.Contains(s.Families, family) {
			return s.Name
		}
	}
	return OwnSuite
}

// Families are the prefixes of the ids of checks.
func Families() []string {
	var out []string
	for _, s := range suites {
		out = append(out, s.Families...)
	}
	return out
}
