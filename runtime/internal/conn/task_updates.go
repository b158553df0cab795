package conn

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// toldPoll is the time between two polls of a task whose server tells of it: what it tells is
// enough, but for a notification that was lost.
const toldPoll = time.Minute

// listenTo asks the server to tell of a task until the subscription is cancelled; nil if that
// is not wanted.
func (c *Conn) listenTo(t *task) *subscription {
	l := c.listening.Load()
	if l == nil || !c.taskUpdates {
		return nil
	}
	s := &subscription{filter: protocol.SubscriptionFilter{Tasks: []string{t.ID}}, told: make(chan *task, 1)}
	l.subscribe(s)
	return s
}

// end ends a subscription, if there is one.
func (s *subscription) end() {
	if s != nil {
		s.cancel()
	}
}

// tell takes what a server tells of the task, and leaves out what is about another one. The
// lock of listening is held.
func (s *subscription) tell(params json.RawMessage) {
	now, err := readTask(params)
	if err != nil || !slices.Contains(s.filter.Tasks, now.ID) || !clock.Closed(s.acked) {
		return
	}
	select {
	case <-s.told: // which is older
	default:
	}
	s.told <- now
}

// honoured reports whether an acknowledgement names the task.
func (s *subscription) honoured(params json.RawMessage) bool {
	return slices.Equal(agreed(params, protocol.SubscriptionFilter{}).Tasks, s.filter.Tasks)
}

// await waits until it is time for the next poll, or the connection is no more. If the server
// tells of the task first, now is what it tells. A subscription that has ended is over: the task
// goes on by polls alone, and with one at once if what the server told had taken their place.
func (c *Conn) await(ctx context.Context, t *task, updates **subscription) (now *task, err error) {
	clk, pause := clock.Named(c.clk, c.name+"/poll"), t.pause()
	var told chan *task
	var over chan struct{}
	s := *updates
	if s != nil {
		told = s.told
	}
	if s != nil && clock.Closed(s.acked) { // before, the end is looked at when it is time for a poll
		pause, over = max(pause, toldPoll), s.over
	}
	timer := clk.NewTimer(pause)
	defer timer.Stop()
	select {
	case now = <-told:
	case <-timer.Chan():
	case <-over:
	case <-c.closed:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if s != nil && clock.Closed(s.over) {
		*updates = nil
	}
	select {
	case now = <-told: // in the same moment
	default:
	}
	return now, clock.Turn(ctx, clk)
}
