package fakeserver

import "bytes"

// A process is the wire of everything on its connection.

func (pr *process) answer(f frame) {
	line := f.line()
	pr.c.noteFrame(f, line, "")
	if f.torn > 0 && f.torn < len(line) {
		pr.put(item{kind: itemData, data: line[:f.torn]})
		pr.torn = append(pr.torn, line[f.torn:]...)
		return
	}
	pr.put(f.split.items(line)...)
	pr.mend()
}

// put gives up a client that does not read what its server makes.
func (pr *process) put(items ...item) {
	pr.out.put(items...)
	if pr.out.full && pr.ctx.Err() == nil {
		pr.c.note(Entry{Kind: kindIgnored, Text: "the client does not read what it is sent"})
		pr.die(codeBroken)
	}
}

// mend writes what is left of torn messages.
func (pr *process) mend() {
	if len(pr.torn) > 0 {
		pr.put(item{kind: itemData, data: pr.torn})
		pr.torn = nil
	}
}

func (pr *process) emit(f frame) { pr.answer(f) }

func (pr *process) raw(b []byte) {
	if pr.c.transport == "ws" && !bytes.HasSuffix(b, []byte("\n")) {
		b = append(bytes.Clone(b), '\n') // it is a message of its own
	}
	pr.c.note(Entry{Kind: KindRaw, Direction: Sent, Raw: bounded(b), Size: len(b)})
	pr.put(item{kind: itemData, data: b})
}

// admit refuses requests before initialize, except for what is unknown anyway.
func (pr *process) admit(x *exec) bool {
	m := x.msg.method
	if _, known := methods[m]; !known || pr.c.initReply || x.modern || m == "initialize" || m == "ping" {
		return true
	}
	x.fail(codeInvalidRequest, "Server not initialized")
	x.send()
	return false
}

func (pr *process) accept() {}
func (pr *process) done()   {}
func (pr *process) hang()   {}
