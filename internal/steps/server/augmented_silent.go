package server

import (
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/reports"
)

// silentTasks are the checks that tell which request about a task is never answered.
var silentTasks = map[string]string{"tools/call": createdCheck, "tasks/get": foundCheck, "tasks/list": "TASK-07", "tasks/cancel": "TASK-04"}

// unlessSilent is err, or that a request is never answered where that leaves nothing to judge.
func unlessSilent(a *probe.Augmented, err error) error {
	decided := err != nil && verdict.Of(err) != reports.NotObserved
	if a.Unanswered == "" || decided && a.Unanswered != "tasks/list" || verdict.See(err) != "" {
		return err
	}
	return verdict.Because(silentTasks[a.Unanswered], "%s of a task is never answered", a.Unanswered)
}
