package fakeserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// tasksExtension is the extension in which a call may be answered with a task.
const tasksExtension = "io.modelcontextprotocol/tasks"

// TaskScript lets a modern server answer calls of a tool with a task: the client asks with
// tasks/get how it stands, answers what it asks with tasks/update, and may end it with
// tasks/cancel. Clients that do not declare the extension get the answer at once.
type TaskScript struct {
	// Takes is how long the task works; then it asks, if it has inputs, and is completed.
	Takes time.Duration `yaml:"takes"`
	// Poll is the pollIntervalMs that it names; 0 = none.
	Poll time.Duration `yaml:"poll"`
	// Inputs are the questions by key, each {method, params}.
	Inputs json.RawMessage `yaml:"inputs"`
	// Fails is the JSON-RPC error, {code, message}, with which it ends instead of a result.
	Fails json.RawMessage `yaml:"fails"`
	// Required refuses clients that do not declare the extension, with error -32021.
	Required bool `yaml:"required"`
}

func (t TaskScript) check() error {
	return errors.Join(checkObject("inputs", t.Inputs), checkObject("fails", t.Fails))
}

// task is the work of one call.
type task struct {
	id        string
	script    TaskScript
	answer    func(inputs json.RawMessage) json.RawMessage
	created   time.Time
	given     json.RawMessage // what the client has answered so far
	cancelled bool
}

// codeInternal is that of a server that can do no more.
const codeInternal = -32603

// The bounds of the tasks that a server keeps: it forgets none.
const (
	maxTasks     = 10_000
	mostForTasks = 64 << 20 // bytes of their arguments and of what clients have answered
)

// keepForTask counts n more bytes for tasks, if they have room.
func (s *Server) keepForTask(n int) bool {
	if s.keptOfTasks+n > mostForTasks {
		return false
	}
	s.keptOfTasks += n
	return true
}

// offersTasks reports whether the server has a tool whose calls may become tasks.
func (c *conn) offersTasks() bool {
	return slices.ContainsFunc(c.offer().Tools, func(t Tool) bool { return t.Task != nil })
}

// startTask answers a call with a task, and reports whether it is one.
func (x *exec) startTask(tool *Tool, arguments json.RawMessage) bool {
	if tool.Task == nil || !x.modern {
		return false
	}
	if !x.declaresTasks() {
		if tool.Task.Required {
			x.lacksTasks()
		}
		return tool.Task.Required
	}
	if x.s.tasks == nil {
		x.s.tasks = map[string]*task{}
	}
	n := len(x.s.tasks) + 1
	if n > maxTasks || !x.s.keepForTask(programCost+len(arguments)+len(x.inputs)) {
		x.fail(codeInternal, "too many tasks")
		return true
	}
	t := &task{id: fmt.Sprintf("task-%d-%s", n, x.s.sealOf("task", n)), script: *tool.Task, answer: tool.outcome(bytes.Clone(arguments), bytes.Clone(x.inputs)), created: x.s.clk.Now()}
	x.s.tasks[t.id] = t
	x.reply.result = mergePatch(t.state(x.s.clk.Now()), json.RawMessage(`{"resultType":"task","inputRequests":null,"result":null,"error":null}`))
	return true
}

// declaresTasks reports whether this very request declares the extension.
func (x *exec) declaresTasks() bool {
	return member(member(x.c.client, "extensions"), tasksExtension) != nil
}

func (x *exec) lacksTasks() {
	needed := map[string]any{"extensions": map[string]any{tasksExtension: struct{}{}}}
	x.failWith(codeMissingCapability, "Missing required client capability", map[string]any{"requiredCapabilities": needed})
}

// askedTask is the task that a request is about; nil = there is none, and the request has been
// answered.
func (x *exec) askedTask() *task {
	if !x.declaresTasks() {
		x.lacksTasks()
		return nil
	}
	t := x.s.tasks[textMember(x.msg.params, "taskId")]
	if t == nil {
		x.fail(codeInvalidParams, "Failed to retrieve task: Task not found")
	}
	return t
}

func (x *exec) getTask() {
	if t := x.askedTask(); t != nil {
		x.reply.result = t.state(x.s.clk.Now())
	}
}

func (x *exec) updateTask() {
	t := x.askedTask()
	if t == nil {
		return
	}
	for key, answer := range jsonparts.Members(member(x.msg.params, "inputResponses")) {
		if member(t.script.Inputs, string(key)) != nil && member(t.given, string(key)) == nil {
			if !x.s.keepForTask(len(answer)) {
				x.fail(codeInternal, "too many tasks")
				return
			}
			t.given = mergePatch(t.given, encode(map[string]json.RawMessage{string(key): answer}))
		}
	}
	x.ok(struct{}{})
	x.c.tellTasks(t)
}

func (x *exec) cancelTask() {
	if t := x.askedTask(); t != nil {
		status := t.status(x.s.clk.Now())
		t.cancelled = t.cancelled || status == "working" || status == "input_required"
		x.ok(struct{}{})
		x.c.tellTasks(t)
	}
}

// open are the questions that were not answered yet, "{}" if all were.
func (t *task) open() json.RawMessage {
	out := map[string]json.RawMessage{}
	for key, question := range jsonparts.Members(t.script.Inputs) {
		if member(t.given, string(key)) == nil {
			out[string(key)] = question
		}
	}
	return encode(out)
}

// status of the task now.
func (t *task) status(now time.Time) string {
	switch {
	case t.cancelled:
		return "cancelled"
	case now.Sub(t.created) < t.script.Takes:
		return "working"
	case string(t.open()) != "{}":
		return "input_required"
	case t.script.Fails != nil:
		return "failed"
	}
	return "completed"
}

// state is what tasks/get says of the task.
func (t *task) state(now time.Time) json.RawMessage {
	out := map[string]any{"taskId": t.id, "createdAt": t.created.UTC().Format(time.RFC3339Nano), "lastUpdatedAt": now.UTC().Format(time.RFC3339Nano), "ttlMs": nil}
	if t.script.Poll > 0 {
		out["pollIntervalMs"] = t.script.Poll.Milliseconds()
	}
	status := t.status(now)
	out["status"] = status
	switch status {
	case "input_required":
		out["inputRequests"] = t.open()
	case "failed":
		out["error"] = t.script.Fails
	case "completed":
		out["result"] = t.answer(t.given)
	}
	return encode(out)
}

// follows takes those tasks of a filter that there are, and returns their ids.
func (sub *subscription) follows(ids json.RawMessage) []string {
	known := []string{}
	for id := range jsonparts.Elements(ids) {
		if t := sub.x.s.tasks[string(jsonparts.Unquoted(id))]; t != nil {
			if _, twice := sub.tasks[t]; !twice && !sub.x.more(memberCost) {
				return known
			}
			sub.tasks[t] = t.status(sub.x.s.clk.Now())
			known = append(known, t.id)
		}
	}
	return known
}

// tellAction tells of each task whose status has changed, now and whenever one changes by
// itself.
type tellAction struct{ *subscription }

func (sub tellAction) apply(x *exec) bool {
	sub.tell()
	now := x.s.clk.Now()
	next := time.Duration(0)
	for t := range sub.tasks {
		if left := t.created.Add(t.script.Takes).Sub(now); left > 0 && (next == 0 || left < next) {
			next = left
		}
	}
	if next > 0 {
		x.push(sub)
		x.sleep(next)
	}
	return false
}

// tell sends what there is to tell of tasks, in the order of their ids.
func (sub *subscription) tell() {
	now := sub.x.s.clk.Now()
	for _, t := range slices.SortedFunc(maps.Keys(sub.tasks), func(a, b *task) int { return strings.Compare(a.id, b.id) }) {
		if status := t.status(now); status != sub.tasks[t] {
			sub.tasks[t] = status
			sub.x.w.emit(sub.frame("notifications/tasks", t.state(now)))
		}
	}
}

// tellTasks tells all who listen on the connection for a task.
func (c *conn) tellTasks(t *task) {
	for _, sub := range slices.Clone(c.subscriptions) {
		if _, listens := sub.tasks[t]; listens {
			sub.tell()
		}
	}
}
