package probe

// The number of processes that are started before a check asks for them, at most. Servers
// take long to start, and checks are quick.
const (
	aheadBusy = 2 // there are hardly more processors than that
	aheadLazy = 3 // for each bench, if starting takes time, but no processor
)

// lazyShare is the part of its start, one of so many, that a lazy process computes at most.
const lazyShare = 4

// ahead is that number for all benches of the server together.
func (b *Bench) ahead() int {
	b.seen.mu.Lock()
	defer b.seen.mu.Unlock()
	switch {
	case b.seen.heavy:
		return 0
	case b.seen.lazy:
		return aheadLazy * max(1, b.Target.Sides)
	}
	return aheadBusy
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
