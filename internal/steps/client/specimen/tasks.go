package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// lostPollsAtMost is how many questions about a task may be lost in a row.
const lostPollsAtMost = 3

// taskState is what a server says of a task.
type taskState struct {
	ResultType    string
	TaskID        string
	Status        string
	Result        json.RawMessage // of one that is completed
	PollInterval  int             `json:"pollIntervalMs"`
	InputRequests map[string]struct {
		Method string
		Params json.RawMessage
	}
}

// follow asks for a task until it has ended, or its time is over, and returns the
// result of a task that is completed.
func (c *miniClient) follow(result json.RawMessage, timeout time.Duration) (json.RawMessage, error) {
	ctx, cancel := clock.WithTimeout(context.Background(), clock.Real(), timeout)
	defer cancel()
	now := taskState{}
	_ = json.Unmarshal(result, &now)
	about := message{}
	about.set("taskId", fmt.Sprintf("%q", now.TaskID))
	params, _ := json.Marshal(about)
	answered := map[string]bool{}
	for polls, lost := 0, 0; ; polls++ {
		switch {
		case slices.Contains([]string{"completed", "failed", "cancelled"}, now.Status) && !(now.Status == "cancelled" && c.is("M-TASK-22.on")), c.is("M-TASK-22") && polls == 4:
			return c.ended(now)
		case now.Status == "input_required":
			if err := c.answerTask(about, now, answered); err != nil {
				return nil, err
			}
		}
		if clock.Sleep(ctx, clock.Real(), c.pollAfter(now)) != nil {
			return nil, c.endTask(string(params))
		}
		next, err := c.request("tasks/get", string(params), timeout)
		if err != nil {
			if lost++; lost > lostPollsAtMost || c.is("M-TASK-29") {
				return nil, err
			}
			continue
		}
		lost, now = 0, taskState{}
		_ = json.Unmarshal(next, &now)
	}
}

// ended is what becomes of a call whose task has ended.
func (c *miniClient) ended(now taskState) (json.RawMessage, error) {
	switch {
	case c.is("M-TASK-19.result"):
		return json.RawMessage(`{"content":[{"type":"text","text":"task"}]}`), nil
	case now.Status == "failed" && !c.is("M-CLI-136", "M-CLI-136.failed"), now.Status == "cancelled" && !c.is("M-CLI-136", "M-CLI-136.cancelled"):
		return nil, fmt.Errorf("the task is %s", now.Status)
	}
	return now.Result, nil
}

// pollAfter is how long to wait for the next question about a task.
func (c *miniClient) pollAfter(now taskState) time.Duration {
	if now.PollInterval == 0 || c.is("M-TASK-21") || c.is("M-TASK-21.answered") && now.Status == "input_required" {
		return 100 * time.Millisecond
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pause == 0 || !c.is("M-TASK-21.first") {
		c.pause = time.Duration(now.PollInterval) * time.Millisecond
	}
	return c.pause
}

// answerTask answers those questions of a task that were not answered yet.
func (c *miniClient) answerTask(about message, now taskState, answered map[string]bool) error {
	answers := message{}
	for key, question := range now.InputRequests {
		if answered[key] && !c.is("M-TASK-24") {
			continue
		}
		answer, err := c.answerRound(question.Method, question.Params)
		if err != nil {
			return err
		}
		answers.set(key, answer)
		answered[key] = true
	}
	if len(answers) == 0 {
		return nil
	}
	params := maps.Clone(about)
	raw, _ := json.Marshal(answers)
	params.set("inputResponses", string(raw))
	text, _ := json.Marshal(params)
	_, err := c.request("tasks/update", string(text), time.Second)
	return err
}

// endTask ends a task that took too long.
func (c *miniClient) endTask(params string) error {
	switch {
	case c.is("M-TASK-22.given"):
	case c.is("M-TASK-26"):
		c.notify("notifications/cancelled", fmt.Sprintf(`{"requestId":%d}`, c.taskCall))
	default:
		_, _ = c.request("tasks/cancel", params, time.Second)
	}
	return fmt.Errorf("the task took too long")
}
