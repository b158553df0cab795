package probe

import (
	"errors"
	"time"
)

// FollowedTask is a task of a client that can do everything, followed to its end.
type FollowedTask struct {
	Tool   string
	ID     string
	Asked  []Frame // of its client, while tasks/result was waited for
	Open   Frame   // tasks/get, [openFor] after the first question came
	Result Frame   // tasks/result; no members if it does not come in time
	Last   Frame   // tasks/get after that, or once it has not come in time
}

// maxFollowed is how many more tools are called with a task.
const maxFollowed = 8

// openFor is how long a question is open before it is asked how the task stands.
const openFor = 100 * time.Millisecond

// followOthers calls the other tools with a task.
func (b *Bench) followOthers(a *Augmented, calls []taskCall) error {
	if len(calls) < 2 {
		return nil
	}
	return b.asClient(allParts(), func(c *Conn) error {
		begun := b.Target.Clock.Now()
		for _, call := range calls {
			if call.Name == a.Tool {
				continue
			}
			if len(a.Others) == maxFollowed || b.Since(begun) > surveyTime || !c.Alive() {
				break
			}
			from := c.Size()
			asked, created := c.askAnswering(from, nil, "tools/call", call.params(true, ""), c.Oblige)
			one := FollowedTask{Tool: call.Name, ID: TaskOf(created), Asked: asked}
			if one.ID == "" {
				continue
			}
			if err := c.followOther(&one, from); err != nil {
				return err
			}
			a.Others = append(a.Others, one)
		}
		return b.Partial(c)
	})
}

// followOther waits for the result of a task, and answers what it asks for, or has asked for
// since from.
func (c *Conn) followOther(one *FollowedTask, from int) (err error) {
	about := TaskParams(one.ID, "")
	one.Asked, one.Result = c.askAnswering(from, one.Asked, "tasks/result", about, func(f Frame) error {
		if one.Open.Members == nil {
			if err := c.bench.Sleep(openFor); err != nil {
				return err
			}
			if one.Open, err = c.Call("tasks/get", about); err != nil {
				return err
			}
		}
		return c.Oblige(f)
	})
	if one.Last, err = c.Call("tasks/get", about); errors.Is(err, ErrSilent) {
		return nil
	}
	return err
}
