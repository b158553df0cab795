package client

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// sessionTaskSteps are about the tasks of revision 2025-11-25, which clients ask for.
func sessionTaskSteps() []gherkin.Step {
	return gherkin.Noun("task", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `no call asks for a task that there cannot be`,
			Manual: "by the capability tasks.requests.tools.call of the server and execution.taskSupport of the tool; not observed if no tool of the list is called", Func: each(tasksAllowed)},
		{Keyword: gherkin.Then, Pattern: `every request about a task names one that there is`, Manual: "tasks/get, tasks/result and tasks/cancel, by its taskId; not observed if no call becomes a task", Func: namesTasks},
	})
}

// orOfSession is the state of a task as a server with a handshake tells it.
func (s state) orOfSession(result json.RawMessage) state {
	type told struct {
		TaskID, Status string
		PollInterval   int
	}
	var early struct{ Task *told }
	var flat told
	_, _ = jsonparts.Unmarshal(result, &early), jsonparts.Unmarshal(result, &flat)
	if s.ResultType == "" && early.Task != nil {
		s.ResultType, flat = "task", *early.Task
		s.TaskID, s.Status = flat.TaskID, flat.Status
	}
	if s.PollInterval == 0 {
		s.PollInterval = flat.PollInterval
	}
	return s
}

// asksForTask reports whether a call is to become a task.
func asksForTask(call clientcheck.Indexed) bool {
	var p struct{ Task json.RawMessage }
	clientcheck.Params(call.Raw, &p)
	return p.Task != nil
}

// tasksAllowed compares calls with what the server has said before.
func tasksAllowed(r *clientcheck.Run) error {
	server, support, judged := false, map[string]string{}, false
	for _, e := range r.Entries(func(e fakeserver.Entry) bool { return e.Kind == fakeserver.KindMessage }) {
		switch {
		case e.Direction == fakeserver.Sent && e.Method == "initialize":
			server = augments(clientcheck.Result(e.Raw))
		case e.Direction == fakeserver.Sent && e.Method == "tools/list":
			supportIn(clientcheck.Result(e.Raw), support)
		}
		if e.Direction != fakeserver.Received || e.Method != "tools/call" || e.IsModern() {
			continue
		}
		var p struct {
			Name string
			Task json.RawMessage
		}
		clientcheck.Params(e.Raw, &p)
		allowed, listed := support[p.Name]
		judged = judged || listed
		switch {
		case p.Task == nil || !listed:
			continue
		case !server:
			return fmt.Errorf("a task is asked for, and the server has not declared tasks of calls: %s", quote(e.Raw))
		case allowed != "optional" && allowed != "required":
			return fmt.Errorf("a task is asked for, and the tool allows none: %s", quote(e.Raw))
		}
	}
	return verdict.NotObservedIf(!judged, "the client calls no tool of the list; it %s%s", r.End(), r.LastWords())
}

// augments reports whether the answer to initialize declares that calls may become tasks.
func augments(result json.RawMessage) bool {
	var told struct {
		Capabilities struct {
			Tasks struct {
				Requests struct {
					Tools map[string]json.RawMessage
				}
			}
		}
	}
	_ = jsonparts.Unmarshal(result, &told)
	return told.Capabilities.Tasks.Requests.Tools["call"] != nil
}

// supportIn adds what the tools of a page say of tasks.
func supportIn(result json.RawMessage, into map[string]string) {
	var page struct {
		Tools []struct {
			Name      string
			Execution struct{ TaskSupport string }
		}
	}
	_ = jsonparts.Unmarshal(result, &page)
	for _, tool := range page.Tools {
		into[tool.Name] = tool.Execution.TaskSupport
	}
}

func namesTasks(r *clientcheck.Run) error {
	known := map[string]bool{}
	for _, one := range tasksOf(r) {
		known[one.id] = true
	}
	for _, m := range r.Asked() {
		if strings.HasPrefix(m.Method, "tasks/") && m.Method != "tasks/list" && len(known) > 0 && !known[taskIn(m)] {
			return fmt.Errorf("%s is about a task that there is not: %s", m.Method, quote(m.Raw))
		}
	}
	return verdict.NotObservedIf(len(known) == 0, "no call became a task; the client %s%s", r.End(), r.LastWords())
}

// tasksDeclared looks at the requests about tasks of a server that knows nothing of the call any more.
func tasksDeclared(r *clientcheck.Run, extension string) error {
	return eachTask(func(t task) error {
		for _, m := range t.about {
			var can struct{ Extensions map[string]json.RawMessage }
			capabilities := m.Meta()[clientcheck.MetaCapabilities]
			if _ = jsonparts.Unmarshal(capabilities, &can); capabilities != nil && can.Extensions[extension] == nil {
				return fmt.Errorf("%s does not declare the extension %s: %s", m.Method, extension, quote(m.Raw))
			}
		}
		return verdict.NotObservedIf(len(t.about) == 0, "the client asks nothing about its task: see M-TASK-19")
	})(r)
}
