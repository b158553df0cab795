package features

import _ "embed"

//go:embed requirements.yaml
var requirements []byte

// Requirement is one thing that revision 2026-07-28 or an extension of it asks of a server,
// a client or an authorization server.
type Requirement struct {
	ID    string   `yaml:"id"`    // such as BASE-01
	Level string   `yaml:"level"` // of RFC 2119; R = robustness that no text asks for
	Side  string   `yaml:"side"`  // server, client or authorization-server
	Over  string   `yaml:"over"`  // stdio, http or any
	Asks  string   `yaml:"asks"`
	By    []string `yaml:"by"`  // checks that decide it beside others; none = the one of its own
	Why   string   `yaml:"why"` // why nothing looks at it, or at a part of it, from outside; "" = all is looked at
}

// Requirements returns all of them, those of servers first. The slice is shared: do not
// change it. An error is a defect of the binary.
func Requirements() ([]Requirement, error) { return parsedRequirements() }

var parsedRequirements = listIn[Requirement]("requirements.yaml", requirements)
