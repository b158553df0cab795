package probe

// opensSession reports whether a request asks a server of both eras for a session, whatever
// its metadata: its answer is of the legacy era, and over stdio all that follows may be.
// t.mu is held.
func (t *talk) opensSession(f Frame) bool {
	if f.Method() != "initialize" || t.bench.Target.alone {
		return false
	}
	t.undecided = t.undecided || t.bench.Target.URL == ""
	return true
}

// isModern reports whether a request is of the modern era, as far as that is known. t.mu is
// held.
func (t *talk) isModern(f Frame) bool {
	own := t.asked[f.ID()]
	return own == nil || own.modern
}

// leaves takes whether the session was ended by its client.
func (t *talk) leaves(ended bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.left = t.left || ended
}
