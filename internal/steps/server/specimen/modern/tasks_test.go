package modern_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"time"
)

const tasksExtension = "io.modelcontextprotocol/tasks"

// tasking is how a server makes tasks. What a defect changes is a field.
type tasking struct {
	all      map[string]*task
	name     func(n int) string
	declared func(c *call) bool // whether the request declares the extension
	required bool               // a client without it is refused
	fails    bool               // tasks of clients that cannot be asked
	asksAll  bool               // clients that cannot be asked, too
	said     func(t *task, out object) object
	created  func(out object)
	ack      func(method string) object
	unknown  func(c *call) *fault
	update   func(t *task, key string) *fault
	told     func(c *call, said object) // what those who listen are told
	lateness time.Duration              // until a task is found
	keys     [2]string                  // of its questions

	asksFirst bool // before a task is made
	places    bool // both questions are open at once, and their keys are places
	lazily    bool // answers count a moment later
}

// task is the work of one call.
type task struct {
	id, status  string
	asks, fails bool
	asked       object // questions that are open
	begun       time.Time
	touched     time.Time
	tells       func()
}

// offersTasks lets the server answer the tools work and fail with tasks.
func offersTasks(change func(k *tasking)) func(*server) {
	return func(v *server) {
		k := &tasking{all: map[string]*task{}, declared: declaresTasks, keys: [2]string{"q1", "q2"}}
		k.name = func(n int) string {
			sum := sha256.Sum256(fmt.Appendf(v.key, "task %d", n))
			return base64.RawURLEncoding.EncodeToString(sum[:16])
		}
		k.said = func(t *task, out object) object { return out }
		k.created = func(object) {}
		k.ack = func(string) object { return nil }
		k.unknown = func(*call) *fault { return refuse(-32602, "Task not found") }
		k.update = func(*task, string) *fault { return nil }
		k.told = func(c *call, said object) { c.notify("notifications/tasks", said) }
		change(k)
		v.declared["extensions"] = object{tasksExtension: object{}}
		for _, name := range []string{"work", "fail"} {
			v.tools = append(v.tools, tool{def: object{"name": name, "inputSchema": object{"type": "object", "properties": object{}}, "annotations": object{"readOnlyHint": true}}, run: func(c *call) (object, *fault) { return k.start(c, name) }})
		}
		v.methods["tasks/get"] = k.about(func(c *call, t *task) (object, *fault) { return c.result(k.state(t)), nil })
		v.methods["tasks/update"] = k.about(k.answered)
		v.methods["tasks/cancel"] = k.about(func(c *call, t *task) (object, *fault) {
			if t.status == "working" || t.status == "input_required" {
				t.turn(c, "cancelled")
			}
			return c.result(k.ack("tasks/cancel")), nil
		})
		k.listens(v)
	}
}

func declaresTasks(c *call) bool {
	extensions, _ := c.client()["extensions"].(object)
	return extensions[tasksExtension] != nil
}

func lacksTasks() *fault {
	return &fault{-32021, "Missing required client capability", object{"requiredCapabilities": object{"extensions": object{tasksExtension: object{}}}}}
}

// start answers a call with a task, or without one for clients that do not know them.
func (k *tasking) start(c *call, name string) (object, *fault) {
	if k.asksFirst {
		if _, out, f := c.ask("elicitation/create", nameForm); out != nil || f != nil {
			return out, f
		}
	}
	switch {
	case k.declared(c):
	case k.required:
		return nil, lacksTasks()
	default:
		return c.result(object{"content": text("done")}), nil
	}
	c.mu.Lock()
	t := &task{id: k.name(len(k.all) + 1), status: "working", asks: name == "work", fails: name == "fail", begun: c.clk.Now(), touched: c.clk.Now()}
	k.all[t.id] = t
	t.tells = func() { k.tell(c.server, t) }
	c.mu.Unlock()
	go k.work(c, t)
	out := c.result(k.state(t))
	out["resultType"] = "task"
	k.created(out)
	return out, nil
}

// turn changes the status.
func (t *task) turn(c *call, status string) {
	c.mu.Lock()
	t.status, t.touched = status, c.clk.Now()
	c.mu.Unlock()
	t.tells()
}

func (k *tasking) work(c *call, t *task) {
	_ = c.pause(100 * time.Millisecond)
	switch {
	case t.status != "working":
	case t.fails:
		t.turn(c, "failed")
	case c.client()["elicitation"] == nil && !k.asksAll: // it does without
		t.turn(c, map[bool]string{false: "completed", true: "failed"}[k.fails])
	default:
		c.mu.Lock()
		t.asked = object{k.keys[0]: object{"method": "elicitation/create", "params": nameForm}}
		if k.places {
			t.asked = object{"0": object{"method": "elicitation/create", "params": nameForm}, "1": object{"method": "roots/list"}}
		}
		c.mu.Unlock()
		t.turn(c, "input_required")
	}
}

// about serves a request about a task.
func (k *tasking) about(serve func(c *call, t *task) (object, *fault)) handler {
	return func(c *call) (object, *fault) {
		if !k.declared(c) {
			return nil, lacksTasks()
		}
		id, _ := c.params["taskId"].(string)
		c.mu.Lock()
		t := k.all[id]
		c.mu.Unlock()
		if t == nil || c.clk.Now().Sub(t.begun) < k.lateness {
			if f := k.unknown(c); f != nil {
				return nil, f
			}
			return c.result(nil), nil
		}
		return serve(c, t)
	}
}

func (k *tasking) answered(c *call, t *task) (object, *fault) {
	responses, _ := c.params["inputResponses"].(object)
	if k.places {
		return k.answeredPlaces(c, t, responses)
	}
	for _, key := range slices.Sorted(maps.Keys(responses)) {
		if f := k.update(t, key); f != nil {
			return nil, f
		}
		if t.asked[key] == nil {
			continue
		}
		if k.lazily {
			go func() { _ = c.pause(120 * time.Millisecond); k.next(c, t, key) }()
			continue
		}
		k.next(c, t, key)
	}
	return c.result(k.ack("tasks/update")), nil
}

// next goes on behind the answer to a question.
func (k *tasking) next(c *call, t *task, key string) {
	c.mu.Lock()
	first := asObject(t.asked[key])["method"] == "elicitation/create"
	t.asked = object{k.keys[1]: object{"method": "roots/list"}}
	c.mu.Unlock()
	if !first {
		t.turn(c, "completed")
	}
}

// answeredPlaces takes answers by the places of questions, and closes up the others.
func (k *tasking) answeredPlaces(c *call, t *task, responses object) (object, *fault) {
	c.mu.Lock()
	left := object{}
	for _, key := range slices.Sorted(maps.Keys(t.asked)) {
		if responses[key] == nil {
			left[fmt.Sprint(len(left))] = t.asked[key]
		}
	}
	done := t.status == "input_required" && len(left) == 0
	t.asked = left
	c.mu.Unlock()
	if done {
		t.turn(c, "completed")
	}
	return c.result(k.ack("tasks/update")), nil
}

// state is what tasks/get says of a task.
func (k *tasking) state(t *task) object {
	out := object{"taskId": t.id, "status": t.status, "createdAt": t.begun.UTC().Format(time.RFC3339), "lastUpdatedAt": t.touched.UTC().Format(time.RFC3339), "ttlMs": 60000, "pollIntervalMs": 50}
	switch t.status {
	case "input_required":
		out["inputRequests"] = maps.Clone(t.asked)
	case "completed":
		out["result"] = object{"resultType": "complete", "content": text("done")}
	case "failed":
		out["error"] = object{"code": -32603, "message": "it broke"}
	}
	return k.said(t, out)
}

// listens lets clients be told of tasks.
func (k *tasking) listens(v *server) {
	agree := v.agree
	v.agree = func(v *server, asked object) object {
		out := agree(v, asked)
		if ids := asList(asked["taskIds"]); len(ids) > 0 {
			out["taskIds"] = ids
		}
		return out
	}
	handle("subscriptions/listen", func(c *call, next handler) (object, *fault) {
		if len(asList(asObject(c.params["notifications"])["taskIds"])) > 0 && !k.declared(c) {
			return nil, lacksTasks()
		}
		return next(c)
	})(v)
}

func (k *tasking) tell(v *server, t *task) {
	v.mu.Lock()
	subs, said := slices.Clone(v.subs), k.state(t)
	v.mu.Unlock()
	for _, s := range subs {
		if slices.Contains(asList(s.filter["taskIds"]), any(t.id)) {
			out := maps.Clone(said)
			out["_meta"] = object{prefix + "subscriptionId": s.c.id}
			k.told(s.c, out)
		}
	}
}
