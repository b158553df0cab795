package fakeserver

// What a server remembers of what it said while it is not taken up, so that one that runs for days
// stays small: cursors that scripts made, and of each connection requests that no program waits
// for; their texts together.
const (
	mostCursors     = 100_000
	mostAsked       = 4096
	mostNewestBytes = 16 << 20
)

// newest is a set of texts, of which the oldest are forgotten when there are too many. The zero
// value is empty.
type newest struct {
	has   map[string]bool
	order []string // the oldest first
	size  int      // of the texts, in bytes
	added int      // so far, those that were forgotten among them
}

// add adds a text that is not in the set, which has most texts then.
func (n *newest) add(text string, most int) {
	if n.has[text] {
		return
	}
	if n.has == nil {
		n.has = map[string]bool{}
	}
	n.has[text] = true
	n.order = append(n.order, text)
	n.size += len(text)
	n.added++
	for len(n.order) > 1 && (len(n.order) > most || n.size > mostNewestBytes) {
		n.size -= len(n.order[0])
		delete(n.has, n.order[0])
		n.order[0] = ""
		n.order = n.order[1:]
	}
}

// take removes a text and reports whether it was in the set. It counts until it is the oldest.
func (n *newest) take(text string) bool {
	had := n.has[text]
	delete(n.has, text)
	return had
}
