package server

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/probe/form"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// tasksCheck tells of tasks that cannot be asked for.
const tasksCheck = "M-TASK-04"

// named is the error of a step of any other check about a task that has no id.
func named(t *probe.Task) error {
	if t.ID == "" {
		return verdict.Because(tasksCheck, "the task of %q has no taskId", t.Tool)
	}
	return nil
}

// followed visits all tasks.
func followed(all *probe.Tasks, judge func(*probe.Task) error) error {
	if err := all.NoneIs(); err != nil {
		return err
	}
	for _, t := range all.All {
		if err := named(t); err != nil {
			return err
		}
		if err := judge(t); err != nil {
			return err
		}
	}
	return nil
}

func tasksTyped(all *probe.Tasks) error {
	return followed(all, func(t *probe.Task) error {
		if kind := mistyped(t.Created, "task"); kind != "" {
			return unless(false, t.Created, "a task has the resultType %q", kind)
		}
		for _, f := range slices.Concat(t.Gets, t.Updates) {
			if kind := mistyped(f, "complete"); kind != "" {
				return unless(false, f, "an answer about a task has the resultType %q", kind)
			}
		}
		return nil
	})
}

// resultTypes are those of the protocol and of the extension.
var resultTypes = []string{"complete", "input_required", "task"}

// mistyped is the resultType of a result that should have another one; "" = it has that one.
// None, and one that there is not, are the business of M-BASE-16 and M-BASE-17.
func mistyped(answer probe.Frame, want string) string {
	kind := probe.Text(probe.Page(answer)["resultType"])
	if kind == want || !slices.Contains(resultTypes, kind) {
		return ""
	}
	return kind
}

func isComplete(answer probe.Frame) error {
	kind := mistyped(answer, "complete")
	return unless(kind == "", answer, "its resultType is %q", kind)
}

func tasksFound(all *probe.Tasks) error {
	if err := all.NoneIs(); err != nil {
		return err
	}
	for _, t := range all.All {
		if err := unless(t.ID != "", t.Created, "a task has no taskId"); err != nil {
			return err
		}
		if err := unless(t.Gets[0].Failure() == nil, t.Gets[0], "the task that %q has just made is not found", t.Tool); err != nil {
			return err
		}
	}
	return nil
}

func tasksFormed(all *probe.Tasks) error {
	return followed(all, func(t *probe.Task) error {
		for _, f := range t.Gets {
			if f.Failure() != nil {
				continue
			}
			wrong := whatStatusNeeds(probe.Page(f))
			if wrong != "" && probe.Text(probe.Page(f)["status"]) == "failed" {
				return verdict.Because("M-TASK-06", "%s", wrong)
			}
			if probe.Text(probe.Page(f)["taskId"]) != t.ID {
				wrong = "it is about another task"
			}
			if wrong != "" {
				return unless(false, f, "%s", wrong)
			}
		}
		return nil
	})
}

// whatStatusNeeds is what is wrong with what is said of a task; "" = nothing.
func whatStatusNeeds(said map[string]json.RawMessage) string {
	status := probe.Text(said["status"])
	var value map[string]json.RawMessage
	needs := map[string]string{"input_required": "inputRequests", "completed": "result", "failed": "error"}
	if raw := said["statusMessage"]; raw != nil && string(raw) != "null" && !jsonparts.IsText(raw) {
		return fmt.Sprintf("the statusMessage is %s", probe.Quote(raw))
	}
	for other, member := range needs {
		if raw := said[member]; raw != nil && string(raw) != "null" && (status == "working" || status == "cancelled" && other != "failed") {
			return fmt.Sprintf("a task that is %s has the %s %s", status, member, probe.Quote(raw))
		}
	}
	switch member, needed := needs[status]; {
	case needed && (jsonparts.Unmarshal(said[member], &value) != nil || value == nil):
		return fmt.Sprintf("a task that is %s has the %s %s", status, member, probe.OrNothing(string(said[member])))
	case status == "completed":
		if err := form.Result(true, "tools/call", said[member]); err != nil {
			return fmt.Sprintf("a task is completed with what is no result of a call: %s", err)
		}
	case !needed && status != "working" && status != "cancelled":
		return fmt.Sprintf("the status is %s", probe.OrNothing(string(said["status"])))
	}
	return ""
}

func tasksFailed(all *probe.Tasks) error {
	failed := 0
	err := followed(all, func(t *probe.Task) error {
		for _, f := range t.Gets {
			said := probe.Page(f)
			if probe.Text(said["status"]) != "failed" {
				continue
			}
			failed++
			var e struct {
				Code    *int
				Message *string
			}
			if jsonparts.Unmarshal(said["error"], &e) != nil || e.Code == nil || e.Message == nil || said["result"] != nil {
				return unless(false, f, "a task has failed without an error of JSON-RPC")
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return verdict.NotObservedIf(failed == 0, "no task has failed")
}

func taskKeys(all *probe.Tasks) error {
	asked := false
	err := followed(all, func(t *probe.Task) error {
		var questions []map[string]json.RawMessage
		for _, f := range slices.Concat([]probe.Frame{t.Created}, t.Gets) {
			if f.Failure() != nil {
				continue
			}
			questions = append(questions, probe.Questions(f))
			key, some := keyTwice(questions)
			if asked = asked || some; key == "" {
				key = keyAgain(questions)
			}
			if key != "" {
				return unless(false, f, "the key %q was that of another question", key)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return verdict.NotObservedIf(!asked, "no task asks for anything")
}

// tasksHear judges what tasks ask once it was answered.
func tasksHear(all *probe.Tasks) error {
	asked := false
	err := followed(all, func(t *probe.Task) error {
		asked = asked || len(t.Updates) > 0
		failed := slices.ContainsFunc(t.Updates, func(f probe.Frame) bool { return f.Failure() != nil })
		if t.Waits == "" || failed { // which other checks tell
			return nil
		}
		return unless(false, t.Gets[len(t.Gets)-1], "the task of %q waits for the answer to %q, which it was given twice", t.Tool, t.Waits)
	})
	if err != nil {
		return err
	}
	return verdict.NotObservedIf(!asked, "no task was answered anything")
}

// keyTwice is a key of two questions; "" = there is none. some reports whether anything is asked.
func keyTwice(all []map[string]json.RawMessage) (key string, some bool) {
	seen := map[string]string{}
	for _, questions := range all {
		for _, key := range slices.Sorted(maps.Keys(questions)) {
			said := canonical(questions[key])
			if before, again := seen[key]; again && before != said {
				return key, true
			}
			seen[key] = said
		}
	}
	return "", len(seen) > 0
}

// keyAgain is a key that is there once more after it was gone: what was asked under it is
// answered; "" = there is none.
func keyAgain(all []map[string]json.RawMessage) string {
	gone := map[string]bool{}
	for i, questions := range all {
		for key := range questions {
			if gone[key] {
				return key
			}
		}
		for key := range all[max(i-1, 0)] {
			if questions[key] == nil {
				gone[key] = true
			}
		}
	}
	return ""
}

func updatesEmpty(all *probe.Tasks, b *probe.Bench) error {
	var updates []probe.Frame
	if err := followed(all, func(t *probe.Task) error { updates = append(updates, t.Updates...); return nil }); err != nil {
		return err
	}
	return each(updates, "no task asks for anything", func(answer probe.Frame) error { return emptyResult(answer, b) })
}

func taskTimes(all *probe.Tasks) error {
	return followed(all, func(t *probe.Task) error {
		for _, f := range slices.Concat([]probe.Frame{t.Created}, t.Gets) {
			if f.Failure() != nil {
				continue
			}
			if wrong := unreadableTimes(probe.Page(f)); wrong != "" {
				return unless(false, f, "%s", wrong)
			}
		}
		return nil
	})
}

func unreadableTimes(said map[string]json.RawMessage) string {
	for _, name := range []string{"createdAt", "lastUpdatedAt"} {
		if _, err := time.Parse(time.RFC3339, strings.ToUpper(probe.Text(said[name]))); err != nil {
			return fmt.Sprintf("%s is %s", name, probe.OrNothing(string(said[name])))
		}
	}
	for _, name := range []string{"ttlMs", "pollIntervalMs"} {
		raw := said[name]
		var n int64
		if name == "ttlMs" && string(raw) == "null" || name == "pollIntervalMs" && raw == nil {
			continue
		}
		if raw == nil || jsonparts.Unmarshal(raw, &n) != nil || n < 0 || string(raw) == "null" {
			return fmt.Sprintf("%s is %s", name, probe.OrNothing(string(raw)))
		}
	}
	return ""
}
