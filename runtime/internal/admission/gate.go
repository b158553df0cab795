package admission

import "slices"

// Verdict says whether a configured server may connect now.
type Verdict int

const (
	Admitted   Verdict = iota
	Untrusted          // no server of an untrusted directory connects (QWEN-53)
	NotAllowed         // not in the list of allowed servers
	Excluded           // in the list of excluded servers
	Pending            // waits for approval, or was rejected
)

// Gate decides who may connect. The zero value admits every server.
type Gate struct {
	Lists
	Untrusted bool // the directory is not trusted
}

// Verdict is about one name, whatever source its server is from (A-Q16). If
// several checks say no, the first in the order of the constants is told
// (S-QWEN-37).
func (g Gate) Verdict(name string) Verdict {
	switch {
	case g.Untrusted:
		return Untrusted
	case g.Allowed != nil && !slices.Contains(g.Allowed, name):
		return NotAllowed
	case slices.Contains(g.Excluded, name):
		return Excluded
	case slices.Contains(g.Pending, name):
		return Pending
	}
	return Admitted
}
