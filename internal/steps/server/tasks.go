package server

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// taskSteps are about calls that are answered with tasks.
func taskSteps() []gherkin.Step {
	return gherkin.Noun("task", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the server declares tasks, and so does the client`, Manual: "the extension io.modelcontextprotocol/tasks; not testable if the server does not", Func: (*tasked).declared},
		{Keyword: gherkin.Given, Pattern: `a call that is answered with a task`, Manual: "of a tool that may be called; not testable if there is none", Func: (*tasked).choose},
		{Keyword: gherkin.When, Pattern: `the call is made without the extension`, Manual: "by a client that can do all else", Func: (*tasked).callWithout},
		{Keyword: gherkin.When, Pattern: `such calls are made without the extension, until one is refused`, Manual: "one of each tool, by a client that can do all else", Func: (*tasked).callAllWithout},
		{Keyword: gherkin.When, Pattern: `the call is made with the extension, and then without it`, Manual: "on one connection", Func: (*tasked).callWithFirst},
		{Keyword: gherkin.When, Pattern: `(\d+) tasks are made`, Manual: "by the same call, and cancelled", Example: "4 tasks are made", Func: (*tasked).makeSome},
		{Keyword: gherkin.When, Pattern: `a new task is made, and one is asked for that there is not`, Manual: "with tasks/get", Func: (*tasked).makeAndMiss},
		{Keyword: gherkin.When, Pattern: `a new task is cancelled`, Manual: "with tasks/cancel, as soon as it is made", Func: (*tasked).cancelNew},
		{Keyword: gherkin.When, Pattern: `a new task is given an answer that it has not asked for`, Manual: "with tasks/update", Func: (*tasked).answerUnasked},
		{Keyword: gherkin.When, Pattern: `a task that has ended is (cancelled|answered)`, Manual: "with tasks/cancel or tasks/update", Example: "a task that has ended is cancelled", Func: (*tasked).afterEnd},
		{Keyword: gherkin.When, Pattern: `a new task is listened to until it has ended`, Manual: "once for all checks; with taskIds in the filter; not testable if that is not acknowledged", Func: (*tasked).listen},
		{Keyword: gherkin.When, Pattern: `a new task is asked for on another connection`, Manual: "over stdio that is another process: not testable", Func: (*tasked).getElsewhere},
		{Keyword: gherkin.When, Pattern: `tasks are listened to`, Manual: "with taskIds in the filter", Func: (*subscribing).tasks},
		{Keyword: gherkin.When, Pattern: `the request "([^"]+)" is sent about it`, Manual: "with its taskId", Example: `the request "tasks/get" is sent about it`, Func: (*tasked).about},
		{Keyword: gherkin.When, Pattern: `a task that asks is made by a client that can do nothing but tasks`, Manual: "and followed; not testable if no task asks for anything", Func: (*tasked).makeBare},
		{Keyword: gherkin.Then, Pattern: `the task asks for nothing that the client cannot do`, Manual: "in inputRequests of tasks/get", Func: (*tasked).askedNothing},
		{Keyword: gherkin.Then, Pattern: `it is not answered with a task`, Manual: "but with a result or an error", Func: notATask},
		{Keyword: gherkin.Then, Pattern: `an error is -32021, and names the extension`, Manual: "in data.requiredCapabilities; not observed if the server does without", Func: namesExtension},
		{Keyword: gherkin.Then, Pattern: `it is refused with error -32021, which names the extension`, Manual: "in data.requiredCapabilities", Func: refusedAbout},
		{Keyword: gherkin.Then, Pattern: `the answer is of the type complete`, Manual: "its resultType; none, and one that there is not, are the business of other checks", Func: isComplete},
		{Keyword: gherkin.Then, Pattern: `the answer is empty`, Manual: "a result with no members of its own", Func: emptyResult},
		{Keyword: gherkin.Then, Pattern: `it is found there`, Manual: "with a result", Func: foundThere},
		{Keyword: gherkin.Then, Pattern: `no id of a task leads to another one`, Manual: "they differ in eight characters or more", Func: (*tasked).unguessable},
		{Keyword: gherkin.Then, Pattern: `it is as it was`, Manual: "with the same status and result", Func: (*tasked).unchanged},
		{Keyword: gherkin.Then, Pattern: `all that is told of it is what tasks/get could have said`, Manual: "not observed if nothing is told", Func: (*tasked).toldRightly},
		{Keyword: gherkin.Then, Pattern: `nothing else comes on its stream`, Manual: "progress, log messages, and whatever else there is no asking for", Func: (*tasked).nothingElse},
		{Keyword: gherkin.Then, Pattern: `every task is of the type task, and all that is said of it later is complete`, Manual: "by resultType", Func: tasksTyped},
		{Keyword: gherkin.Then, Pattern: `every task is found at once`, Manual: "by the first tasks/get", Func: tasksFound},
		{Keyword: gherkin.Then, Pattern: `every answer to tasks/get has what its status asks for`, Manual: "inputRequests, result or error", Func: tasksFormed},
		{Keyword: gherkin.Then, Pattern: `every task that failed has the error of JSON-RPC`, Manual: "not observed if none failed", Func: tasksFailed},
		{Keyword: gherkin.Then, Pattern: `the task goes on`, Manual: "it has not ended at once; not observed if it fails anyway", Func: (*tasked).goesOn},
		{Keyword: gherkin.Then, Pattern: `no two questions that are told of have the same key`, Manual: "those of tasks/get included; not observed if it asks for nothing", Func: (*tasked).keysTold},
		{Keyword: gherkin.Then, Pattern: `no two questions of a task have the same key`, Manual: "not observed if none asks", Func: taskKeys},
		{Keyword: gherkin.Then, Pattern: `no task waits for what it was given`, Manual: "each question is answered, and all that are open once more; not observed if none asks", Func: tasksHear},
		{Keyword: gherkin.Then, Pattern: `every answer to tasks/update is empty`, Manual: "not observed if there was none", Func: updatesEmpty},
		{Keyword: gherkin.Then, Pattern: `every task has times, a ttlMs and a pollIntervalMs that clients can read`, Manual: "ISO 8601, and whole numbers; a ttlMs may be null", Func: taskTimes},
	})
}

// tasked is the task of a check.
type tasked struct {
	model *probe.Task // of the same call, which was followed to its end
	ids   []string    // of tasks that were made
	was   probe.Frame // the answer to tasks/get before
	told  []probe.Frame
	id    string
	ways  *probe.Task // the one that was listened to, as it was followed
}

func (t *tasked) declared(c *check) error {
	if err := c.conn.DeclaresTasks(); err != nil {
		return err
	}
	c.conn.Capabilities = probe.TaskAbilities
	return nil
}

func (t *tasked) choose(c *check, all *probe.Tasks) error {
	if err := all.NoneIs(); err != nil {
		return err
	}
	t.model = all.All[0]
	if c.conn != nil {
		c.conn.Capabilities = probe.TaskAbilities
	}
	return named(t.model)
}

// callWithout answers what the call asks for, as a task may be made of that, too.
func (t *tasked) callWithout(c *check) error {
	c.conn.Capabilities = probe.AllAbilities
	if err := c.request("tools/call", t.model.Params); err != nil || c.err != nil || !probe.AsksForInput(c.answer) {
		return err
	}
	return c.request("tools/call", probe.Retry(json.RawMessage(t.model.Params), probe.Obliging(probe.Questions(c.answer)), probe.State(c.answer)))
}

// callAllWithout looks for a tool that does not do without a task.
func (t *tasked) callAllWithout(c *check, all *probe.Tasks) error {
	for _, t.model = range all.All {
		if err := t.callWithout(c); err != nil || c.err != nil || c.answer.Failure() != nil {
			return err
		}
	}
	return nil
}

func (t *tasked) callWithFirst(c *check) error {
	if _, err := t.make(c); err != nil {
		return err
	}
	return t.callWithout(c)
}

// make makes one more task.
func (t *tasked) make(c *check) (string, error) {
	c.conn.Capabilities = probe.TaskAbilities
	one := c.conn.CallTask(t.model.Tool, t.model.Params)
	if one == nil {
		return "", verdict.NotObserved("the tool %q makes no task this time", t.model.Tool)
	}
	return one.ID, nil
}

func (t *tasked) makeSome(c *check, n int) error {
	for range n {
		id, err := t.make(c)
		if err != nil {
			return err
		}
		t.ids = append(t.ids, id)
		if _, err := c.call("tasks/cancel", probe.TaskParams(id, "")); err != nil {
			return err
		}
	}
	return nil
}

func (t *tasked) makeAndMiss(c *check) error {
	if _, err := t.make(c); err != nil {
		return err
	}
	return c.request("tasks/get", probe.TaskParams("mcpsim-no-such-task", ""))
}

func (t *tasked) cancelNew(c *check) error {
	id, err := t.make(c)
	if err != nil {
		return err
	}
	return c.request("tasks/cancel", probe.TaskParams(id, ""))
}

const unaskedAnswer = `,"inputResponses":{"mcpsim-nobody-asked":{"action":"decline"}}`

func (t *tasked) answerUnasked(c *check) error {
	id, err := t.make(c)
	if err != nil {
		return err
	}
	t.id = id
	return c.request("tasks/update", probe.TaskParams(id, unaskedAnswer))
}

// goesOn fails for a task that has ended badly at once, where the same call did not.
func (t *tasked) goesOn(c *check) error {
	if len(t.model.Gets) == 0 || probe.Text(probe.Page(t.model.Gets[len(t.model.Gets)-1])["status"]) == "failed" {
		return verdict.NotObserved("the task of %q fails anyway", t.model.Tool)
	}
	answer, err := c.call("tasks/get", probe.TaskParams(t.id, ""))
	if err != nil {
		return err
	}
	status := probe.Text(probe.Page(answer)["status"])
	return unless(status != "failed" && status != "cancelled", answer, "the task has ended")
}

// afterEnd follows a new task to its end, sends a request about it, and asks once more.
func (t *tasked) afterEnd(c *check, how string) error {
	id, err := t.make(c)
	if err != nil {
		return err
	}
	one := &probe.Task{ID: id}
	if err := c.conn.Follow(one, c.conn.Patience()); err != nil {
		return err
	}
	if !one.Ended {
		return verdict.NotObserved("the task has not ended within %s", c.conn.Patience())
	}
	t.was = one.Gets[len(one.Gets)-1]
	method, params := "tasks/cancel", probe.TaskParams(id, "")
	if how == "answered" {
		method, params = "tasks/update", probe.TaskParams(id, unaskedAnswer)
	}
	if _, err := c.call(method, params); err != nil {
		return err
	}
	return c.request("tasks/get", probe.TaskParams(id, ""))
}

func (t *tasked) about(c *check, method string) error {
	return c.request(method, probe.TaskParams(t.model.ID, ""))
}

// tasks remembers what subscriptions/listen is answered with, or acknowledged.
func (s *subscribing) tasks(c *check) error {
	if err := s.listen(c, `{"taskIds":["mcpsim-no-such-task"]}`, ""); err != nil {
		return err
	}
	if s.message.IsUnknownMethod() {
		return verdict.NotTestable("the server has no subscriptions")
	}
	return c.remember(s.all[0].ID, s.message, s.err)
}

// getElsewhere asks for a task on a connection that has not made it. Processes of one
// command need not share their tasks.
func (t *tasked) getElsewhere(c *check) error {
	if c.bench.Target.URL == "" {
		return verdict.NotTestable("another connection over stdio is another process")
	}
	if err := c.freshSession(); err != nil {
		return err
	}
	id, err := t.make(c)
	if err != nil {
		return err
	}
	if err := c.freshAgain(); err != nil {
		return err
	}
	c.conn.Capabilities = probe.TaskAbilities
	return c.request("tasks/get", probe.TaskParams(id, ""))
}

func foundThere(answer probe.Frame) error {
	return unless(answer.Members["result"] != nil, answer, "the task is not found")
}

func notATask(answer probe.Frame) error {
	return unless(!probe.IsTask(answer), answer, "it is answered with a task")
}

func namesExtension(answer probe.Frame, b *probe.Bench) error {
	if answer.Failure() == nil {
		return verdict.NotObserved("the server does without a task")
	}
	if err := unnamed(answer, b); err != nil {
		return err
	}
	return refusedForExtension(answer, b)
}

// unnamed is the error of a refusal that names no capabilities at all, if what asks for input is
// refused by the server, too: that is told by the check of that. Else nil.
func unnamed(answer probe.Frame, b *probe.Bench) error {
	failure := answer.Failure()
	all, err := b.Rounds()
	if failure == nil || failure.Code != "-32021" || requiredCapabilities(answer) != nil || err != nil || all.NoneAsk() != nil {
		return nil
	}
	return verdict.Because("M-BASE-24", "error -32021 has no object data.requiredCapabilities: %s", probe.Quote(answer.Raw))
}

// refusedAbout judges requests about tasks by the same rule as calls.
func refusedAbout(answer probe.Frame, b *probe.Bench) error {
	if err := unnamed(answer, b); err != nil {
		return err
	}
	failure := answer.Failure()
	if all, err := b.Tasks(); failure != nil && failure.Code == "-32021" && requiredCapabilities(answer) == nil && err == nil && all.NoneIs() == nil {
		return verdict.Because("M-TASK-02", "error -32021 has no object data.requiredCapabilities: %s", probe.Quote(answer.Raw))
	}
	return refusedForExtension(answer, b)
}

func refusedForExtension(answer probe.Frame, b *probe.Bench) error {
	if err := refusedWith("-32021", answer, "it is not refused with error -32021"); err != nil {
		if b.Found(probe.AskedAble) {
			return verdict.Because("M-MRTR-03", "clients are asked what they have not declared, too: another request may have; %s", err)
		}
		return err
	}
	var required struct{ Extensions map[string]json.RawMessage }
	_ = jsonparts.Unmarshal(requiredCapabilities(answer), &required)
	return unless(required.Extensions[probe.TasksExtension] != nil, answer, "data.requiredCapabilities.extensions does not name %s", probe.TasksExtension)
}

func emptyResult(answer probe.Frame, b *probe.Bench) error {
	if answer.Members["result"] == nil {
		if all, err := b.Tasks(); err == nil && verdict.Of(tasksFound(all)) == "" && tasksFound(all) != nil {
			return verdict.Because(tasksCheck, "it is refused: %s", tasksFound(all))
		}
		return unless(false, answer, "it is refused")
	}
	for _, name := range slices.Sorted(maps.Keys(ownMembers(answer, b))) {
		if name != "resultType" {
			return unless(false, answer, "the result has the member %q", name)
		}
	}
	kind := mistyped(answer, "complete")
	return unless(kind == "", answer, "the result is of the type %s", kind)
}

// unguessable looks at the part in which ids differ: a counter differs in its last characters.
func (t *tasked) unguessable() error {
	for i, one := range t.ids {
		for _, other := range t.ids[:i] {
			if one == other {
				return fmt.Errorf("two tasks have the id %q", one)
			}
			if err := guessable(other, one); err != nil {
				return err
			}
		}
	}
	return nil
}

// differing is how many characters are left of the longer text without the beginning and
// the end that both have.
func differing(a, b string) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return max(len(a), len(b))
}

func (t *tasked) unchanged(answer probe.Frame) error {
	was, is := probe.Page(t.was), probe.Page(answer)
	if is == nil {
		return verdict.NotObserved("the server has forgotten the task")
	}
	for _, name := range []string{"status", "result", "error"} {
		if probe.SameJSON(was[name]) != probe.SameJSON(is[name]) {
			return unless(false, answer, "the %s of a task that had ended was %s", name, probe.OrNothing(string(was[name])))
		}
	}
	return nil
}
