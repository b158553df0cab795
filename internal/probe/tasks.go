package probe

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// TasksExtension is the extension in which a call may be answered with a task.
const TasksExtension = "io.modelcontextprotocol/tasks"

// TaskAbilities are the capabilities of a client that can do everything, tasks too.
const TaskAbilities = `{"roots":{},"sampling":{"tools":{},"context":{}},"elicitation":{"form":{},"url":{}},"extensions":{"` + TasksExtension + `":{}}}`

// Task is a call that was answered with a task, and how it went on.
type Task struct {
	Tool    string
	Params  string // of the call, without metadata
	Created Frame  // the answer to the call
	ID      string // of the task
	Gets    []Frame
	Updates []Frame // answers to tasks/update
	Ended   bool    // the last of Gets has a terminal status
	Waits   string  // the key of a question that it goes on to ask although it was answered, and once more; "" = none
}

// Tasks are the calls of a server's tools by a client that declares tasks, made once for
// all checks.
type Tasks struct {
	None   error // the error of a step: why nothing was tried; or nil
	All    []*Task
	Events []event.Event
}

// Tasks calls the tools that may be called and follows what is answered with a task to its
// end. The error is that of its connection.
func (b *Bench) Tasks() (*Tasks, error) {
	return b.ledger.tasks.get(b, func() (*Tasks, error) {
		t := &Tasks{}
		var err error
		t.Events = b.record(func() { err = b.makeTasks(t) })
		return t, err
	})
}

// DeclaresTasks is the error of a step if the server does not declare the extension.
func (c *Conn) DeclaresTasks() error {
	_, there := membersOf(c.declared["extensions"])[TasksExtension]
	return verdict.NotTestableIf(!there, "the server does not declare the extension %s", TasksExtension)
}

func (b *Bench) makeTasks(t *Tasks) error {
	c, err := b.OwnSession()
	if err != nil {
		return fmt.Errorf("opening a connection: %w", err)
	}
	defer b.Retire(c)
	if t.None = c.DeclaresTasks(); t.None != nil {
		return nil
	}
	tools, none := (&Survey{}).choose(c)
	if t.None = none; none != nil {
		return nil
	}
	c.Capabilities = TaskAbilities
	begun := b.Target.Clock.Now()
	for _, tool := range tools[:min(len(tools), maxTrials)] {
		arguments, err := tool.Input.Arguments()
		if err != nil {
			continue
		}
		if b.Since(begun) > surveyTime || !c.Alive() {
			break
		}
		if one := c.CallTask(tool.Name, CallOf(tool, arguments, "")); one != nil {
			t.All = append(t.All, one)
			if err := c.Follow(one, min(TrialTime, c.Patience())); err != nil {
				return err
			}
		}
	}
	return b.Partial(c)
}

// CallTask calls a tool and answers what it asks for before it makes a task; nil = it makes none.
func (c *Conn) CallTask(tool, params string) *Task {
	answer, err := c.callFor("tools/call", params, min(TrialTime, c.Patience()))
	for range maxSteps {
		if err != nil || !AsksForInput(answer) {
			break
		}
		answer, err = c.callFor("tools/call", Retry(json.RawMessage(params), Obliging(Questions(answer)), State(answer)), c.Patience())
	}
	if err != nil || !IsTask(answer) {
		return nil
	}
	return &Task{Tool: tool, Params: params, Created: answer, ID: Text(Page(answer)["taskId"])}
}

// IsTask reports whether an answer to a call is a task, whatever it says it is.
func IsTask(answer Frame) bool {
	result := Page(answer)
	return Text(result["resultType"]) == taskType || Text(result["taskId"]) != "" && result["status"] != nil && result["content"] == nil
}

const taskType = "task"

// terminal are the statuses that a task keeps.
var terminal = []string{"completed", "failed", "cancelled"}

// IsTerminal reports whether a status of a task does not change any more.
func IsTerminal(status json.RawMessage) bool { return slices.Contains(terminal, Text(status)) }

// TaskParams are the params of a request about a task, with more members; "" = none.
func TaskParams(id, more string) string {
	return `{"taskId":` + string(Encoded(id)) + more + "}"
}

// The pace at which a task is asked for that names none, and the slowest that is kept to.
const (
	taskPace    = 200 * time.Millisecond
	slowestPace = time.Second
)

// Follow asks for a task until it has ended, for so long at most, and answers what it asks
// for, each question once, one after the other.
func (c *Conn) Follow(t *Task, patience time.Duration) error {
	begun, giving := c.bench.Target.Clock.Now(), answering{given: map[string]bool{}}
	for {
		get, err := c.Call("tasks/get", TaskParams(t.ID, ""))
		if err != nil {
			return fmt.Errorf("tasks/get: %w", err)
		}
		t.Gets = append(t.Gets, get)
		t.Ended = IsTerminal(Page(get)["status"])
		if t.Ended || get.Failure() != nil || c.bench.Since(begun) > patience {
			t.Waits = giving.unheard(Questions(get))
			return nil
		}
		if err := giving.answer(c, t, Questions(get)); err != nil {
			return err
		}
		if err := c.bench.Sleep(paceOf(get)); err != nil {
			return err
		}
	}
}

// answering is which questions of a task have answers. A server need not take answers to some
// of those that are open: one that does not is given all at once.
type answering struct {
	given  map[string]bool
	whole  bool
	waited int // how often nothing new was asked
}

// insisting is how often nothing new is asked before all that is open is answered once more.
const insisting = 3

// unheard is the first of the keys that are open, all of which have been answered twice, and some
// time ago; "" = there is none.
func (a *answering) unheard(open map[string]json.RawMessage) string {
	if a.waited <= insisting || len(open) == 0 {
		return ""
	}
	keys := slices.Sorted(maps.Keys(open))
	if slices.ContainsFunc(keys, func(key string) bool { return !a.given[key] }) {
		return ""
	}
	return keys[0]
}

func (a *answering) answer(c *Conn, t *Task, open map[string]json.RawMessage) error {
	fresh := maps.Clone(open)
	maps.DeleteFunc(fresh, func(key string, _ json.RawMessage) bool { return a.given[key] })
	partly := false
	switch {
	case len(open) == 0:
		return nil
	case len(fresh) == 0:
		if a.waited++; a.whole || a.waited != insisting {
			return nil
		}
		a.whole, fresh = true, open
	case len(open) > 1 && !a.whole:
		first := slices.Min(slices.Collect(maps.Keys(fresh)))
		fresh, partly = map[string]json.RawMessage{first: fresh[first]}, true
	}
	for key := range fresh {
		a.given[key] = true
	}
	text, _ := json.Marshal(Obliging(fresh))
	answer, err := c.Call("tasks/update", TaskParams(t.ID, `,"inputResponses":`+string(text)))
	if err != nil {
		return fmt.Errorf("tasks/update: %w", err)
	}
	if partly && answer.Failure() != nil {
		a.whole = true
		clear(a.given)
		return nil
	}
	t.Updates = append(t.Updates, answer)
	return nil
}

func paceOf(get Frame) time.Duration {
	var ms float64
	if jsonparts.Unmarshal(Page(get)["pollIntervalMs"], &ms) != nil || ms <= 0 {
		return taskPace
	}
	return time.Duration(min(ms, float64(slowestPace.Milliseconds()))) * time.Millisecond
}

// NoneIs is the error of a step if no call was answered with a task.
func (t *Tasks) NoneIs() error {
	if t.None != nil || len(t.All) > 0 {
		return t.None
	}
	return verdict.NotTestable("no tool that may be called answers a client that declares %s with a task", TasksExtension)
}
