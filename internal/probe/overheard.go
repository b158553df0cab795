package probe

import "slices"

// overhearing is how often a call is made that logs, so that what comes to another session comes
// because of it.
const overhearing = 2

// Overheard is a log message of a call that came to another session, call after call and not
// between them; nil = there is none. ok is false where there is nothing to hear: no tool that
// may be called logs anything, or no other session can be listened to.
func (b *Bench) Overheard(s *Survey) (heard *Frame, ok bool, err error) {
	i := slices.IndexFunc(s.Trials, func(t *Trial) bool { return t.Result() != nil && t.Took < quickCall && len(t.Logs()) > 0 })
	if i < 0 {
		return nil, false, nil
	}
	caller, err := b.OwnSession()
	if err != nil {
		return nil, false, err
	}
	defer b.Rest(caller)
	other, err := b.Connect()
	if err != nil {
		return nil, false, err
	}
	defer b.Retire(other)
	if err := other.Handshake(""); err != nil || other.Session == "" || other.Session == caller.Session {
		return nil, false, nil // which is the business of another check
	}
	if !other.Listen("").Opened() {
		return nil, false, nil
	}
	heard, err = b.overhear(s.Trials[i], caller, other)
	return heard, true, err
}

func (b *Bench) overhear(t *Trial, caller, other *Conn) (heard *Frame, err error) {
	for range overhearing {
		quiet := other.Size()
		if err := b.Sleep(lateTime); err != nil || len(logsIn(other.From(quiet))) > 0 {
			return nil, err // it is told of what happens elsewhere
		}
		mine, theirs := caller.Size(), other.Size()
		if _, err := caller.Call("tools/call", CallOf(t.Tool, t.Arguments, "")); err != nil {
			return nil, err
		}
		if err := b.Sleep(lateTime); err != nil {
			return nil, err
		}
		said := slices.Concat(logsIn(caller.From(mine)), t.Logs())
		heard = nil
		for _, f := range logsIn(other.From(theirs)) {
			if slices.ContainsFunc(said, func(g Frame) bool { return SameJSON(g.Param("data")) == SameJSON(f.Param("data")) }) {
				heard = &f
			}
		}
		if heard == nil {
			return nil, nil
		}
	}
	return heard, nil
}

// logsIn are the log messages among frames.
func logsIn(frames []Frame) []Frame {
	return slices.DeleteFunc(slices.Clone(frames), func(f Frame) bool { return f.Method() != "notifications/message" })
}
