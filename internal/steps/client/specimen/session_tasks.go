package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// usesTasks reports whether the client asks for tasks in a session; few do.
func (c *miniClient) usesTasks() bool {
	return c.is("ok.tasks") || strings.HasPrefix(c.mutant, "CLI-150") || strings.HasPrefix(c.mutant, "CLI-151")
}

// sessionTask is what a server with a handshake says of a task.
type sessionTask struct {
	TaskID       string
	Status       string
	PollInterval int
}

func (t sessionTask) over() bool {
	return t.Status == "completed" || t.Status == "failed" || t.Status == "cancelled"
}

// mayAugment reports whether the call of a tool may become a task.
func (c *miniClient) mayAugment(name string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	var tasks struct {
		Requests struct {
			Tools struct{ Call json.RawMessage }
		}
	}
	_ = json.Unmarshal(c.declared["tasks"], &tasks)
	support := c.support[name]
	return (tasks.Requests.Tools.Call != nil || c.is("CLI-150")) && (support == "optional" || support == "required" || c.is("CLI-150.tool"))
}

// augmented are the params of a call that may become a task.
func (c *miniClient) augmented(params string) string {
	var p struct{ Name string }
	_ = json.Unmarshal([]byte(params), &p)
	if c.modern.Load() || !c.usesTasks() || !c.mayAugment(p.Name) {
		return params
	}
	return strings.TrimSuffix(params, "}") + `,"task":{"ttl":60000}}`
}

// followed is the result of a call in a session, of one that became a task when that has ended.
func (c *miniClient) followed(result json.RawMessage, timeout time.Duration) error {
	var created struct{ Task sessionTask }
	_ = json.Unmarshal(result, &created)
	if !c.usesTasks() || created.Task.TaskID == "" {
		return nil
	}
	now, first := created.Task, created.Task.PollInterval
	params := fmt.Sprintf(`{"taskId":%q}`, now.TaskID)
	if c.is("CLI-151.name") {
		params = strings.ToLower(params)
		params = strings.Replace(params, "taskid", "taskId", 1)
	}
	for polls := 0; !now.over() && polls < 20; polls++ {
		pause := time.Duration(now.PollInterval) * time.Millisecond
		switch {
		case c.is("CLI-151.left") && polls == 2:
			return nil
		case c.is("CLI-151"):
			pause = 50 * time.Millisecond
		case c.is("CLI-151.first"):
			pause = time.Duration(first) * time.Millisecond
		}
		_ = clock.Sleep(context.Background(), clock.Real(), pause)
		next, err := c.request("tasks/get", params, timeout)
		if err != nil {
			return err
		}
		now = sessionTask{}
		_ = json.Unmarshal(next, &now)
	}
	_, err := c.request("tasks/result", params, timeout)
	return err
}

// rememberSupport keeps what tools say of tasks.
func (c *miniClient) rememberSupport(tools []map[string]any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.support = map[string]string{}
	for _, tool := range tools {
		name, _ := tool["name"].(string)
		execution, _ := tool["execution"].(map[string]any)
		c.support[name], _ = execution["taskSupport"].(string)
	}
}
