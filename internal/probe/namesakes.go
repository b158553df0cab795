package probe

// namesakes are two subscriptions of two clients whose requests have the same id.
type namesakes struct {
	subs  [2]*Subscription
	other *Conn
}

// subscribeNamesakes listens to what a filter names as two clients that count alike; nil = there
// are no two clients, as over stdio, or one of them is not agreed to.
func (c *Conn) subscribeNamesakes(filter string) *namesakes {
	if c.Pushed() {
		return nil
	}
	other, err := c.bench.OwnSession()
	if err != nil {
		return nil
	}
	n, id := &namesakes{other: other}, c.bench.NextID()
	for i, client := range []*Conn{c, other} {
		if n.subs[i], err = client.Subscribe(filter, id); err != nil {
			n.end()
			return nil
		}
		if ack, err := n.subs[i].Acknowledged(); err != nil || !IsAcknowledgement(ack) {
			n.end()
			return nil
		}
	}
	return n
}

// told is what came to each of the two; nil = there are none.
func (n *namesakes) told() (out [][]Frame) {
	if n == nil {
		return nil
	}
	for _, s := range n.subs {
		out = append(out, s.Frames())
	}
	return out
}

func (n *namesakes) end() {
	if n == nil {
		return
	}
	for _, s := range n.subs {
		if s != nil {
			_ = s.End()
		}
	}
	n.other.bench.Rest(n.other)
}
