package modern_test

import "fmt"

// toldAs changes what those are told who listen to a task.
func toldAs(change func(said object) object) func(k *tasking) {
	return func(k *tasking) {
		tell := k.told
		k.told = func(c *call, said object) { tell(c, change(said)) }
	}
}

// toldToo tells those who listen to a task of something else.
func toldToo(method string, params func(said object) object) func(k *tasking) {
	return func(k *tasking) {
		tell := k.told
		k.told = func(c *call, said object) {
			p := params(said)
			p["_meta"] = said["_meta"]
			c.notify(method, p)
			tell(c, said)
		}
	}
}

var waysOfTasks = []defect{
	{id: "M-TASK-01", name: "who has answered a question is answered with a task", over: "stdio", change: offersTasks(func(k *tasking) {
		k.declared = func(c *call) bool {
			return declaresTasks(c) || c.method == "tools/call" && c.params["inputResponses"] != nil
		}
		k.asksFirst = true
	})},
	broken("M-TASK-09", "a question changes under its key", func(k *tasking) {
		n := 0
		k.said = func(_ *task, out object) object {
			if q := asObject(asObject(out["inputRequests"])["q1"]); q != nil {
				n++
				out["inputRequests"] = object{"q1": with(q, object{"params": with(nameForm, object{"message": fmt.Sprint("Who are you? ", n)})})}
			}
			return out
		}
		k.lazily = true
	}),
	broken("M-TASK-09", "a task is made with a question under the key of another", func(k *tasking) {
		k.created = func(out object) {
			out["status"], out["inputRequests"] = "input_required", object{"q1": object{"method": "roots/list"}}
		}
	}),
	broken("M-TASK-09", "those who listen are told of a question under the key of another", func(k *tasking) {
		tell := k.told
		k.told = func(c *call, said object) {
			if said["inputRequests"] != nil {
				said = with(said, object{"inputRequests": object{"q1": object{"method": "roots/list"}}})
			}
			tell(c, said)
		}
	}, "M-TASK-16"),
	broken("M-TASK-09", "keys are the places of open questions", func(k *tasking) { k.places = true }),
	broken("M-TASK-11", "an answer that was not asked for ends the task", func(k *tasking) {
		k.update = func(t *task, key string) *fault {
			if t.asked[key] == nil {
				t.status = "failed"
			}
			return nil
		}
	}),
	{id: "M-TASK-12", name: "a result is given once", over: "stdio", also: []string{"M-TASK-05"}, change: whenAsked(func(seen int, out object) {
		if seen > 1 {
			delete(out, "result")
		}
	})},
	{id: "M-TASK-12", name: "a result is another each time", over: "http", change: whenAsked(func(seen int, out object) {
		out["result"] = object{"resultType": "complete", "content": text(fmt.Sprint("done ", seen))}
	})},
	{id: "M-TASK-12", name: "a task fails that is cancelled once it had ended", over: "stdio", change: each(func() func(*server) { return afterwards("tasks/cancel", "failed") })},
	broken("M-TASK-15", "the status is told by its name of 2025-11-25, too", toldToo("notifications/tasks/status", func(said object) object { return object{"taskId": said["taskId"], "status": said["status"]} })),
	broken("M-TASK-15", "progress is told of by a name of its own", toldToo("notifications/tasks/progress", func(said object) object { return object{"taskId": said["taskId"], "progress": 1} })),
	broken("M-TASK-16", "what is told is within a task", toldAs(func(said object) object {
		return object{"task": with(said, object{"_meta": nil}), "_meta": said["_meta"]}
	}), "M-SUB-02"),
	broken("M-TASK-16", "those who listen are told another result", toldAs(func(said object) object {
		if said["result"] != nil {
			return with(said, object{"result": object{"resultType": "complete", "content": text("soon")}})
		}
		return said
	})),
	{id: "M-TASK-30", name: "tasks/result is an invalid request", over: "stdio", change: both(plainTasks, recodedMethod("tasks/result", -32600))},
	{id: "M-TASK-30", name: "tasks/list has wrong params", over: "http", also: []string{"M-DISC-11"}, change: both(plainTasks, recodedMethod("tasks/list", -32602))},
}

// recodedMethod refuses a method that there is not with another code.
func recodedMethod(method string, code int) func(*server) {
	return errors(func(c *call, _, e object) {
		if c.method == method && e["code"] == -32601 {
			e["code"] = code
		}
	})
}

// whenAsked changes what tasks/get says of a task that is complete, by how often it was asked for.
func whenAsked(change func(seen int, out object)) func(*server) {
	return each(func() func(*server) {
		seen := map[string]int{}
		return both(plainTasks, results(func(c *call, r object) {
			if id := fmt.Sprint(r["taskId"]); r["status"] == "completed" {
				c.mu.Lock()
				seen[id]++
				n := seen[id]
				c.mu.Unlock()
				change(n, r)
			}
		}, "tasks/get"))
	})
}
