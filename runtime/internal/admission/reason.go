package admission

import "slices"

// Reason says why the tools of a server are not there (QWEN-109).
type Reason string

const (
	// None is a server that may connect, or was never configured.
	None             Reason = ""
	ReasonRemoved    Reason = "removed"
	ReasonNotAllowed Reason = "not_allowed"
	ReasonExcluded   Reason = "excluded"
	ReasonPending    Reason = "pending_approval"
)

// Names are the servers a session knows or knew. They are taken from the map
// before admission, so that who is filtered out does not count as removed
// (QWEN-110). The zero value knows no server. Treat it as read-only.
type Names struct {
	Configured []string
	// Removed were configured earlier in the session (S-QWEN-31).
	Removed []string
}

// Next is what is known once other servers are configured. A name that comes back
// is not removed any more (A-Q15).
func (n Names) Next(configured []string) Names {
	next := Names{Configured: slices.Clone(configured)}
	known := setOf(configured)
	for _, name := range slices.Concat(n.Removed, n.Configured) {
		if !known[name] {
			next.Removed = append(next.Removed, name)
		}
	}
	return next
}

// Unavailable is the reason for one server, the first that applies in the order
// of the constants (S-QWEN-37).
func Unavailable(n Names, l Lists, server string) Reason {
	switch {
	case slices.Contains(n.Removed, server):
		return ReasonRemoved
	case !slices.Contains(n.Configured, server):
		return None
	}
	switch (Gate{Lists: l}).Verdict(server) {
	case NotAllowed:
		return ReasonNotAllowed
	case Excluded:
		return ReasonExcluded
	case Pending:
		return ReasonPending
	}
	return None
}
