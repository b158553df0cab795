package modern_test

import (
	"fmt"
	"time"
)

// unable lets requests pass whose client has not declared tasks.
func unable(method string) func(k *tasking) {
	return func(k *tasking) {
		k.declared = func(c *call) bool { return c.method == method || declaresTasks(c) }
	}
}

var moreTaskDefects = []defect{
	broken("M-TASK-01", "one of two tools makes tasks for everyone", func(k *tasking) {
		k.declared = func(c *call) bool { return c.params["name"] == "work" || declaresTasks(c) }
	}, "M-BASE-17"),
	{id: "M-TASK-02", name: "clients without the extension are told in a result", over: "stdio", change: both(requiredTasks, handle("tools/call", func(c *call, next handler) (object, *fault) {
		out, f := next(c)
		if f != nil && f.code == -32021 && (c.params["name"] == "work" || c.params["name"] == "fail") {
			return nil, refuse(-32603, "tasks are wanted")
		}
		return out, f
	}))},
	{id: "M-TASK-03", name: "tasks/cancel is of the type task", also: []string{"M-TASK-10", "M-BASE-17"}, over: "stdio", change: both(plainTasks, results(func(_ *call, r object) { r["resultType"] = "task" }, "tasks/cancel"))},
	{id: "M-TASK-03", name: "a task that is complete has the type of its status", over: "stdio", change: both(plainTasks, results(func(_ *call, r object) {
		if r["status"] == "completed" {
			r["resultType"] = "completed"
		}
	}, "tasks/get")), also: []string{"M-BASE-17"}},
	broken("M-TASK-04", "a task is named taskID", func(k *tasking) {
		k.created = func(out object) { out["taskID"] = out["taskId"]; delete(out, "taskId") }
	}),
	broken("M-TASK-04", "the answer names another task", func(k *tasking) {
		k.created = func(out object) { out["taskId"] = fmt.Sprint(out["taskId"], "x") }
	}, "M-TASK-10"),
	broken("M-TASK-06", "a task fails with a text", said("failed", func(out object) { out["error"] = "it broke" }), "M-TASK-05"),
	broken("M-TASK-06", "the error of a task has no code", said("failed", func(out object) { out["error"] = object{"message": "it broke"} })),
	broken("M-TASK-06", "the code of a task is a text", said("failed", func(out object) { out["error"] = object{"code": "EFAIL", "message": "it broke"} })),
	broken("M-TASK-07", "unknown tasks are an internal error", func(k *tasking) { k.unknown = func(*call) *fault { return refuse(-32603, "undefined") } }),
	broken("M-TASK-08", "tasks/cancel is for everyone", unable("tasks/cancel")),
	broken("M-TASK-08", "tasks/update is for everyone", unable("tasks/update")),
	{id: "M-TASK-08", name: "who cannot do tasks is told that there is none", over: "stdio", change: both(plainTasks, metaJudge(func(c *call, next func(*call) *fault) *fault {
		f := next(c)
		if f == nil && mirroredNames[c.method] == "taskId" && !declaresTasks(c) {
			return refuse(-32602, "Task not found")
		}
		return f
	}))},
	broken("M-TASK-09", "a question that was answered is asked again under its key", func(k *tasking) { k.keys = [2]string{"input", "input"} }),
	broken("M-TASK-10", "an acknowledgement has the word ok", func(k *tasking) { k.ack = func(string) object { return object{"ok": true} } }),
	broken("M-TASK-10", "a cancellation is answered with the whole task", func(k *tasking) {
		k.ack = func(m string) object {
			if m == "tasks/cancel" {
				return object{"taskId": "x", "status": "cancelled", "createdAt": "2026-01-01T00:00:00Z"}
			}
			return nil
		}
	}),
	broken("M-TASK-10", "an acknowledgement has content", func(k *tasking) { k.ack = func(string) object { return object{"content": list{}} } }),
	broken("M-TASK-11", "unknown keys are an internal error", func(k *tasking) {
		k.update = func(t *task, key string) *fault {
			if t.asked[key] == nil {
				return refuse(-32603, "KeyError")
			}
			return nil
		}
	}),
	broken("M-TASK-11", "an answer before the question is refused", func(k *tasking) {
		k.update = func(t *task, _ string) *fault {
			if t.status == "working" {
				return refuse(-32600, "the task does not wait")
			}
			return nil
		}
	}),
	broken("M-TASK-11", "an unknown key is told of", func(k *tasking) {
		k.ack = func(m string) object {
			if m == "tasks/update" {
				return object{"ignored": list{"mcpsim"}}
			}
			return nil
		}
	}, "M-TASK-10"),
	broken("M-TASK-13", "ids of tasks are their moments", func(k *tasking) { k.name = func(n int) string { return fmt.Sprintf("%016d", 1753000000000+n*7) } }),
	broken("M-TASK-13", "ids of tasks are numbers in hexadecimal", func(k *tasking) { k.name = func(n int) string { return fmt.Sprintf("%08x", 4096+n) } }),
	broken("M-TASK-13", "ids of tasks have four digits", func(k *tasking) { k.name = func(n int) string { return fmt.Sprint(1000 + n*n*7919%9000) } }),
	broken("M-TASK-15", "a ping comes to those who listen", func(k *tasking) {
		tell := k.told
		k.told = func(c *call, said object) {
			c.notify("notifications/tools/list_changed", object{"_meta": said["_meta"]})
			tell(c, said)
		}
	}, "M-SUB-02"),
	broken("M-TASK-16", "those who listen are told no result", func(k *tasking) {
		tell := k.told
		k.told = func(c *call, said object) { tell(c, with(said, object{"result": nil})) }
	}),
	broken("M-TASK-16", "those who listen are told no questions", func(k *tasking) {
		tell := k.told
		k.told = func(c *call, said object) { tell(c, with(said, object{"inputRequests": nil})) }
	}),
	{id: "M-TASK-30", name: "tasks/result waits for its task", over: "stdio", change: both(plainTasks, func(v *server) {
		v.methods["tasks/result"] = func(c *call) (object, *fault) { c.wait(time.Second); return nil, refuse(-32602, "Task not found") }
	})},
	{id: "M-HM-46", name: "prompts are those of one instance", over: "http", change: func(v *server) { v.prompts = v.prompts[v.instance:] }},
}
