package admission

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
func (g Gate) Verdict(name string) Verdict { return g.Ready().Verdict(name) }

// Ready is the gate for many names: the lists are as long as a settings file that comes with
// a project makes them.
func (g Gate) Ready() ReadyGate {
	return ReadyGate{g.Untrusted, g.Allowed == nil, setOf(g.Allowed), setOf(g.Excluded), setOf(g.Pending)}
}

// ReadyGate is a [Gate] whose lists are sets.
type ReadyGate struct {
	Untrusted bool

	open                       bool // there is no list of allowed servers
	allowed, excluded, pending map[string]bool
}

// Verdict is [Gate.Verdict].
func (g ReadyGate) Verdict(name string) Verdict {
	switch {
	case g.Untrusted:
		return Untrusted
	case !g.open && !g.allowed[name]:
		return NotAllowed
	case g.excluded[name]:
		return Excluded
	case g.pending[name]:
		return Pending
	}
	return Admitted
}

func setOf(names []string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}
