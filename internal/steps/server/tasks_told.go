package server

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func (t *tasked) listen(c *check) error {
	l, err := c.bench.ListenToTask(t.model)
	if err != nil {
		return err
	}
	c.bench.Recall(l.Events)
	t.id, t.told, t.ways = l.Task.ID, l.Told, l.Task
	return l.None
}

func (t *tasked) toldRightly() error {
	var told []probe.Frame
	for _, f := range t.told {
		if f.Method() == tellingOfTask {
			told = append(told, f)
		}
	}
	return each(told, "the server tells nothing of the task", func(f probe.Frame) error {
		var said map[string]json.RawMessage
		_ = jsonparts.Unmarshal(f.Members["params"], &said)
		switch probe.Text(said["taskId"]) {
		case t.id:
		case "":
			return unless(false, f, "it does not say of which task")
		default:
			return nil // which nobody has asked for: M-SUB-02 is about that
		}
		wrong := whatStatusNeeds(said)
		if end := probe.Page(t.ways.Gets[len(t.ways.Gets)-1]); wrong == "" && probe.Text(said["status"]) == "completed" && canonical(end["result"]) != canonical(said["result"]) {
			wrong = "its result is another than that of tasks/get, " + probe.Quote(end["result"])
		}
		if wrong != "" && whatStatusNeeds(probe.Page(t.ways.Gets[len(t.ways.Gets)-1])) == wrong {
			return verdict.Because("M-TASK-05", "%s, as tasks/get says, too", wrong)
		}
		return unless(wrong == "", f, "%s", wrong)
	})
}

func (t *tasked) nothingElse(b *probe.Bench) error {
	for _, f := range t.told {
		switch {
		case !f.IsNotification() && !f.IsRequest(), probe.IsAcknowledgement(f), f.Method() == tellingOfTask, f.Method() == "notifications/cancelled":
		case slices.Contains(ofOtherChanges, f.Method()): // which nobody has asked for: M-SUB-02 is about that
		case f.Method() == "notifications/progress" && b.Found(probe.ProgressOwn):
			return verdict.Because("M-PROG-01", "progress comes on the stream of a subscription")
		case f.Method() == "notifications/message" && b.Found(probe.LogWanted):
			return verdict.Because("M-LOG-04", "log messages come on the stream of a subscription")
		default:
			return unless(false, f, "%s comes on the stream of a subscription", f.Method())
		}
	}
	return nil
}

// keysTold compares the questions that are told of with those that tasks/get names.
func (t *tasked) keysTold() error {
	var all []map[string]json.RawMessage
	for _, f := range t.told {
		if f.Method() == tellingOfTask && probe.Text(f.Param("taskId")) == t.id {
			var asked map[string]json.RawMessage
			_ = jsonparts.Unmarshal(f.Param("inputRequests"), &asked)
			all = append(all, asked)
		}
	}
	for _, f := range t.ways.Gets {
		all = append(all, probe.Questions(f))
	}
	key, some := keyTwice(all)
	if key != "" {
		return fmt.Errorf("the key %q is that of two questions", key)
	}
	return verdict.NotObservedIf(!some, "the task asks for nothing")
}

const tellingOfTask = "notifications/tasks"

// ofOtherChanges are what subscriptions may ask for, tasks apart.
var ofOtherChanges = []string{
	"notifications/tools/list_changed", "notifications/prompts/list_changed", "notifications/resources/list_changed", "notifications/resources/updated",
}
