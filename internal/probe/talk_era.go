package probe

// decides takes what may decide the era. A process of both eras may go by the first message
// that it gets, apart from server/discover, which clients of both send: what comes after one
// that says nothing of an era is not judged by the modern one. t.mu is held.
func (t *talk) decides(frames []Frame) {
	if t.spoken || len(frames) == 1 && frames[0].Method() == "server/discover" && isModern(frames[0]) {
		return
	}
	t.spoken = true
	t.undecided = t.bench.Target.URL == "" && !t.bench.Target.alone && (len(frames) != 1 || !isModern(frames[0]))
}

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

// leaves takes that the session was ended by its client.
func (t *talk) leaves() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.left = true
}
