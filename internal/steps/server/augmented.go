package server

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// augmentedSteps are about the tasks of 2025-11-25, which clients ask for.
func augmentedSteps() []gherkin.Step {
	return gherkin.Noun("call with a task", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `tasks can be asked for(, and cancelled)?`, Manual: "of revision 2025-11-25; not testable if that is not declared, or does not work", Example: "tasks can be asked for, and cancelled", Func: askableTasks},
		{Keyword: gherkin.When, Pattern: `a tool that may be called as a task is called so`, Manual: "once for all checks, and followed to its end; not testable if tasks are not declared", Func: calledAsTask},
		{Keyword: gherkin.Then, Pattern: `the answer is a task that has begun`, Manual: "of the status working", Func: taskBegun},
		{Keyword: gherkin.Then, Pattern: `another call gets a task with another id`, Manual: "of the same tool; not observed if it gets none", Func: taskUnique},
		{Keyword: gherkin.Then, Pattern: `every answer to tasks/get describes the task`, Manual: "by its id, a status, times and a ttl", Func: taskDescribed},
		{Keyword: gherkin.Then, Pattern: `a task that there is not is an error beside one that there is`, Manual: "in the session in which it was made", Func: taskUnknown},
		{Keyword: gherkin.Then, Pattern: `its result comes with its end, and is that of a call`, Manual: "not observed if it does not come in time", Func: taskResult},
		{Keyword: gherkin.Then, Pattern: `its result names the task`, Manual: "in its _meta; not observed if there is none", Func: taskNamed},
		{Keyword: gherkin.Then, Pattern: `a task that was cancelled is cancelled, and stays so`, Manual: "not observed if it had ended before, or cancelling is not declared", Func: taskCancelled},
		{Keyword: gherkin.Then, Pattern: `a task that has ended is not cancelled`, Manual: "but refused with error -32602", Func: taskKept},
		{Keyword: gherkin.Then, Pattern: `a task that has ended has the same status later`, Manual: "half a second later; not observed if it has not ended, or is not kept", Func: taskStays},
		{Keyword: gherkin.Then, Pattern: `a call without a task that needs one is the error -32601`, Manual: "or -32600; not testable if no tool needs one", Func: taskNeeded},
		{Keyword: gherkin.Then, Pattern: `a call with a task is refused where the tool forbids it`, Manual: "whose taskSupport is forbidden or absent, with any error; not testable if there is none", Func: taskForbidden},
		{Keyword: gherkin.When, Pattern: `a tool that may be called is called with a task that is not declared`, Manual: "of revision 2025-11-25; not testable if tasks for tools/call are declared", Func: calledUndeclared},
		{Keyword: gherkin.Then, Pattern: `no task comes of it`, Manual: "but a result, or a refusal", Func: notTasked},
		{Keyword: gherkin.Then, Pattern: `it is the same each time that it is asked for`, Manual: "not observed if the task is not kept", Func: taskResultAgain},
		{Keyword: gherkin.Then, Pattern: `no call that fails has completed`, Manual: "with an error, or a result that says isError; not observed if none fails", Func: tasksFailedSo},
		{Keyword: gherkin.Then, Pattern: `what tasks ask their client names the task`, Manual: "in its _meta; not observed if none asks", Func: tasksAsk},
		{Keyword: gherkin.Then, Pattern: `a task that asks waits for input`, Manual: "by its status, 100ms after the question came; not observed if none asks", Func: tasksWait},
		{Keyword: gherkin.Then, Pattern: `nothing that describes the task names it in its _meta`, Manual: "tasks/get, tasks/list, tasks/cancel and notifications/tasks/status", Func: taskNamedOnce},
		{Keyword: gherkin.Then, Pattern: `the task is kept as long as its ttl says`, Manual: "not observed if it has not ended, or its ttl is shorter than a second", Func: taskKeptLong},
		{Keyword: gherkin.Then, Pattern: `all that it reports carries the progress token of its call`, Manual: "not observed if it reports nothing", Func: taskTokens},
		{Keyword: gherkin.Then, Pattern: `nothing is reported of it once it has ended`, Manual: "250ms after that; not observed if it reports nothing", Func: taskSilent},
		{Keyword: gherkin.Then, Pattern: `another session does not have the task in its list`, Manual: "not testable without sessions, or with an Authorization header", Func: tasksOwn},
		{Keyword: gherkin.Then, Pattern: `no id of a task is nearly that of another one`, Manual: "they differ in eight characters or more; not testable with an Authorization header, not observed without two tasks", Func: taskIDsApart},
		{Keyword: gherkin.Then, Pattern: `no task that another session can ask for has nearly the id of another one`, Manual: "not testable if tasks/get finds none there", Func: taskIDsSafe},
		{Keyword: gherkin.Then, Pattern: `the task is in the list of tasks`, Manual: "not testable if tasks/list is not declared", Func: taskListed},
		{Keyword: gherkin.Then, Pattern: `a task that has ended is in the list of tasks as long as it is found`, Manual: "not observed if it has not ended, or is not kept", Func: endedListed},
	})
}

// The checks that tell what the others about tasks build on.
const (
	createdCheck = "TASK-01"
	foundCheck   = "TASK-02"
)

// augmented are the calls with a task, if there was one.
func augmented(b *probe.Bench) (*probe.Augmented, error) {
	a, err := b.Augmented()
	if err != nil {
		return nil, err
	}
	return a, a.None
}

// taskThere is the error of a step that judges more of a task than that there is one.
func taskThere(a *probe.Augmented) error {
	if a.ID == "" && a.Unanswered != "" {
		return unlessSilent(a, nil)
	}
	if a.ID == "" {
		return verdict.Because(createdCheck, "a call with a task is answered with %s", probe.Quote(a.Created.Raw))
	}
	if a.First.Failure() != nil {
		return notFound(a)
	}
	if a.Other == a.ID {
		return verdict.Because(createdCheck, "two calls got tasks with one id, %q", a.ID)
	}
	return nil
}

// ofTask judges a task that can be asked for.
func ofTask(b *probe.Bench, judge func(*probe.Augmented) error) error {
	a, err := augmented(b)
	if err != nil {
		return err
	}
	if err := taskThere(a); err != nil {
		return err
	}
	if err = judge(a); err != nil && verdict.Of(err) == "" {
		b.Recall(a.Events)
	}
	return unlessSilent(a, err)
}

func calledAsTask(b *probe.Bench) error {
	if err := b.Ready(); err != nil {
		return err
	}
	_, err := augmented(b)
	return err
}

func askableTasks(c *check, b *probe.Bench, cancelled string) error {
	if err := c.conn.DeclaresAugmented(); err != nil {
		return err
	}
	a, err := b.Augmented()
	if err != nil {
		return err
	}
	if a.None == nil && a.ID != "" && a.First.Failure() != nil {
		return verdict.Because(foundCheck, "a task cannot be asked for: %s", probe.Quote(a.First.Raw))
	}
	if about := a.Unanswered; about == "tasks/get" || about == "tasks/cancel" && cancelled != "" {
		return unlessSilent(a, nil)
	}
	if f := a.Cancelled.Failure(); cancelled != "" && f != nil && f.Code != "-32602" {
		return verdict.Because("TASK-04", "a task that goes on is not cancelled either: %s", probe.Quote(a.Cancelled.Raw))
	}
	return verdict.NotTestableIf(cancelled != "" && !c.conn.DeclaresTask("cancel"), "the server does not declare tasks.cancel")
}

// createdTask is the task that a call was answered with.
func createdTask(a *probe.Augmented) map[string]json.RawMessage {
	var created struct{ Task map[string]json.RawMessage }
	_ = jsonparts.Unmarshal(a.Created.Members["result"], &created)
	return created.Task
}

func taskBegun(b *probe.Bench) error {
	a, err := augmented(b)
	if err != nil {
		return err
	}
	if a.ID == "" && a.Unanswered != "" {
		return unlessSilent(a, nil)
	}
	wrong, created := "", createdTask(a)
	switch status := probe.Text(created["status"]); {
	case created == nil:
		wrong = "the result has no task"
	case status != "working":
		wrong = fmt.Sprintf("the status of a task that begins is %s", probe.OrNothing(string(created["status"])))
	default:
		wrong = undescribed(created)
	}
	if wrong == "" {
		return nil
	}
	b.Recall(a.Events)
	return unless(false, a.Created, "the tool %q was called with a task, and %s", a.Tool, wrong)
}

func taskUnique(b *probe.Bench) error {
	a, err := augmented(b)
	switch {
	case err != nil:
		return err
	case a.Other == "":
		return unlessSilent(a, verdict.NotObserved("no second call got a task"))
	case a.Other == a.ID:
		b.Recall(a.Events)
		return fmt.Errorf("the tool %q was called twice with a task, and both tasks have the id %q", a.Tool, a.ID)
	}
	return nil
}

// taskStatuses are those of 2025-11-25.
var taskStatuses = []string{"working", "input_required", "completed", "failed", "cancelled"}

// described judges the description of a task. What is wrong with it everywhere is told where it
// comes first.
func described(a *probe.Augmented, task map[string]json.RawMessage) (wrong string, err error) {
	if wrong = undescribed(task); wrong == "" {
		return "", nil
	}
	earlier := []struct {
		check string
		task  map[string]json.RawMessage
	}{{createdCheck, createdTask(a)}, {foundCheck, probe.Page(a.First)}}
	for _, one := range earlier {
		if one.task != nil && undescribed(one.task) == wrong {
			return wrong, verdict.Because(one.check, "%s", wrong)
		}
	}
	return wrong, nil
}

// undescribed is what is wrong with the description of a task; "" = nothing.
func undescribed(task map[string]json.RawMessage) string {
	if probe.Text(task["taskId"]) == "" {
		return fmt.Sprintf("the taskId is %s", probe.OrNothing(string(task["taskId"])))
	}
	if !slices.Contains(taskStatuses, probe.Text(task["status"])) {
		return fmt.Sprintf("the status is %s", probe.OrNothing(string(task["status"])))
	}
	for _, name := range []string{"createdAt", "lastUpdatedAt"} {
		if _, err := time.Parse(time.RFC3339, strings.ToUpper(probe.Text(task[name]))); err != nil {
			return fmt.Sprintf("%s is %s", name, probe.OrNothing(string(task[name])))
		}
	}
	if made, now := timeOf(task["createdAt"]), timeOf(task["lastUpdatedAt"]); made.Sub(now) >= time.Second {
		return fmt.Sprintf("lastUpdatedAt is %s, before it was made at %s", task["lastUpdatedAt"], task["createdAt"])
	}
	if message := task["statusMessage"]; message != nil && !jsonparts.IsText(message) {
		return fmt.Sprintf("statusMessage is %s", message)
	}
	for _, name := range []string{"ttl", "pollInterval"} {
		var n *float64
		absent := task[name] == nil && name == "pollInterval"
		if !absent && (task[name] == nil || jsonparts.Unmarshal(task[name], &n) != nil || n == nil && name == "pollInterval" || n != nil && *n < 0) {
			return fmt.Sprintf("%s is %s", name, probe.OrNothing(string(task[name])))
		}
	}
	return ""
}

func taskDescribed(b *probe.Bench) error {
	a, err := augmented(b)
	if err != nil {
		return err
	}
	if a.ID == "" {
		return taskThere(a)
	}
	b.Recall(a.Events)
	if a.First.Failure() != nil {
		return unless(false, a.First, "the task that %q has just made is not found", a.Tool)
	}
	for _, f := range []probe.Frame{a.First, a.Last} {
		if probe.Page(f) == nil {
			continue // a server need not keep a task that has ended
		}
		wrong, told := described(a, probe.Page(f))
		if wrong == "" {
			wrong = changed(createdTask(a), probe.Page(f))
		}
		if told != nil && verdict.See(told) != foundCheck {
			return told
		}
		if wrong == "" && probe.Text(probe.Page(f)["taskId"]) != a.ID {
			wrong = "it is about another task"
		}
		if wrong != "" {
			return unless(false, f, "%s", wrong)
		}
	}
	if a.Dazed {
		return fmt.Errorf("tasks/get is never answered once its metadata names another task")
	}
	misled := probe.Text(probe.Page(a.Misled)["taskId"])
	if err := unlessSilent(a, nil); err != nil {
		return err
	}
	return unless(misled == "" || misled != a.Other || a.Other == a.ID, a.Misled, "asked for a task with metadata that names another, it says how the other one stands")
}

func taskResult(b *probe.Bench) error {
	return ofTask(b, func(a *probe.Augmented) error {
		if a.Result.Raw == nil {
			return verdict.NotObserved("the task has no result in time")
		}
		if last := probe.Page(a.Last); last != nil && !probe.IsTerminal(last["status"]) && slices.Contains(taskStatuses, probe.Text(last["status"])) {
			return unless(false, a.Result, "tasks/result is answered, and the task is still %s", probe.Text(last["status"]))
		}
		result := probe.Page(a.Result)
		return unless(result == nil || result["content"] != nil, a.Result, "the result of a call has no content")
	})
}

func taskNamed(b *probe.Bench) error {
	return ofTask(b, func(a *probe.Augmented) error {
		if probe.Page(a.Result) == nil {
			return verdict.NotObserved("the task has no result")
		}
		return unless(related(probe.Page(a.Result)["_meta"]) == a.ID, a.Result, "its _meta does not name the task under %s", probe.RelatedTask)
	})
}

func taskCancelled(b *probe.Bench) error {
	return ofTask(b, func(a *probe.Augmented) error {
		if a.Cancelled.Raw == nil || probe.IsTerminal(probe.Page(a.Running)["status"]) {
			return verdict.NotObserved("no task was cancelled while it went on")
		}
		if failure := a.Cancelled.Failure(); failure != nil {
			goesOn := probe.Text(probe.Page(a.Later)["status"]) == "working"
			if failure.Code == "-32602" && !a.Cancelled.IsUnknownMethod() && !goesOn {
				return verdict.NotObserved("the task had ended before it was cancelled, as the server says")
			}
			return unless(false, a.Cancelled, "a task that goes on is not cancelled")
		}
		if probe.Text(probe.Page(a.Cancelled)["status"]) != "cancelled" {
			return unless(false, a.Cancelled, "the task is not said to be cancelled")
		}
		if wrong, told := described(a, probe.Page(a.Cancelled)); wrong != "" {
			return cmp.Or(told, unless(false, a.Cancelled, "of the task that was cancelled %s", wrong))
		}
		later := probe.Page(a.Later)
		if wrong, told := described(a, later); later != nil && wrong != "" {
			return cmp.Or(told, verdict.Because(foundCheck, "%s", wrong))
		}
		if err := unless(later == nil || probe.Text(later["status"]) == "cancelled", a.Later, "a task that was cancelled is not"); err != nil {
			return err
		}
		return unless(!revived(a), a.Settled, "a task that was cancelled, and was said to be, is so no more later")
	})
}

func taskKept(b *probe.Bench) error {
	return ofTask(b, func(a *probe.Augmented) error {
		if a.Ended.Raw == nil {
			return verdict.NotObserved("no task that had ended was cancelled")
		}
		return refusedWith("-32602", a.Ended, "a task that has ended is cancelled")
	})
}

func taskStays(b *probe.Bench) error {
	return ofTask(b, func(a *probe.Augmented) error {
		later := probe.Page(a.After)
		if later == nil {
			return verdict.NotObserved("no task has ended that could be asked for once more")
		}
		if wrong, told := described(a, later); told != nil {
			return told
		} else if wrong != "" {
			return verdict.Because(foundCheck, "%s", wrong)
		}
		before := probe.Text(probe.Page(a.Last)["status"])
		return unless(probe.Text(later["status"]) == before, a.After, "the task had ended as %q, and then its status is another", before)
	})
}

func taskNeeded(b *probe.Bench) error {
	a, err := augmented(b)
	if err != nil {
		return err
	}
	if a.Needs == "" {
		return verdict.NotTestable("no tool that may be called has the taskSupport required")
	}
	failure := a.Plain.Failure()
	if a.Plain.Raw == nil {
		b.Recall(a.Events)
		return fmt.Errorf("the tool %q needs a task, and a call without one is never answered", a.Needs)
	}
	if failure != nil && (failure.Code == "-32601" || failure.Code == "-32600") {
		return nil
	}
	b.Recall(a.Events)
	return refused(false, a.Plain, "the tool %q needs a task, and a call without one is not the error -32601", a.Needs)
}

func taskForbidden(b *probe.Bench) error {
	a, err := augmented(b)
	if err != nil {
		return err
	}
	if a.Forbids == "" {
		return verdict.NotTestable("every tool that may be called may be called as a task")
	}
	if a.Tasked.Failure() != nil {
		return nil
	}
	b.Recall(a.Events)
	return refused(false, a.Tasked, "the tool %q is not to be called as a task, and is called so", a.Forbids)
}
