package client

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/reports"
)

func taskSteps() []gherkin.Step {
	return gherkin.Noun("task", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the client declares the extension "([^"]+)"`, Manual: "not observed if it does not, to a correct server without a handshake",
			Example: `the client declares the extension "io.modelcontextprotocol/tasks"`, Func: (*World).declaresExtension},
		{Keyword: gherkin.Then, Pattern: `every task is asked for`, Manual: "by tasks/get; not observed if no call becomes a task", Func: eachTask(task.asked)},
		{Keyword: gherkin.Then, Pattern: `every task is followed to its end`, Manual: "to a terminal status, or to tasks/cancel; not observed if no call becomes a task",
			Func: eachTask(task.followed)},
		{Keyword: gherkin.Then, Pattern: `no task is asked for after its end`, Manual: "more than twice after a terminal status; not observed if no call becomes a task",
			Func: eachTask(task.left)},
		{Keyword: gherkin.Then, Pattern: `no task is asked for too soon`, Manual: "before the pollIntervalMs that was told last, of which a tenth is forgiven",
			Func: eachTask(task.patient)},
		{Keyword: gherkin.Then, Pattern: `every request about a task has its name in Mcp-Name`, Manual: "tasks/get, tasks/update and tasks/cancel; not observed if no call becomes a task",
			Func: eachTask(task.named)},
		{Keyword: gherkin.Then, Pattern: `every request about a task declares the extension "([^"]+)"`, Manual: "in its clientCapabilities; not observed if no call becomes a task",
			Example: `every request about a task declares the extension "io.modelcontextprotocol/tasks"`, Func: tasksDeclared},
		{Keyword: gherkin.Then, Pattern: `each question of a task is answered once`, Manual: "by its key, in tasks/update; not observed if none is answered, nor those of a call",
			Func: (*World).answersTasks},
		{Keyword: gherkin.Then, Pattern: `no task is answered what was not declared`, Manual: "in the clientCapabilities of the call; not observed if no call becomes a task",
			Func: eachTask(task.answersDeclared)},
		{Keyword: gherkin.Then, Pattern: `no call that became a task is cancelled`, Manual: "by notifications/cancelled; not observed if no call becomes a task",
			Func: eachTask(task.spared)},
		{Keyword: gherkin.Then, Pattern: `no task is asked for`, Manual: "at all: what answered was no call", Func: noTask},
	})
}

// task is what a call became, and what the client sent about it.
type task struct {
	id      string
	call    clientcheck.Indexed
	told    []state               // of the server, in order, the answer to the call first
	about   []clientcheck.Indexed // the requests that name it
	journal *clientcheck.Run
}

// state is what the server says of a task.
type state struct {
	at            time.Time
	Status        string
	TaskID        string
	ResultType    string
	Result        json.RawMessage // of one that is completed
	PollInterval  int             `json:"pollIntervalMs"`
	InputRequests map[string]struct{ Method string }
}

func stateIn(m clientcheck.Indexed) (s state) {
	result := clientcheck.Result(m.Raw)
	_ = jsonparts.Unmarshal(result, &s)
	s.at = m.At
	return s.orOfSession(result)
}

// tasksOf are the calls of a run that became tasks.
func tasksOf(r *clientcheck.Run) (out []task) {
	for _, answer := range r.SentBack("tools/call") {
		first := stateIn(answer)
		if first.ResultType != "task" || first.TaskID == "" {
			continue
		}
		one := task{id: first.TaskID, told: []state{first}, journal: r}
		for _, m := range r.All("tools/call") {
			if m.ID == answer.ID && m.Conn == answer.Conn && m.Place < answer.Place {
				one.call = m
			}
		}
		if !one.call.IsModern() && !asksForTask(one.call) {
			continue // nobody has asked for a task
		}
		for _, m := range r.Asked() {
			if strings.HasPrefix(m.Method, "tasks/") && taskIn(m) == one.id {
				one.about = append(one.about, m)
			}
		}
		one.told = append(one.told, statesOf(r, one.id)...)
		out = append(out, one)
	}
	return out
}

// statesOf is what the server says of a task when it is asked for.
func statesOf(r *clientcheck.Run, id string) (out []state) {
	for _, m := range r.SentBack("tasks/get") {
		if s := stateIn(m); s.TaskID == id {
			out = append(out, s)
		}
	}
	return out
}

func taskIn(m clientcheck.Indexed) string {
	var p struct{ TaskID string }
	clientcheck.Params(m.Raw, &p)
	return p.TaskID
}

// eachTask judges every task of a run.
func eachTask(judge func(task) error) func(*clientcheck.Run) error {
	return func(r *clientcheck.Run) error {
		tasks := tasksOf(r)
		for _, one := range tasks {
			if err := judge(one); err != nil {
				return err
			}
		}
		return verdict.NotObservedIf(len(tasks) == 0, "no call became a task; the client %s%s", r.End(), r.LastWords())
	}
}

// sent are the requests about the task with a method.
func (t task) sent(method string) []clientcheck.Indexed {
	return slices.DeleteFunc(slices.Clone(t.about), func(m clientcheck.Indexed) bool { return m.Method != method })
}

func (t task) asked() error {
	return verdict.FailedIf(len(t.sent("tasks/get")) == 0, "a call became a task, and no tasks/get follows; the client %s%s", t.journal.End(), t.journal.LastWords())
}

// over reports whether a task in this state changes no more.
func (s state) over() bool {
	return slices.Contains([]string{"completed", "failed", "cancelled"}, s.Status)
}

func (t task) left() error {
	end := slices.IndexFunc(t.told, state.over)
	if end < 0 {
		return verdict.NotObserved("the task did not end")
	}
	later := len(t.told) - 1 - end
	return verdict.FailedIf(later > 2, "the task is asked for %d times after it was %s", later, t.told[end].Status)
}

// stillAsking is how long ago the last question about a task may be of a client that has not left it.
const stillAsking = 2 * time.Second

func (t task) followed() error {
	last := t.told[len(t.told)-1]
	ended := last.over() || len(t.sent("tasks/cancel")) > 0 || !t.call.IsModern() && len(t.sent("tasks/result")) > 0
	if asked := t.sent("tasks/get"); !ended && !t.journal.Ended && len(asked) > 0 && t.journal.Stop.Sub(asked[len(asked)-1].At) < stillAsking {
		return verdict.NotObserved("the client still asked for the task when it was ended, after %s", t.journal.Limit)
	}
	return verdict.FailedIf(!ended, "the client leaves a task that is %s, which it has asked for %d times; it %s%s",
		last.Status, len(t.sent("tasks/get")), t.journal.End(), t.journal.LastWords())
}

func (t task) patient() error {
	for _, m := range t.sent("tasks/get") {
		var last state
		for _, s := range t.told {
			if s.at.Before(m.At) {
				last = s
			}
		}
		if slices.ContainsFunc(t.sent("tasks/update"), func(u clientcheck.Indexed) bool { return u.At.After(last.at) && u.At.Before(m.At) }) {
			continue // what comes of an answer may be asked for at once
		}
		asked := time.Duration(last.PollInterval) * time.Millisecond
		if waited := m.At.Sub(last.at); waited < asked-asked/10 {
			return fmt.Errorf("tasks/get comes %s after an answer that asked for %s", waited.Round(time.Millisecond), asked)
		}
	}
	return t.asked()
}

func (t task) named() error {
	for _, m := range t.about {
		got := m.Header.Values("Mcp-Name")
		name := strings.Join(got, ", ")
		if plain, err := decoded(name); err == nil {
			name = plain // what need not be encoded may be
		}
		if len(got) != 1 || name != t.id {
			return fmt.Errorf("%s has the header Mcp-Name %q: the task is %q", m.Method, got, t.id)
		}
	}
	if err := t.asked(); err != nil {
		return verdict.Because("M-TASK-19", "%s", err)
	}
	return nil
}

// answersIn are the answers of a tasks/update, by the keys of the questions.
func answersIn(m clientcheck.Indexed) map[string]json.RawMessage {
	var with going
	clientcheck.Params(m.Raw, &with)
	return with.Responses
}

func (t task) answersOnce() error {
	seen := map[string]bool{}
	for _, m := range t.sent("tasks/update") {
		for _, key := range slices.Sorted(maps.Keys(answersIn(m))) {
			if seen[key] {
				return fmt.Errorf("the question %q is answered again: %s", key, quote(m.Raw))
			}
			seen[key] = true
		}
	}
	return verdict.NotObservedIf(len(seen) == 0, "the client answers nothing that the task asks; it %s%s", t.journal.End(), t.journal.LastWords())
}

func (w *World) answersTasks(r *clientcheck.Run) error {
	err := eachTask(task.answersOnce)(r)
	if verdict.Of(err) != reports.NotObserved || !w.answersCalls() {
		return err
	}
	for _, one := range tasksOf(r) {
		if len(one.sent("tasks/get")) > 5 && len(one.sent("tasks/cancel")) == 0 {
			return fmt.Errorf("the task goes on asking, and the client that answers such a question of a call only asks how it is; it %s%s", r.End(), r.LastWords())
		}
	}
	return err
}

// answersCalls reports whether the client answers a form that a call asks for.
func (w *World) answersCalls() bool {
	s := w.bench.Plain(true)
	s.Scenario, s.Script = w.situation.Scenario, asksForm
	r, err := w.bench.Play(s)
	return err == nil && answersQuestions(r) == nil
}

func (t task) answersDeclared() error {
	asked := map[string]string{}
	for _, s := range t.told {
		for key, question := range s.InputRequests {
			asked[key] = question.Method
		}
	}
	for _, m := range t.sent("tasks/update") {
		for _, key := range slices.Sorted(maps.Keys(answersIn(m))) {
			if !declaredFor(t.call, asked[key]) {
				return fmt.Errorf("%s is answered, which the call did not declare: %s", asked[key], quote(m.Raw))
			}
		}
	}
	return verdict.NotObservedIf(len(asked) == 0, "the client did not come to know what the task asks; it %s%s", t.journal.End(), t.journal.LastWords())
}

func (t task) spared() error {
	return verdict.FailedIf(slices.Contains(t.journal.Cancelled(), t.call.ID), "notifications/cancelled names the call %s, which has been answered with a task", t.call.ID)
}

func noTask(r *clientcheck.Run) error {
	for _, m := range r.Asked() {
		if strings.HasPrefix(m.Method, "tasks/") && !methodsOfSessions[m.Method] {
			return fmt.Errorf("%s is sent: %s", m.Method, quote(m.Raw))
		}
	}
	return verdict.NotObservedIf(!r.Sent("tools/list"), "the client lists no tools; it %s%s", r.End(), r.LastWords())
}

func (w *World) declaresExtension(name string) error {
	return w.requires(w.bench.Plain(w.modern), func(r *clientcheck.Run) error {
		for _, m := range r.Asked() {
			var can struct{ Extensions map[string]json.RawMessage }
			_ = jsonparts.Unmarshal(m.Meta()[clientcheck.MetaCapabilities], &can)
			if can.Extensions[name] != nil {
				return nil
			}
		}
		return verdict.NotObserved("the client does not declare the extension %s", name)
	})
}
