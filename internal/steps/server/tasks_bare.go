package server

import (
	"encoding/json"
	"slices"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// onlyTasks are the capabilities of a client that can answer no question of a task.
const onlyTasks = `{"extensions":{"` + probe.TasksExtension + `":{}}}`

// makeBare makes a task that asks its client for something, as a client that cannot be asked. The
// server may refuse that, do without, or let the task fail.
func (t *tasked) makeBare(c *check, all *probe.Tasks) error {
	if err := all.NoneIs(); err != nil {
		return err
	}
	asks := func(one *probe.Task) bool {
		return slices.ContainsFunc(one.Gets, func(f probe.Frame) bool { return len(probe.Questions(f)) > 0 })
	}
	i := slices.IndexFunc(all.All, asks)
	if i < 0 {
		return verdict.NotTestable("no task asks for anything")
	}
	c.conn.Capabilities = onlyTasks
	t.ways = c.conn.CallTask(all.All[i].Tool, all.All[i].Params)
	if t.ways == nil {
		return verdict.NotObserved("the tool %q makes no task for such a client", all.All[i].Tool)
	}
	return c.conn.Follow(t.ways, min(probe.TrialTime, c.conn.Patience()))
}

func (t *tasked) askedNothing() error {
	if t.ways == nil {
		return nil
	}
	var client map[string]json.RawMessage
	_ = jsonparts.Unmarshal([]byte(onlyTasks), &client) // it is JSON
	for _, f := range t.ways.Gets {
		for _, q := range probe.Questions(f) {
			if part := probe.Undeclared(client, q); part != "" {
				return unless(false, f, "the task asks for %s, which needs %s", probe.QuestionMethod(q), part)
			}
		}
	}
	return nil
}
