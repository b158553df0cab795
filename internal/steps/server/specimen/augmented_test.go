package specimen_test

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"sync"
	"time"
)

// ledgerOfTasks are the tasks of a server, oldest first.
type ledgerOfTasks struct {
	mu   sync.Mutex
	all  []*job
	name func(n int) string // their ids
}

// job is one task of 2025-11-25.
type job struct {
	id, status string
	owner      *session
	result     object
}

// drawn is an id that leads to no other one.
func drawn(n int) string {
	sum := sha256.Sum256([]byte("task " + strconv.Itoa(n)))
	return hex.EncodeToString(sum[:16])
}

// tasking adds a tool whose calls may be tasks, and what is asked of tasks.
func tasking(support string) func(*server) { return taskingAs(support, drawn) }

// taskingAs does so with ids of another kind.
func taskingAs(support string, name func(n int) string) func(*server) {
	return func(v *server) {
		tasks := &ledgerOfTasks{name: name}
		v.declared = with(v.declared, "tasks", object{"list": object{}, "cancel": object{}, "requests": object{"tools": object{"call": object{}}}})
		long := define("job", "Takes long", readOnly, schema(list{}, object{}), func(c *call) (object, *fault) {
			if support == "required" {
				return nil, refuse(-32601, "job needs a task")
			}
			return text("Done"), nil
		})
		long.def["execution"] = object{"taskSupport": support}
		v.tools = append([]tool{long}, v.tools...)
		for _, method := range []string{"tasks/get", "tasks/result", "tasks/cancel"} {
			v.methods[method] = func(c *call) (object, *fault) { return tasks.about(c, method) }
		}
		v.methods["tasks/list"] = func(c *call) (object, *fault) { return page(c, "tasks", tasks.of(c.session)) }
		handle("tools/call", func(c *call, next handler) (object, *fault) {
			switch {
			case c.params["task"] == nil || c.revision != "2025-11-25":
				return next(c)
			case c.params["name"] != "job":
				return nil, refuse(-32601, "%v is not called as a task", c.params["name"])
			}
			return object{"task": tasks.begin(c.session)}, nil
		})(v)
	}
}

func (j *job) says() object {
	const at = "2025-11-25T10:30:00Z"
	return object{"taskId": j.id, "status": j.status, "createdAt": at, "lastUpdatedAt": at, "ttl": 60000, "pollInterval": 100}
}

// begin makes a task that ends after a second.
func (l *ledgerOfTasks) begin(s *session) object {
	l.mu.Lock()
	defer l.mu.Unlock()
	j := &job{id: l.name(len(l.all)), status: "working", owner: s}
	l.all = append(l.all, j)
	go func() {
		s.pause(1)
		l.mu.Lock()
		defer l.mu.Unlock()
		if j.status == "working" {
			j.status, j.result = "completed", with(text("Done"), "_meta", object{"io.modelcontextprotocol/related-task": object{"taskId": j.id}})
		}
	}()
	return j.says()
}

func (l *ledgerOfTasks) of(s *session) (all []object) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, j := range l.all {
		if j.owner == s {
			all = append(all, j.says())
		}
	}
	return all
}

func (l *ledgerOfTasks) find(c *call) *job {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.IndexFunc(l.all, func(j *job) bool { return j.owner == c.session && j.id == c.params["taskId"] })
	if i < 0 {
		return nil
	}
	return l.all[i]
}

func (l *ledgerOfTasks) about(c *call, method string) (object, *fault) {
	j := l.find(c)
	if j == nil {
		return nil, refuse(-32602, "Task not found")
	}
	for method == "tasks/result" && l.status(j) == "working" {
		if !c.wait(100 * time.Millisecond) {
			return nil, nil
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case method == "tasks/cancel" && j.status != "working":
		return nil, refuse(-32602, "The task has ended")
	case method == "tasks/cancel":
		j.status = "cancelled"
	case method == "tasks/result" && j.result == nil:
		return nil, refuse(-32603, "The task was cancelled")
	case method == "tasks/result":
		return j.result, nil
	}
	return j.says(), nil
}

func (l *ledgerOfTasks) status(j *job) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return j.status
}
