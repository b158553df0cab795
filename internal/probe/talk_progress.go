package probe

// Ended says of progress that its request was not answered yet.
const Ended Rule = "no progress came for a request that was answered"

// progress judges progress by the requests that have given its token, where the order of
// messages is known: on a pipe, and on the stream of its request. A task goes on after the
// answer, and the token of another call is another rule's business while a call is under way.
// t.mu is held.
func (t *talk) progress(ch *channel, f Frame, say sayFunc) {
	token := SameJSON([]byte(ProgressToken(f)))
	if token == "" || ch.kind != pipeChannel && ch.kind != postChannel {
		return
	}
	if !t.bench.IsModern() {
		t.grows(token, f, say)
	}
	var own *asked
	for _, a := range t.order {
		switch {
		case ch.kind == postChannel && (len(ch.request) != 1 || a.id != ch.request[0].ID()):
		case a.answers < a.times && a.method == "tools/call", a.token == token && (a.task || len(a.client["extensions"]) > 0):
			say(Ended, nil)
			return
		case a.token == token:
			own = a
		}
	}
	if own != nil {
		say(Ended, errorIf(own.answers >= own.times, "progress of %s comes after its answer", own.what))
	}
}
