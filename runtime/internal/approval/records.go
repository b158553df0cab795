package approval

import "github.com/mcpsim/mcpsim/runtime/internal/settings"

// State is where the approval of one server stands.
type State string

const (
	Ungated  State = ""         // needs none: it is not from a project (S-QWEN-14)
	Approved State = "approved" // decided, for this definition
	Rejected State = "rejected" // decided, for this definition
	Pending  State = "pending"  // not decided, or only about another definition
)

// Records are the decisions about the servers of one project, as they stood when
// they were read. The zero value holds none. Treat it as read-only.
type Records map[string]Record

// Record is one decision.
type Record struct {
	Hash  string // see [Hash]
	State State  // Approved or Rejected
}

// IsGated reports whether servers of a scope need approval: those that come with
// a project do (QWEN-69).
func IsGated(scope settings.Scope) bool {
	return scope == settings.Project || scope == settings.Workspace
}

// State is where the approval of a server stands (QWEN-70, QWEN-71, QWEN-94).
func (r Records) State(e settings.Entry) State {
	if !IsGated(e.Scope) {
		return Ungated
	}
	if record, ok := r[e.Name]; ok && record.Hash == Hash(e.Definition) {
		return record.State
	}
	return Pending
}

// Gated are the names of the servers that must not connect: gated and not
// approved, whether rejected or not decided (QWEN-77).
func (r Records) Gated(m settings.Map) []string {
	return m.Filter(func(e settings.Entry) bool {
		state := r.State(e)
		return state == Pending || state == Rejected
	}).Names()
}

// Promptable are the names of the servers that a user has yet to decide about;
// the user is not asked again about a rejected one (QWEN-76, QWEN-77).
func (r Records) Promptable(m settings.Map) []string { return r.promptable(m).Names() }

func (r Records) promptable(m settings.Map) settings.Map {
	return m.Filter(func(e settings.Entry) bool { return r.State(e) == Pending })
}
