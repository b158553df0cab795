package probe

import (
	"errors"
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// ListenedTask is a task that was listened to until it had ended.
type ListenedTask struct {
	None   error // the error of a step: why nothing is told of it; or nil
	Task   *Task // as tasks/get told of it
	Told   []Frame
	Events []event.Event
}

// ListenToTask makes one more task of a call that has made one, listens to it and follows it to its
// end, once for all checks. The error is that of its connection.
func (b *Bench) ListenToTask(model *Task) (*ListenedTask, error) {
	return b.ledger.listened.get(b, func() (*ListenedTask, error) {
		l := &ListenedTask{Task: &Task{}}
		var err error
		l.Events = b.record(func() { err = b.listenToTask(l, model) })
		return l, err
	})
}

func (b *Bench) listenToTask(l *ListenedTask, model *Task) error {
	c, err := b.OwnSession()
	if err != nil {
		return fmt.Errorf("opening a connection: %w", err)
	}
	defer b.Retire(c)
	c.Capabilities = TaskAbilities
	if l.Task = c.CallTask(model.Tool, model.Params); l.Task == nil {
		l.Task, l.None = &Task{}, verdict.NotObserved("the tool %q makes no task this time", model.Tool)
		return nil
	}
	s, err := c.Subscribe(fmt.Sprintf(`{"taskIds":[%s]}`, Encoded(l.Task.ID)), "")
	if err != nil {
		return err
	}
	defer s.End() //nolint:errcheck // it may have ended
	if l.None = s.agreedTo(l.Task.ID); l.None != nil {
		return nil
	}
	if err := c.Follow(l.Task, c.Patience()); err != nil {
		return err
	}
	err = s.Await(QuietTime, func(frames []Frame) bool { return slices.ContainsFunc(frames, tellsEnd) })
	switch {
	case err != nil && s.answered():
		l.None = verdict.NotObserved("the server has ended the subscription before the task")
	case err != nil && s.Ended():
		l.None = verdict.Because("M-SUB-06", "the server has closed the stream of the subscription")
	case err != nil && !errors.Is(err, ErrSilent):
		return err
	}
	l.Told = s.Frames()
	return nil
}

// agreedTo is the error of a step if what acknowledges the subscription does not name a task.
func (s *Subscription) agreedTo(task string) error {
	ack, err := s.Acknowledged()
	if err != nil {
		return verdict.Because("M-SUB-01", "%s", err)
	}
	var agreed struct{ TaskIDs []string }
	_ = jsonparts.Unmarshal(ack.Param("notifications"), &agreed)
	return verdict.NotTestableIf(!slices.Contains(agreed.TaskIDs, task), "the server tells nothing of tasks to those who listen: that is a MAY")
}

func tellsEnd(f Frame) bool { return f.Method() == tellingOfTask && IsTerminal(f.Param("status")) }
