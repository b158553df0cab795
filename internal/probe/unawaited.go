package probe

import (
	"slices"
	"time"
)

// quickFirst are tools in the order of the time that their calls have taken, so that those which
// are soon done come while what was sent before is hardly begun.
func quickFirst(tools []Tool, trials []*Trial) []Tool {
	took := map[string]time.Duration{}
	for _, t := range trials {
		took[t.Tool.Name] = max(took[t.Tool.Name], t.Took)
	}
	out := slices.Clone(tools)
	slices.SortStableFunc(out, func(a, b Tool) int { return int(took[a.Name] - took[b.Name]) })
	return out
}

// subscribeNamed listens to what is listened to with an id that is a text; nil = it is not agreed
// to.
func (c *Conn) subscribeNamed(filter string) *Subscription {
	s, err := c.Subscribe(filter, `"mcpsim-`+c.bench.NextID()+`"`)
	if err != nil {
		return nil
	}
	if ack, err := s.Acknowledged(); err != nil || !IsAcknowledgement(ack) {
		_ = s.End()
		return nil
	}
	return s
}

// endBoth ends a subscription, and another one whose id is a text: nil = there is none. From the
// positions that are returned on nothing may come for them: what they still said has come.
func (c *Conn) endBoth(one, named *Subscription) (ended, namedEnded int, err error) {
	if err := one.End(); err != nil {
		return 0, 0, err
	}
	if named != nil {
		if err := named.End(); err != nil {
			return 0, 0, err
		}
	}
	if _, err := c.Call(c.bench.Light(), ""); err != nil {
		return 0, 0, err
	}
	if named != nil {
		namedEnded = len(named.Frames())
	}
	return len(one.Frames()), namedEnded, nil
}
