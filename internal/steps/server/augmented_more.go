package server

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// changed is what is different in a later description of a task that never is: when it was
// made, and a ttl that has become shorter; "" = nothing.
func changed(created, later map[string]json.RawMessage) string {
	if made, now := probe.Text(created["createdAt"]), probe.Text(later["createdAt"]); made != "" && !sameTime(made, now) {
		return fmt.Sprintf("createdAt is %q, and was %q", now, made)
	}
	var was, is *float64
	_ = jsonparts.Unmarshal(created["ttl"], &was)
	_ = jsonparts.Unmarshal(later["ttl"], &is)
	if created != nil && is != nil && (was == nil || *is < *was) {
		return fmt.Sprintf("its ttl is %s, and was %s", later["ttl"], created["ttl"])
	}
	return ""
}

// timeOf is a time that is told; the zero time if it is none.
func timeOf(raw json.RawMessage) time.Time {
	at, _ := time.Parse(time.RFC3339, strings.ToUpper(probe.Text(raw)))
	return at
}

// sameTime reports whether two times are the same to the second, as far as they can be read.
func sameTime(a, b string) bool {
	one, err := time.Parse(time.RFC3339, a)
	other, wrong := time.Parse(time.RFC3339, b)
	return err != nil || wrong != nil || one.Sub(other).Abs() <= time.Second
}

func taskResultAgain(b *probe.Bench) error {
	return ofTask(b, func(a *probe.Augmented) error {
		if a.Result.Raw == nil || a.Again.Raw == nil || probe.Page(a.After) == nil && a.Again.Failure() != nil {
			return verdict.NotObserved("the task has no result that could be asked for once more")
		}
		same := a.Result.Failure() == nil && a.Again.Failure() == nil || a.Result.Failure() != nil && a.Again.Failure() != nil
		return unless(same, a.Again, "tasks/result of a task that has ended is answered with %s, and then", probe.Quote(a.Result.Raw))
	})
}

// eachFollowed judges the task that was followed first, and those of other tools.
func eachFollowed(b *probe.Bench, none string, counts func(probe.FollowedTask) bool, judge func(probe.FollowedTask) error) error {
	return ofTask(b, func(a *probe.Augmented) error {
		all := append([]probe.FollowedTask{{Tool: a.Tool, ID: a.ID, Result: a.Result, Last: a.Last}}, a.Others...)
		return each(slices.DeleteFunc(all, func(t probe.FollowedTask) bool { return !counts(t) }), none, judge)
	})
}

// fails reports whether the call of a task has failed, as its result says.
func fails(t probe.FollowedTask) bool {
	return t.Result.Failure() != nil || string(probe.Page(t.Result)["isError"]) == "true"
}

func tasksFailedSo(b *probe.Bench) error {
	known := func(t probe.FollowedTask) bool { return t.Result.Members != nil && probe.Page(t.Last) != nil }
	return eachFollowed(b, "no task has failed", func(t probe.FollowedTask) bool {
		return known(t) && (fails(t) || probe.Text(probe.Page(t.Last)["status"]) == "failed")
	}, func(t probe.FollowedTask) error {
		status := probe.Text(probe.Page(t.Last)["status"])
		if fails(t) {
			return unless(status != "completed", t.Last, "the call of %q as a task fails with %s, and the task has completed", t.Tool, probe.Quote(t.Result.Raw))
		}
		return unless(false, t.Result, "the task of %q has failed, and its result is one of a success", t.Tool)
	})
}

func asksClient(t probe.FollowedTask) bool { return len(t.Asked) > 0 }

func tasksAsk(b *probe.Bench) error {
	return eachFollowed(b, "no task asks its client for anything", asksClient, func(t probe.FollowedTask) error {
		for _, f := range t.Asked {
			if f.Method() != "ping" && related(f.Param("_meta")) != t.ID {
				return unless(false, f, "the task of %q asks its client without naming itself under %s", t.Tool, probe.RelatedTask)
			}
		}
		return nil
	})
}

func tasksWait(b *probe.Bench) error {
	return eachFollowed(b, "no task asks its client for anything", asksClient, func(t probe.FollowedTask) error {
		status := probe.Text(probe.Page(t.Open)["status"]) // "" if it asked before it was a task
		if status == "working" {
			return unless(false, t.Open, "the task of %q has asked its client, and is said to be working", t.Tool)
		}
		waits := probe.Text(probe.Page(t.Last)["status"]) == "input_required"
		return unless(t.Result.Members != nil || !waits, t.Last, "what the task of %q asked its client is answered, and it still waits for input", t.Tool)
	})
}

// related is the id of the task that a _meta names; "" = none.
func related(raw json.RawMessage) string {
	var meta map[string]json.RawMessage
	var task struct{ TaskID string }
	_ = jsonparts.Unmarshal(raw, &meta)
	_ = jsonparts.Unmarshal(meta[probe.RelatedTask], &task)
	return task.TaskID
}

func taskNamedOnce(b *probe.Bench) error {
	return ofTask(b, func(a *probe.Augmented) error {
		for _, f := range slices.Concat([]probe.Frame{a.First, a.Last, a.After, a.Running, a.Cancelled, a.Later}, a.Listed, a.Told) {
			if named := related(probe.Page(f)["_meta"]) + related(f.Param("_meta")); named != "" {
				return unless(false, f, "it names the task under %s, too", probe.RelatedTask)
			}
		}
		return nil
	})
}

func tasksOwn(b *probe.Bench) error {
	return ofTask(b, func(a *probe.Augmented) error {
		var list struct{ Tasks []map[string]json.RawMessage }
		if jsonparts.Unmarshal(a.Foreign.Members["result"], &list) != nil || a.Foreign.Failure() != nil {
			return verdict.NotTestable("there is no list of tasks in another session, of a client without authorization")
		}
		shown := slices.ContainsFunc(list.Tasks, func(task map[string]json.RawMessage) bool { return probe.Text(task["taskId"]) == a.ID })
		return unless(!shown, a.Foreign, "another session, which no authorization connects with it, is shown the task %q", a.ID)
	})
}

func taskKeptLong(b *probe.Bench) error {
	return ofTask(b, func(a *probe.Augmented) error {
		var ttl *float64
		if a.Last.Failure() != nil && jsonparts.Unmarshal(probe.Page(a.First)["ttl"], &ttl) == nil {
			lived := a.Last.At.Sub(a.Created.At)
			gone := ttl == nil || time.Duration(*ttl)*time.Millisecond > lived
			return unless(!gone, a.Last, "a task with the ttl %s is not found any more after %s", probe.Page(a.First)["ttl"], lived.Round(time.Millisecond))
		}
		last := probe.Page(a.Last)
		if jsonparts.Unmarshal(last["ttl"], &ttl) != nil || ttl != nil && *ttl < 1000 || a.After.Raw == nil {
			return verdict.NotObserved("no task has ended that is to be kept for a second")
		}
		return unless(a.After.Failure() == nil, a.After, "a task with the ttl %s is not found any more half a second after its end", last["ttl"])
	})
}

func taskTokens(b *probe.Bench) error {
	return ofTask(b, func(a *probe.Augmented) error {
		return each(a.Progress, "the task reports no progress", func(f probe.Frame) error {
			token := probe.ProgressToken(f)
			if b.Found(probe.OneStream) {
				return verdict.Because(streamCheck, "what one stream has to carry comes on several, also of other sessions")
			}
			return unless(token == probe.TaskToken || token == probe.OtherTaskToken, f, "the progress of a task has another token than its call, %s", probe.TaskToken)
		})
	})
}

// silence is how long after the end of a task progress may still be on its way.
const silence = 250 * time.Millisecond

// revived reports whether a task that was said to be cancelled has another status later.
func revived(a *probe.Augmented) bool {
	later, settled := probe.Page(a.Later), probe.Page(a.Settled)
	return probe.Text(later["status"]) == "cancelled" && settled != nil && probe.Text(settled["status"]) != "cancelled"
}

func taskSilent(b *probe.Bench) error {
	return ofTask(b, func(a *probe.Augmented) error {
		ends := map[string]probe.Frame{}
		if probe.IsTerminal(probe.Page(a.Last)["status"]) {
			ends[probe.TaskToken] = a.Last
		}
		if probe.IsTerminal(probe.Page(a.Cancelled)["status"]) {
			ends[probe.OtherTaskToken] = a.Cancelled
		}
		return each(a.Progress, "the task reports no progress", func(f probe.Frame) error {
			end, ended := ends[probe.ProgressToken(f)]
			if ended && revived(a) && probe.ProgressToken(f) == probe.OtherTaskToken {
				return verdict.Because("TASK-04", "a task that was cancelled goes on")
			}
			return unless(!ended || end.At.IsZero() || f.At.Sub(end.At) < silence, f, "it is reported %s after the task has ended", f.At.Sub(end.At).Round(time.Millisecond))
		})
	})
}
