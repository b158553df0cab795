package probe

// The number of processes that a bench starts before its checks ask for them, at most.
// Servers take long to start, and checks are quick.
const (
	aheadAlone  = 2 // by a bench that is the only one
	aheadBeside = 1 // by each of several
	aheadLazy   = 3 // if starting takes time, but no processor
)

// lazyShare is the part of its start, one of so many, that a lazy process computes at most.
const lazyShare = 4

func (b *Bench) ahead() int {
	b.seen.mu.Lock()
	defer b.seen.mu.Unlock()
	switch {
	case b.seen.lazy:
		return aheadLazy
	case b.Target.Sides > 1:
		return aheadBeside
	}
	return aheadAlone
}

// noteLazy looks how busy the process was that has just given its first answer. Where that
// is not known, it is taken for busy.
func (s *statistics) noteLazy(c *Conn) {
	if c.Process == nil || !c.Process.GroupKnown() {
		return
	}
	busy := cpuOf(groupOf(c.Process.group))
	fastest, _, _ := s.startUp()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lazy = busy < fastest/lazyShare
}
