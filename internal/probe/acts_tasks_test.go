package probe

import (
	"fmt"
	"strings"
	"testing"
)

// TestTaskActs: what is asked of servers that make tasks, of both eras, and what is learnt.
func TestTaskActs(t *testing.T) { writeActs(t, taskActs, "acts-tasks.golden") }

// modernTasks are tools whose calls become tasks, which ask for nothing, for one thing, for two
// at once, and fail.
const modernTasks = `era: modern
tools:
  - {name: works, annotations: {readOnlyHint: true}, task: {takes: 300ms, poll: 5s}}
  - {name: plain, annotations: {readOnlyHint: true}}
  - {name: asks, annotations: {readOnlyHint: true}, task: {takes: 100ms, poll: 150ms, inputs: {who: {method: roots/list}}}}
  - {name: asks-twice, annotations: {readOnlyHint: true}, task: {inputs: {who: {method: roots/list}, what: {method: sampling/createMessage, params: {maxTokens: 9, messages: []}}}}}
  - {name: fails, annotations: {readOnlyHint: true}, task: {fails: {code: -32000, message: "no"}}}
  - {name: first, annotations: {readOnlyHint: true}, rounds: [{inputs: {dirs: {method: roots/list}}}], task: {}}
  - {name: hidden, annotations: {destructiveHint: true}, task: {}}
  - {name: no-arguments, annotations: {readOnlyHint: true}, inputSchema: {type: object, required: [a], properties: {a: {$ref: "#/no"}}}, task: {}}
`

// augmentedTask is a server with a task of 2025-11-25, whose declaration, tools and rules follow.
func augmentedTask(declared, tools, rules string) string {
	return "capabilities: {tools: {}, tasks: {" + declared + "requests: {tools: {call: {}}}}}\ntools: [" + tools + "]\nrules:\n" +
		"  - {when: {method: tasks/get}, do: [{result: {taskId: t, status: working}}]}\n" +
		"  - {when: {method: tasks/get, after: 3}, do: [{result: {taskId: t, status: completed}}]}\n" + rules
}

// job is a tool that supports tasks in some way.
func job(name, support, more string) string {
	return "{name: " + name + ", raw: {name: " + name + ", inputSchema: {type: object" + more + "}, annotations: {readOnlyHint: true}, execution: {taskSupport: " + support + "}}}"
}

const makesTask = "  - {when: {method: tools/call}, do: [{result: {task: {taskId: t, status: working}}}]}\n"

var taskActs = []act{
	{"tasks over stdio", "stdio", ModernRevision, modernTasks, saysTasks},
	{"tasks over HTTP", "http", ModernRevision, modernTasks, saysTasks},
	{"tasks twice", "stdio", ModernRevision, modernTasks, func(b *Bench) string {
		_, _ = b.Tasks()
		return saysTasks(b)
	}},
	{"no tasks are declared", "stdio", ModernRevision, "era: modern\ntools: [a]", saysTasks},
	{"tasks without tools that may be called", "stdio", ModernRevision, "era: modern\ntools: [{name: hidden, annotations: {destructiveHint: true}, task: {}}]", saysTasks},
	{"tasks are declared and none is made", "stdio", ModernRevision, "era: modern\ntools: [{name: a, task: {}}]\nrules: [{when: {method: tools/call}, do: [{result: {resultType: complete, content: []}}]}]", saysTasks},
	{"a call that asks without end makes no task", "stdio", ModernRevision, "era: modern\ntools: [{name: a, task: {}}]\nrules: [{when: {method: tools/call}, do: [{result: {resultType: input_required, requestState: s}}]}]", saysTasks},
	{"a task that is not known", "stdio", ModernRevision, "era: modern\ntools: [{name: a, task: {}}]\nrules: [{when: {method: tasks/get}, do: [{error: {code: -32602}}]}]", saysTasks},
	{"a task that is silent", "stdio", ModernRevision, "era: modern\ntools: [{name: a, task: {}}]\nrules: [{when: {method: tasks/get}, do: [never]}]", saysTasks},
	{"a task that never ends, and names odd paces", "stdio", ModernRevision, "era: modern\ntools: [{name: a, task: {takes: 1h}}]\nrules: [{when: {method: tasks/get, nth: 1}, do: [{patch: {pollIntervalMs: 0}}]}, {when: {method: tasks/get, nth: 2}, do: [{patch: {pollIntervalMs: -1}}]}, {when: {method: tasks/get, nth: 3}, do: [{patch: {pollIntervalMs: a}}]}, {when: {method: tasks/get, nth: 4}, do: [{patch: {pollIntervalMs: 1001}}]}, {when: {method: tasks/get, nth: 5}, do: [{patch: {pollIntervalMs: 0.5}}]}, {when: {method: tasks/get, after: 5}, do: [{patch: {pollIntervalMs: 999}}]}]", saysTasks},
	{"a task that takes no part of its answers", "stdio", ModernRevision, "era: modern\ntools: [{name: a, task: {inputs: {who: {method: roots/list}, what: {method: roots/list}}}}]\nrules: [{when: {method: tasks/update, nth: 1}, do: [{error: {code: -32602}}]}]", saysTasks},
	{"a task that forgets its answers", "stdio", ModernRevision, "era: modern\ntools: [{name: a, task: {inputs: {who: {method: roots/list}, what: {method: roots/list}}}}]\nrules: [{when: {method: tasks/update, first: 2}, do: [{result: {resultType: complete}}]}]", saysTasks},
	{"answers of a task have no answer", "stdio", ModernRevision, "era: modern\ntools: [{name: a, task: {inputs: {who: {method: roots/list}}}}]\nrules: [{when: {method: tasks/update}, do: [never]}]", saysTasks},
	{"the server dies of a task", "stdio", ModernRevision, "era: modern\ntools: [{name: a, task: {}}, {name: b, task: {}}]\nrules: [{when: {method: tasks/get}, do: [{exit: 3}]}]", saysTasks},
	{"a task is listened to", "stdio", ModernRevision, modernTasks, listensToTask},
	{"a task is listened to over HTTP", "http", ModernRevision, modernTasks, listensToTask},
	{"the task does not come again", "http", ModernRevision, modernTasks + "rules: [{when: {tool: works, nth: 2}, do: [{error: {code: -32603}}]}]", listensToTask},
	{"nothing acknowledges the listener of a task", "stdio", ModernRevision, modernTasks + "rules: [{when: {method: subscriptions/listen}, do: [never]}]", listensToTask},
	{"the task falls silent while it is listened to", "http", ModernRevision, "era: modern\ntools: [{name: works, annotations: {readOnlyHint: true}, task: {takes: 300ms}}]\nrules: [{when: {method: tasks/get, after: 4}, do: [never]}]", listensToTask},
	{"the listener of a task is refused", "http", ModernRevision, modernTasks + "rules: [{when: {method: subscriptions/listen}, do: [{error: {code: -32601}}]}]", listensToTask},
	{"augmented", "stdio", AugmentedRevision, augmentedTask("list: {}, cancel: {}, ", job("hidden", "forbidden", "")+", "+job("works", "optional", "")+", "+job("needs", "required", ""),
		makesTask+"  - {when: {method: tasks/list}, do: [{result: {tasks: []}}]}\n  - {when: {method: tasks/list, nth: 1}, do: [{result: {tasks: [], nextCursor: a}}]}\n  - {when: {method: tasks/cancel}, do: [{result: {taskId: t, status: cancelled}}]}\n  - {when: {method: tasks/result}, do: [{result: {content: []}}]}\n"), saysAugmented},
	{"augmented over HTTP, with nothing else", "http", AugmentedRevision, augmentedTask("", job("works", "optional", ""), makesTask+"  - {when: {method: tasks/result}, do: [{result: {content: []}}]}\n"), saysAugmented},
	{"augmented twice", "stdio", AugmentedRevision, augmentedTask("cancel: {}, ", job("works", "optional", ""), makesTask), func(b *Bench) string { _, _ = b.Augmented(); return saysAugmented(b) }},
	{"augmented without a result in time", "stdio", AugmentedRevision, augmentedTask("cancel: {}, ", job("works", "optional", ""), makesTask+"  - {when: {method: tasks/result}, do: [never]}\n"), saysAugmented},
	{"augmented without an end", "stdio", AugmentedRevision, strings.Replace(augmentedTask("cancel: {}, ", job("works", "optional", ""), makesTask+"  - {when: {method: tasks/result}, do: [{result: {content: []}}]}\n"), "completed", "working", 1), saysAugmented},
	{"augmented, and not known", "stdio", AugmentedRevision, augmentedTask("list: {}, ", job("works", "optional", ""), makesTask+"  - {when: {method: tasks/get}, do: [{error: {code: -32602}}]}\n"), saysAugmented},
	{"augmented, and the list has no end", "stdio", AugmentedRevision, augmentedTask("list: {}, ", job("works", "optional", ""), makesTask+"  - {when: {method: tasks/list}, do: [{result: {tasks: [], nextCursor: a}}]}\n"), saysAugmented},
	{"augmented, and the second makes no task", "stdio", AugmentedRevision, augmentedTask("cancel: {}, ", job("works", "optional", ""), strings.Replace(makesTask, "tools/call", "tools/call, nth: 1", 1)), saysAugmented},
	{"augmented, and only the second tool makes one", "stdio", AugmentedRevision, augmentedTask("", job("a", "optional", "")+", "+job("b", "optional", ", required: [n], properties: {n: {const: 7}}"), strings.Replace(makesTask, "method: tools/call", "tool: b", 1)), saysAugmented},
	{"augmented by no tool", "stdio", AugmentedRevision, augmentedTask("", job("a", "forbidden", "")+", "+job("b", "required", ", required: [n], properties: {n: {$ref: '#/no'}}"), makesTask), saysAugmented},
	{"augmented is not declared", "stdio", AugmentedRevision, "capabilities: {tools: {}, tasks: {requests: {tools: {}}}}\ntools: [a]", saysAugmented},
	{"augmented of another revision", "stdio", "2025-06-18", augmentedTask("", job("works", "optional", ""), makesTask), saysAugmented},
	{"augmented, and everything is silent", "stdio", AugmentedRevision, augmentedTask("list: {}, cancel: {}, ", job("works", "optional", ""), makesTask+"  - {when: {method: tasks/list}, do: [never]}\n"), saysAugmented},
	{"augmented, and cancelling is silent", "stdio", AugmentedRevision, augmentedTask("cancel: {}, ", job("needs", "required", ""), makesTask+"  - {when: {method: tasks/cancel}, do: [never]}\n"), saysAugmented},
}

func saysTasks(b *Bench) string {
	all, err := b.Tasks()
	if err != nil {
		return err.Error() + fmt.Sprint(" ", IsLost(err))
	}
	out := fmt.Sprintf("%v, %v, %s\n", all.None, all.NoneIs(), kindsOf(all.Events))
	for _, one := range all.All {
		out += fmt.Sprintf("  %s ended %v, id like that of the answer %v, %d updates\n", one.Tool, one.Ended, strings.Contains(string(one.Created.Raw), string(Encoded(one.ID))), len(one.Updates))
		for _, get := range one.Gets {
			out += fmt.Sprintf("    %s: %d questions\n", Text(Page(get)["status"]), len(Questions(get)))
		}
	}
	return out + fmt.Sprint(b.SentInCheck())
}

func listensToTask(b *Bench) string {
	all, err := b.Tasks()
	if err != nil || len(all.All) == 0 {
		return fmt.Sprint(err, all)
	}
	l, err := b.ListenToTask(all.All[0])
	if err != nil {
		return err.Error()
	}
	out := fmt.Sprintf("%v, tool %q, %d gets, ended %v, %s", l.None, l.Task.Tool, len(l.Task.Gets), l.Task.Ended, kindsOf(l.Events))
	for _, f := range l.Told {
		out += fmt.Sprintf("\n  %s %s", f.Method(), Text(f.Param("status")))
	}
	return out
}

func saysAugmented(b *Bench) string {
	a, err := b.Augmented()
	if err != nil {
		return err.Error()
	}
	out := fmt.Sprintf("%v, tool %q, task %q, needs %q, %d pages, %s", a.None, a.Tool, a.ID, a.Needs, len(a.Listed), kindsOf(a.Events))
	for _, part := range []struct {
		name string
		Frame
	}{{"created", a.Created}, {"first", a.First}, {"result", a.Result}, {"last", a.Last}, {"ended", a.Ended}, {"running", a.Running}, {"cancelled", a.Cancelled}, {"later", a.Later}, {"plain", a.Plain}} {
		out += "\n  " + part.name + ": " + shown(part.Raw)
	}
	return out
}
