package modern_test

import (
	"fmt"
	"strings"
	"time"
)

// taskDefects are wrong in one thing about tasks.
var taskDefects = []defect{
	broken("M-TASK-01", "tasks are made for every client", func(k *tasking) { k.declared = always }, "M-TASK-08"),
	broken("M-TASK-01", "who has declared the extension once is remembered", func(k *tasking) {
		known := false
		k.declared = func(c *call) bool { known = known || declaresTasks(c); return known }
	}, "M-TASK-08"),
	broken("M-TASK-01", "any extension will do", func(k *tasking) {
		k.declared = func(c *call) bool { return len(c.client()) > 0 }
	}),
	{id: "M-TASK-02", name: "clients without the extension are refused with another code", change: both(requiredTasks, coded(-32021, -32600)), also: []string{"M-TASK-08"}},
	{id: "M-TASK-02", name: "the extension is not named", over: "stdio", change: both(requiredTasks, errors(func(_ *call, _, e object) { delete(e, "data") })), also: []string{"M-TASK-08", "M-BASE-24"}},
	{id: "M-TASK-02", name: "another extension is named", over: "stdio", change: both(requiredTasks, errors(func(c *call, _, e object) {
		if c.method == "tools/call" && e["code"] == -32021 {
			e["data"] = object{"requiredCapabilities": object{"extensions": object{"tasks": object{}}}}
		}
	}))},
	{id: "M-TASK-03", name: "tasks/get is of the type task", change: both(plainTasks, results(func(_ *call, r object) { r["resultType"] = "task" }, "tasks/get"))},
	{id: "M-TASK-03", name: "tasks/update is of the type task", over: "stdio", change: both(plainTasks, results(func(_ *call, r object) { r["resultType"] = "task" }, "tasks/update"))},
	broken("M-TASK-03", "a task is of the type complete", func(k *tasking) { k.created = func(out object) { out["resultType"] = "complete" } }),
	broken("M-TASK-04", "a task is found a moment later", func(k *tasking) { k.lateness = 30 * time.Millisecond }),
	broken("M-TASK-04", "a task is a member of its result, as in 2025-11-25", func(k *tasking) {
		k.created = func(out object) {
			task := object{}
			for name, value := range out {
				if name != "resultType" && name != "_meta" {
					task[name] = value
					delete(out, name)
				}
			}
			out["task"] = task
		}
	}),
	{id: "M-BASE-16", name: "no result has a resultType, of a server with tasks", over: "http", change: both(plainTasks, results(func(_ *call, r object) { delete(r, "resultType") }))},
	{id: "M-BASE-17", name: "every result is completed, of a server with tasks", over: "http", change: both(plainTasks, results(func(_ *call, r object) { r["resultType"] = "completed" }))},
	{id: "M-TASK-04", name: "a task is found on its own connection alone", over: "http", change: each(ownTasks)},
	broken("M-TASK-05", "a task is done", said("completed", func(out object) { out["status"] = "done" })),
	broken("M-TASK-05", "the result is missing", said("completed", func(out object) { delete(out, "result") })),
	broken("M-TASK-05", "the questions are missing", said("input_required", func(out object) { delete(out, "inputRequests") })),
	broken("M-TASK-05", "the error is missing", said("failed", func(out object) { delete(out, "error") }), "M-TASK-06"),
	broken("M-TASK-05", "the questions are a list", said("input_required", func(out object) { out["inputRequests"] = list{} })),
	broken("M-TASK-05", "another task is told of", said("completed", func(out object) { out["taskId"] = "other" })),
	broken("M-TASK-06", "a task fails with a result", said("failed", func(out object) { out["result"] = object{"content": text("no"), "isError": true} })),
	broken("M-TASK-06", "a task fails with the result of a tool", said("failed", func(out object) { out["error"] = object{"content": text("no"), "isError": true} })),
	broken("M-TASK-07", "unknown tasks are not there", func(k *tasking) { k.unknown = func(*call) *fault { return refuse(-32601, "Not found") } }),
	broken("M-TASK-07", "unknown tasks are resources", func(k *tasking) { k.unknown = func(*call) *fault { return refuse(-32001, "Not found") } }),
	broken("M-TASK-07", "unknown tasks are acknowledged", func(k *tasking) { k.unknown = func(*call) *fault { return nil } }),
	broken("M-TASK-07", "unknown tasks are cancelled", func(k *tasking) {
		k.unknown = func(c *call) *fault {
			if c.method == "tasks/cancel" {
				return nil
			}
			return refuse(-32602, "Task not found")
		}
	}),
	{id: "M-TASK-08", name: "tasks/get is for everyone", change: both(offersTasks(func(k *tasking) {
		k.declared = func(c *call) bool { return c.method == "tasks/get" || declaresTasks(c) }
	}))},
	{id: "M-TASK-08", name: "everyone may listen to tasks", over: "stdio", change: both(offersTasks(func(k *tasking) {
		k.declared = func(c *call) bool { return c.method == "subscriptions/listen" || declaresTasks(c) }
	}))},
	broken("M-TASK-09", "the second question has the key of the first", func(k *tasking) { k.keys = [2]string{"q", "q"} }),
	broken("M-TASK-10", "a cancellation is answered with the task", func(k *tasking) {
		k.ack = func(m string) object {
			if m == "tasks/cancel" {
				return object{"status": "cancelled"}
			}
			return nil
		}
	}),
	broken("M-TASK-10", "an answer is answered with the task", func(k *tasking) {
		k.ack = func(m string) object {
			if m == "tasks/update" {
				return object{"status": "working"}
			}
			return nil
		}
	}),
	broken("M-TASK-11", "unknown keys are refused", func(k *tasking) {
		k.update = func(t *task, key string) *fault {
			if !strings.HasPrefix(key, "q") {
				return refuse(-32602, "Unknown key")
			}
			return nil
		}
	}),
	{id: "M-TASK-12", name: "a task is cancelled that had ended", change: each(func() func(*server) { return afterwards("tasks/cancel", "cancelled") })},
	{id: "M-TASK-12", name: "an answer wakes a task that had ended", over: "stdio", change: each(func() func(*server) { return afterwards("tasks/update", "working") })},
	broken("M-TASK-13", "tasks are numbered", func(k *tasking) { k.name = func(n int) string { return fmt.Sprintf("task-%d", n) } }),
	broken("M-TASK-13", "tasks are numbered at length", func(k *tasking) { k.name = func(n int) string { return fmt.Sprintf("%032d", n) } }),
	broken("M-TASK-13", "a number stands in a constant id", func(k *tasking) {
		k.name = func(n int) string { return fmt.Sprintf("786512e2-9e0d-44bd-%04d-789f320fe840", n) }
	}),
	{id: "M-TASK-15", name: "progress comes to those who listen", over: "http", also: []string{"M-PROG-01"}, change: offersTasks(func(k *tasking) {
		tell := k.told
		k.told = func(c *call, said object) {
			c.notify("notifications/progress", object{"progressToken": "t", "progress": 1})
			tell(c, said)
		}
	})},
	broken("M-TASK-15", "log messages come to those who listen", func(k *tasking) {
		tell := k.told
		k.told = func(c *call, said object) {
			c.notify("notifications/message", object{"level": "info", "data": "x", "_meta": said["_meta"]})
			tell(c, said)
		}
	}, "M-LOG-04"),
	broken("M-TASK-16", "those who listen are told the status alone", func(k *tasking) {
		tell := k.told
		k.told = func(c *call, said object) {
			tell(c, object{"taskId": said["taskId"], "status": said["status"], "_meta": said["_meta"]})
		}
	}),
	broken("M-SUB-02", "those who listen are told of another task", func(k *tasking) {
		tell := k.told
		k.told = func(c *call, said object) { said["taskId"] = "other"; tell(c, said) }
	}, "M-TASK-16"),
	broken("M-TASK-18", "times are numbers", every(func(out object) { out["createdAt"] = 1753 })),
	broken("M-TASK-18", "times are those of HTTP", every(func(out object) { out["lastUpdatedAt"] = "Wed, 21 Oct 2015 07:28:00 GMT" })),
	broken("M-TASK-18", "the time to live is text", every(func(out object) { out["ttlMs"] = "60000" })),
	broken("M-TASK-18", "there is no time to live", every(func(out object) { delete(out, "ttlMs") })),
	broken("M-TASK-18", "the interval has a fraction", every(func(out object) { out["pollIntervalMs"] = 50.5 })),
	{id: "M-TASK-14", name: "tasks are for everyone", over: "http", change: both(plainTasks, guarded(func(g *guard) { g.unguarded = `"tasks/` }))},
	{id: "M-HM-46", name: "tasks are those of one instance", over: "http", change: plainTasks},
	{id: "M-HM-46", name: "each instance has a key of its own", over: "http", change: func(v *server) { v.key = fmt.Append(nil, v.instance) }},
	{id: "M-HM-46", name: "each instance has tools of its own", over: "http", change: func(v *server) { v.tools = v.tools[v.instance:] }},
	{id: "M-HM-46", name: "cursors are those of one instance", over: "http", change: handle("tools/list", func(c *call, next handler) (object, *fault) {
		if c.params["cursor"] != nil && c.instance > 0 {
			return nil, refuse(-32602, "Invalid cursor")
		}
		return next(c)
	})},
	{id: "M-TASK-30", name: "tasks are listed", over: "stdio", also: []string{"M-DISC-11"}, change: both(plainTasks, answeredToo("tasks/list"))},
	{id: "M-TASK-30", name: "results of tasks are fetched", over: "stdio", change: both(plainTasks, answeredToo("tasks/result"))},
}

// broken is a defect of a server with tasks, over stdio: tasks do not know the transport.
func broken(id, name string, change func(k *tasking), also ...string) defect {
	return defect{id: id, name: name, over: "stdio", change: offersTasks(func(k *tasking) { change(k) }), also: also}
}

// plainTasks is a server that is right about tasks.
var plainTasks = offersTasks(func(*tasking) {})

// requiredTasks refuses clients that do not know tasks.
var requiredTasks = offersTasks(func(k *tasking) { k.required = true })

// said changes what is said of a task with a status.
func said(status string, change func(out object)) func(k *tasking) {
	return every(func(out object) {
		if out["status"] == status {
			change(out)
		}
	})
}

// every changes all that is said of tasks.
func every(change func(out object)) func(k *tasking) {
	return func(k *tasking) { k.said = func(_ *task, out object) object { change(out); return out } }
}

// ownTasks keeps tasks by their connection.
func ownTasks() func(*server) {
	owner := map[string]*int{}
	return both(plainTasks, results(func(c *call, r object) {
		if id, ok := r["taskId"].(string); ok && r["resultType"] == "task" {
			c.mu.Lock()
			owner[id] = c.conn
			c.mu.Unlock()
		}
	}, "tools/call"), handle("tasks/get", func(c *call, next handler) (object, *fault) {
		id, _ := c.params["taskId"].(string)
		c.mu.Lock()
		own := owner[id] == c.conn
		c.mu.Unlock()
		if !own {
			return nil, refuse(-32602, "Task not found")
		}
		return next(c)
	}))
}

// afterwards gives tasks another status once a request about them was served.
func afterwards(method, status string) func(*server) {
	turned := map[string]bool{}
	return both(plainTasks, handle(method, func(c *call, next handler) (object, *fault) {
		id, _ := c.params["taskId"].(string)
		out, f := next(c)
		if _, unasked := asObject(c.params["inputResponses"])["mcpsim-nobody-asked"]; unasked || method == "tasks/cancel" {
			c.mu.Lock()
			turned[id] = true
			c.mu.Unlock()
		}
		return out, f
	}), results(func(c *call, r object) {
		c.mu.Lock()
		defer c.mu.Unlock()
		if id, _ := r["taskId"].(string); turned[id] {
			r["status"] = status
			delete(r, "result")
		}
	}, "tasks/get"))
}
