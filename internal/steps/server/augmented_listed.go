package server

import (
	"encoding/json"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func taskListed(b *probe.Bench) error {
	return ofTask(b, func(a *probe.Augmented) error { return listedOnce(a, a.Listed) })
}

// endedListed judges the list once the task had ended. What is wrong with the list before is the
// business of another example.
func endedListed(b *probe.Bench) error {
	return ofTask(b, func(a *probe.Augmented) error {
		if len(a.Relist) == 0 || probe.Page(a.After)["status"] == nil || listedOnce(a, a.Listed) != nil {
			return verdict.NotObserved("no task has ended that was listed, and is kept")
		}
		err := listedOnce(a, a.Relist)
		if err != nil {
			b.Recall(a.Events)
		}
		return err
	})
}

// listedOnce judges the pages of a list of tasks, which has the task.
func listedOnce(a *probe.Augmented, pages []probe.Frame) error {
	if len(pages) == 0 {
		return verdict.NotTestable("the server does not declare tasks.list")
	}
	times := 0
	for _, page := range pages {
		var list struct{ Tasks *[]map[string]json.RawMessage }
		if jsonparts.Unmarshal(page.Members["result"], &list) != nil || list.Tasks == nil {
			return unless(false, page, "tasks/list has no list of tasks")
		}
		for _, task := range *list.Tasks {
			wrong, told := described(a, task)
			if told != nil {
				return told
			}
			if wrong != "" {
				return unless(false, page, "of a task in the list %s", wrong)
			}
			if probe.Text(task["taskId"]) == a.ID {
				times++
			}
		}
	}
	if times > 0 {
		return unless(times == 1, pages[0], "the task that %q has made is in the list %d times", a.Tool, times)
	}
	return unless(false, pages[0], "the task that %q has made is not in the list", a.Tool)
}
