package fakeserver

import "bytes"

// mostKept is how many bytes clients can make a server hold, besides the answers that wait
// for them, for what has no end yet: messages and requests whose programs go on, whether or
// not the client waits for them, subscriptions, what waits for a GET stream or a batch, and
// streams that can be resumed. Beyond it messages are refused until something has ended.
const mostKept = 64 << 20

// What takes memory takes so many bytes besides its texts.
const (
	programCost = 1 << 10
	memberCost  = 128 // an entry of a map or list
)

// tooMuch is what is answered beyond mostKept.
const tooMuch = "the server holds too much that is not finished"

// body is one line or HTTP body; its messages share its memory.
type body struct {
	size  int
	users int // programs that hold it
}

// room reports whether n more bytes may be held, and counts them.
func (s *Server) room(n int) bool {
	if s.kept+n > s.mostKept {
		return false
	}
	s.kept += n
	return true
}

// hold counts what a program keeps until it ends. Only a message is refused: what is none is
// counted, and the requests that bring it about are refused instead.
func (x *exec) hold() bool {
	cost := programCost
	if h := x.httpExchange(); h != nil {
		cost += h.weight
	}
	of := x.msg.of
	if of != nil && of.users == 0 {
		cost += of.size
	}
	if !x.s.room(cost) {
		if x.msg.kind != noMessage {
			return false
		}
		x.s.kept += cost
	}
	x.kept = cost
	if of != nil {
		of.users++
		if of.users == 1 {
			x.kept -= of.size // the last one gives it back
		}
	}
	return true
}

// more counts n further bytes of a program.
func (x *exec) more(n int) bool {
	if !x.s.room(n) {
		return false
	}
	x.kept += n
	return true
}

// letGo is the end of what hold and more have counted.
func (x *exec) letGo() {
	if x.kept == 0 {
		return
	}
	x.s.kept -= x.kept
	x.kept = 0
	if of := x.msg.of; of != nil {
		of.users--
		if of.users == 0 {
			x.s.kept -= of.size
		}
	}
}

// turnAway answers a message that there is no room for.
func (x *exec) turnAway() {
	if x.msg.kind == request {
		x.fail(codeInternal, tooMuch)
		x.w.answer(frame{text: x.reply.text(), method: x.msg.method, id: x.msg.id})
	} else {
		x.c.note(Entry{Kind: kindIgnored, Method: x.msg.method, Text: tooMuch})
		x.w.accept()
	}
	x.dead = true
	x.w.done()
}

// keep counts n further bytes of a program, also beyond the bound.
func (x *exec) keep(n int) {
	if x.dead {
		return
	}
	x.s.kept += n
	x.kept += n
}

// keep counts n bytes of a connection, or gives them back if n is negative.
func (c *conn) keep(n int) {
	c.s.kept += n
	c.kept += n
}

func (c *conn) giveBack(frames []frame) {
	for _, f := range frames {
		c.keep(-len(f.text) - memberCost)
	}
}

// maxCapabilities is how long a client's account of itself may be that is kept, in bytes.
const maxCapabilities = 64 << 10

// introduce keeps what a client says that it can do, or refuses it.
func (x *exec) introduce(capabilities []byte) bool {
	if len(capabilities) > maxCapabilities {
		x.fail(codeInvalidParams, "Invalid params: capabilities are longer than 64 KiB")
		return false
	}
	x.c.client = bytes.Clone(capabilities) // not all of its message
	return true
}
