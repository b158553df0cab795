package probe

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe/sample"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// AugmentedRevision is the only revision in which a client asks for tasks.
const AugmentedRevision = "2025-11-25"

// Augmented is what a server makes of calls for which the client asks for a task: one is
// followed to its end, another one is cancelled. What was not sent is the zero Frame.
type Augmented struct {
	None error // the error of a step: why nothing was tried; or nil

	Tool    string
	Created Frame   // the answer to the call
	ID      string  // of the task; "" = none
	First   Frame   // tasks/get, right after it
	Unknown Frame   // tasks/get of a task that there is not, beside that one
	Listed  []Frame // the pages of tasks/list, if that is declared
	Relist  []Frame // the same once the task had ended, and was still found
	Foreign Frame   // tasks/list of another session, in which no task was asked for; no members if there is none
	Reached Frame   // tasks/get of such a session; no members if there is none
	Result  Frame   // tasks/result, sent while the task went on, or not
	Last    Frame   // tasks/get, once that was answered
	Again   Frame   // tasks/result once more
	Ended   Frame   // tasks/cancel, once the task had ended
	After   Frame   // tasks/get, [endedFor] after it had ended
	Misled  Frame   // tasks/get with metadata that names the other task

	Other     string // the id of another task; "" = none
	Running   Frame  // tasks/get of it, right before
	Cancelled Frame  // tasks/cancel of it
	Later     Frame  // tasks/get after that
	Settled   Frame  // and once the first task has ended

	Plain   Frame // a call without a task of a tool that needs one
	Needs   string
	Tasked  Frame // a call with a task of a tool that is not to be called so
	Forbids string

	Unanswered string // the method of the request after which no more was sent, as it has no answer; "" = each has one
	Dazed      bool   // metadata that names the other task keeps tasks/get from an answer

	Progress []Frame        // of both tasks, whose tokens are [TaskToken] and [OtherTaskToken]
	Told     []Frame        // the status of both, unasked
	Others   []FollowedTask // of other tools
	Events   []event.Event
}

// Augmented calls a tool with a task, once for all checks. The error is that of its session.
func (b *Bench) Augmented() (*Augmented, error) {
	return b.ledger.augmented.get(b, func() (*Augmented, error) {
		a := &Augmented{}
		var err error
		a.Events = b.record(func() { err = b.makeAugmented(a) })
		return a, err
	})
}

// ofMethod are those of a method among frames.
func ofMethod(frames []Frame, method string) []Frame {
	return slices.DeleteFunc(slices.Clone(frames), func(f Frame) bool { return f.Method() != method })
}

// DeclaresAugmented is the error of a step if the server does not declare tasks for calls.
func (c *Conn) DeclaresAugmented() error {
	requests := membersOf(membersOf(c.declared["tasks"])["requests"])
	_, there := membersOf(requests["tools"])["call"]
	return verdict.NotTestableIf(c.Revision != AugmentedRevision || !there, "the server does not declare tasks for tools/call, which are of revision %s", AugmentedRevision)
}

// DeclaresTask reports whether tasks/list or tasks/cancel is declared.
func (c *Conn) DeclaresTask(member string) bool {
	_, there := membersOf(c.declared["tasks"])[member]
	return there
}

func (b *Bench) makeAugmented(a *Augmented) error {
	c, err := b.OwnSession()
	if err != nil {
		return fmt.Errorf("opening a session: %w", err)
	}
	defer b.Retire(c)
	if a.None = c.DeclaresAugmented(); a.None != nil {
		return nil
	}
	defer func() {
		a.Progress = ofMethod(c.From(0), "notifications/progress")
		a.Told = ofMethod(c.From(0), "notifications/tasks/status")
	}()
	if !c.Pushed() {
		c.Listen("") // on which the status of a task is told
	}
	items, err := c.ListAll("tools/list")
	if err != nil {
		return err
	}
	calls := b.augmentable(items, "optional", "required")
	if len(calls) == 0 {
		a.None = verdict.NotTestable("no tool that may be called has the taskSupport optional or required")
		return nil
	}
	if a.Plain, err = c.withoutTask(a, calls); errors.Is(err, ErrSilent) {
		a.Plain = Frame{}
	} else if err != nil {
		return err
	}
	if a.Tasked, err = c.withTask(a, items); err != nil {
		return err
	}
	for i, call := range calls[:min(len(calls), maxTrials)] {
		a.Tool = call.Name
		if err = c.ofTask(a, "tools/call", call.params(true, TaskToken), &a.Created); err != nil {
			return a.stop(err)
		}
		if a.ID = TaskOf(a.Created); a.ID != "" {
			return cmp.Or(a.stop(c.follow(a, order(calls, i))), b.followOthers(a, calls))
		}
	}
	return b.Partial(c)
}

// augmentable are calls of the tools that may be called and have one of these taskSupports; "" =
// it says nothing.
func (b *Bench) augmentable(items []Item, supports ...string) (out []taskCall) {
	for _, item := range items {
		var execution struct{ TaskSupport string }
		_ = jsonparts.Unmarshal(item["execution"], &execution)
		var a annotations
		_ = jsonparts.Unmarshal(item["annotations"], &a)
		if !slices.Contains(supports, execution.TaskSupport) || !b.Target.mayBeCalled(a) {
			continue
		}
		input, err := sample.Compile(item["inputSchema"])
		if err != nil || named(items, Text(item["name"])) > 1 {
			continue
		}
		if arguments, err := input.Arguments(); err == nil {
			out = append(out, taskCall{Text(item["name"]), arguments, execution.TaskSupport == "required"})
		}
	}
	return out
}

// taskCall is a call of a tool that may be called with a task.
type taskCall struct {
	Name      string
	arguments json.RawMessage
	required  bool
}

// The progress tokens of the first two tasks, as JSON.
const (
	TaskToken      = `"mcpsim-task"`
	OtherTaskToken = `"mcpsim-other-task"`
)

// params are those of a call, of one with a task with a progress token; "" = none.
func (t taskCall) params(task bool, token string) string {
	more := ""
	if task {
		more = `,"task":{"ttl":60000}`
	}
	if token != "" {
		more += `,"_meta":{"progressToken":` + token + "}"
	}
	return fmt.Sprintf(`{"name":%s,"arguments":%s%s}`, Encoded(t.Name), t.arguments, more)
}

// withoutTask calls a tool that needs a task without one.
func (c *Conn) withoutTask(a *Augmented, calls []taskCall) (Frame, error) {
	i := slices.IndexFunc(calls, func(t taskCall) bool { return t.required })
	if i < 0 {
		return Frame{}, nil
	}
	a.Needs = calls[i].Name
	return c.Call("tools/call", calls[i].params(false, ""))
}

// withTask calls a tool with a task that may not be called so.
func (c *Conn) withTask(a *Augmented, items []Item) (Frame, error) {
	calls := c.bench.augmentable(items, "forbidden", "")
	if len(calls) == 0 {
		return Frame{}, nil
	}
	answer, err := c.callFor("tools/call", calls[0].params(true, ""), min(TrialTime, c.Patience()))
	if errors.Is(err, ErrSilent) {
		return Frame{}, nil // it may take longer than can be waited for
	}
	a.Forbids = calls[0].Name
	return answer, err
}

// TaskOf is the id of the task that a call was answered with; "" = none.
func TaskOf(answer Frame) string { return Text(membersOf(Page(answer)["task"])["taskId"]) }

// ofTask sends a request about tasks, and keeps which one has no answer.
func (c *Conn) ofTask(a *Augmented, method, params string, into *Frame) error {
	answer, err := c.Call(method, params)
	if errors.Is(err, ErrSilent) {
		a.Unanswered = method
		return err
	}
	*into = answer
	return err
}

// stop is why a task could not be followed, nil if a request about it has no answer: a check
// tells that, and the others judge what came before.
func (a *Augmented) stop(err error) error {
	if a.Unanswered != "" {
		return nil
	}
	return err
}

// order puts one call before all others.
func order(calls []taskCall, first int) []taskCall {
	return slices.Concat(calls[first:first+1], calls[:first], calls[first+1:])
}

// follow asks for the task of the first call, for its result, and what else can be asked for.
func (c *Conn) follow(a *Augmented, calls []taskCall) error {
	about := func(method, id string, into *Frame) error {
		return c.ofTask(a, method, TaskParams(id, ""), into)
	}
	if err := about("tasks/get", a.ID, &a.First); err != nil || a.First.Failure() != nil {
		return err
	}
	if err := about("tasks/get", "mcpsim-no-such-task", &a.Unknown); err != nil {
		return err
	}
	if c.DeclaresTask("list") {
		if err := c.listTasks(a, &a.Listed); err != nil {
			return err
		}
		c.bench.listForeign(a)
	}
	c.bench.byStranger(func(c *Conn) (err error) {
		a.Reached, err = c.Call("tasks/get", TaskParams(a.ID, ""))
		return err
	})
	if err := c.anotherTask(a, calls, about); err != nil {
		return err
	}
	var err error
	if a.Result, err = c.callFor("tasks/result", TaskParams(a.ID, ""), c.Patience()); err != nil {
		return nil // it may take longer than can be waited for
	}
	if err := about("tasks/get", a.ID, &a.Last); err != nil {
		return err
	}
	if !IsTerminal(Page(a.Last)["status"]) {
		return nil
	}
	if c.DeclaresTask("list") && Page(a.Last)["status"] != nil {
		if err := c.listTasks(a, &a.Relist); err != nil {
			return err
		}
	}
	if a.Again, err = c.callFor("tasks/result", TaskParams(a.ID, ""), c.Patience()); err != nil {
		a.Again = Frame{}
	}
	if c.DeclaresTask("cancel") {
		if err := about("tasks/cancel", a.ID, &a.Ended); err != nil {
			return err
		}
	}
	if err := c.bench.Sleep(endedFor); err != nil {
		return err
	}
	if a.Later.Raw != nil {
		if err := about("tasks/get", a.Other, &a.Settled); err != nil {
			return err
		}
	}
	if err := about("tasks/get", a.ID, &a.After); err != nil || a.After.Failure() != nil || a.Other == "" {
		return err
	}
	a.Misled, err = c.Call("tasks/get", TaskParams(a.ID, `,"_meta":{"`+RelatedTask+`":{"taskId":`+string(Encoded(a.Other))+"}}"))
	if a.Dazed = errors.Is(err, ErrSilent); a.Dazed {
		a.Misled, err = Frame{}, nil
	}
	return err
}

// RelatedTask is the member of a _meta that names a task.
const RelatedTask = "io.modelcontextprotocol/related-task"

// endedFor is how long a task has ended when it is asked for once more.
const endedFor = 500 * time.Millisecond

// maxTaskPages is how many pages of tasks/list are read.
const maxTaskPages = 16

func (c *Conn) listTasks(a *Augmented, into *[]Frame) error {
	for params := ""; len(*into) < maxTaskPages; {
		var page Frame
		if err := c.ofTask(a, "tasks/list", params, &page); err != nil {
			return err
		}
		*into = append(*into, page)
		cursor := Page(page)["nextCursor"]
		if Text(cursor) == "" {
			break
		}
		params = `{"cursor":` + string(cursor) + "}"
	}
	return nil
}

// listForeign lists the tasks of another session of a client that shows no authorization, which
// is what would make it the same client.
func (b *Bench) listForeign(a *Augmented) {
	b.byStranger(func(c *Conn) (err error) {
		a.Foreign, err = c.Call("tasks/list", "")
		return err
	})
}

// byStranger does something in another session of a client that shows no authorization.
func (b *Bench) byStranger(do func(*Conn) error) {
	if b.First() == nil || b.First().Session == "" || b.Target.Header.Get("Authorization") != "" {
		return
	}
	_ = b.Aside(do)
}

// anotherTask makes another task and, where that is declared, cancels it: one of the first tool
// whose task goes on.
func (c *Conn) anotherTask(a *Augmented, calls []taskCall, about func(method, id string, into *Frame) error) error {
	for i, call := range calls[:min(len(calls), maxTrials)] {
		var created Frame
		if err := c.ofTask(a, "tools/call", call.params(true, OtherTaskToken), &created); err != nil {
			return err
		}
		if id := TaskOf(created); i == 0 || id != "" {
			a.Other = id
		}
		if a.Other == "" || a.Other == a.ID || !c.DeclaresTask("cancel") {
			return nil
		}
		if err := about("tasks/get", a.Other, &a.Running); err != nil {
			return err
		}
		if !IsTerminal(Page(a.Running)["status"]) {
			break
		}
	}
	if err := about("tasks/cancel", a.Other, &a.Cancelled); err != nil {
		return err
	}
	return about("tasks/get", a.Other, &a.Later)
}
