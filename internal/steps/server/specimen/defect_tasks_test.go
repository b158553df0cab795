package specimen_test

import (
	"sync"
	"time"
)

// tasked is a server with tasks of 2025-11-25 that answers a request otherwise.
func tasked(method string, wrap func(c *call, next handler) (object, *fault)) func(*server) {
	return both(tasking("optional"), handle(method, wrap))
}

// changing changes the result of a request about tasks.
func changing(method string, change func(r object) object) func(*server) {
	return tasked(method, func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if f != nil || r == nil {
			return r, f
		}
		return change(r), nil
	})
}

// created changes what a call with a task is answered with.
func created(change func(task object) object) func(*server) {
	return changing("tools/call", func(r object) object {
		if task, ok := r["task"].(object); ok {
			return change(task)
		}
		return r
	})
}

// oneTaskID gives all tasks of a session the id of the first.
func oneTaskID(v *server) {
	tasking("optional")(v)
	next := v.methods["tools/call"]
	v.methods["tools/call"] = func(c *call) (object, *fault) {
		r, f := next(c)
		task, ok := r["task"].(object)
		if !ok {
			return r, f
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.slots["task"] == nil {
			c.slots["task"] = task["taskId"]
		}
		return object{"task": with(task, "taskId", c.slots["task"])}, nil
	}
}

// revived gives a task another status 300 ms after it was first seen to have ended with one.
func revived(from, status string) func(*server) {
	return func(v *server) {
		var mu sync.Mutex
		ended := map[any]time.Time{}
		changing("tasks/get", func(r object) object {
			mu.Lock()
			defer mu.Unlock()
			if r["status"] != from {
				return r
			}
			now := v.clk.Now()
			if ended[r["taskId"]].IsZero() {
				ended[r["taskId"]] = now
			}
			if now.Sub(ended[r["taskId"]]) < 300*time.Millisecond {
				return r
			}
			return with(r, "status", status)
		})(v)
	}
}

var taskDefects = []defect{
	{id: "TASK-01", name: "the task stands in the result itself", change: created(func(task object) object { return task })},
	{id: "TASK-01", name: "a task begins completed", change: created(func(task object) object { return object{"task": with(task, "status", "completed")} })},
	{id: "TASK-01", name: "a new task says nothing of when it was made", change: created(func(task object) object { return object{"task": with(task, "createdAt", nil)} })},
	{id: "TASK-01", name: "a call with a task is answered with its result", change: created(func(object) object { return text("Done") })},
	{id: "TASK-01", name: "all tasks have one id", change: oneTaskID},
	{id: "TASK-02", name: "tasks/get is unknown", also: []string{"LIFE-13"}, change: tasked("tasks/get", func(*call, handler) (object, *fault) { return nil, refuse(-32601, "Method not found") })},
	{id: "TASK-02", name: "what is said of a task has no ttl", change: changing("tasks/get", func(r object) object { return with(r, "ttl", nil) })},
	{id: "TASK-02", name: "what is said of a task is in a member", change: changing("tasks/get", func(r object) object { return object{"task": r} })},
	{id: "TASK-02", name: "the status of a task is running", change: changing("tasks/get", func(r object) object {
		if r["status"] == "working" {
			return with(r, "status", "running")
		}
		return r
	})},
	{id: "TASK-02", name: "times are seconds", change: changing("tasks/get", func(r object) object { return with(r, "lastUpdatedAt", 1764000000) })},
	{id: "TASK-03", name: "the result comes while the task goes on", change: tasked("tasks/result", func(c *call, _ handler) (object, *fault) {
		return with(text("Not yet"), "_meta", object{"io.modelcontextprotocol/related-task": object{"taskId": c.params["taskId"]}}), nil
	}), also: []string{"TASK-05"}},
	{id: "TASK-03", name: "the result names no task", change: changing("tasks/result", func(r object) object { return with(r, "_meta", nil) })},
	{id: "TASK-03", name: "the result is in a member", change: changing("tasks/result", func(r object) object { return object{"result": r, "_meta": r["_meta"]} })},
	{id: "TASK-04", name: "a task that has ended is cancelled", change: tasked("tasks/cancel", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if f != nil && f.message == "The task has ended" {
			return c.methods["tasks/get"](c)
		}
		return r, f
	})},
	{id: "TASK-04", name: "a cancellation is only acknowledged", change: changing("tasks/cancel", func(object) object { return object{} })},
	{id: "TASK-04", name: "to cancel a task is an internal error", change: tasked("tasks/cancel", func(*call, handler) (object, *fault) { return nil, refuse(-32603, "Internal error") })},
	{id: "TASK-04", name: "nothing is cancelled", change: tasked("tasks/cancel", func(c *call, next handler) (object, *fault) {
		r, f := c.methods["tasks/get"](c)
		if f == nil && r["status"] != "working" {
			return next(c)
		}
		return r, f
	})},
	{id: "TASK-04", name: "a task that has ended goes on a little later", change: revived("completed", "working")},
	{id: "TASK-04", name: "a task that has completed fails a little later", change: revived("completed", "failed")},
	{id: "TASK-05", name: "an unknown task is an internal error", change: tasked("tasks/get", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if f != nil {
			f = refuse(-32603, "Internal error")
		}
		return r, f
	})},
	{id: "TASK-05", name: "the result of an unknown task is empty", change: tasked("tasks/result", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if f != nil && f.code == -32602 {
			return object{"content": list{}}, nil
		}
		return r, f
	})},
	{id: "TASK-05", name: "an unknown task is cancelled", change: tasked("tasks/cancel", func(c *call, next handler) (object, *fault) {
		if c.params["taskId"] == "mcpsim-no-such-task" {
			return object{}, nil
		}
		return next(c)
	})},
	{id: "TASK-06", name: "a tool that needs a task says so in its result", change: both(tasking("required"), runs("job", func(*call, handler) (object, *fault) { return wrong("job needs a task"), nil }))},
	{id: "TASK-07", name: "no task is listed", change: changing("tasks/list", func(object) object { return object{"tasks": list{}} })},
	{id: "TASK-07", name: "listed tasks have no ttl", change: changing("tasks/list", func(r object) object {
		for i, one := range r["tasks"].(list) {
			r["tasks"].(list)[i] = with(one.(object), "ttl", nil)
		}
		return r
	})},
	{id: "TASK-07", name: "the list of tasks is an object", change: changing("tasks/list", func(object) object { return object{"tasks": object{}} })},
}
