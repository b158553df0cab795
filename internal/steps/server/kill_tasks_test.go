package server_test

import (
	"maps"
	"regexp"
	"strings"
)

// taskParts are what a server with two tasks of 2025-11-25 says, in the order in which it is
// asked: T stands for what describes the first, but for its status, and U for the second.
var taskParts = map[string]string{
	"created":   `{result: {task: {status: working, T}}}`,
	"first":     `{result: {status: working, T}}`,
	"listed":    `{result: {tasks: [{status: working, T}]}}`,
	"second":    `{result: {task: {status: working, U}}}`,
	"running":   `{result: {status: working, U}}`,
	"cancelled": `{result: {status: cancelled, U}}`,
	"later":     `{result: {status: cancelled, U}}`,
	"result":    `{result: {content: [], _meta: {io.modelcontextprotocol/related-task: {taskId: t}}}}`,
	"again":     `{result: {content: [], _meta: {io.modelcontextprotocol/related-task: {taskId: t}}}}`,
	"last":      `{result: {status: completed, T}}`,
	"after":     `{result: {status: completed, T}}`,
	"ended":     `{error: {code: -32602, message: it has ended}}`,
	"unknown":   `{error: {code: -32602, message: no such task}}`,
	"plain":     `{result: {content: []}}`,
	"support":   "optional",
}

const describedTask = `taskId: t, createdAt: "2025-11-25T10:30:00Z", lastUpdatedAt: "2025-11-25T10:30:00Z", ttl: null`

const taskScript = `
capabilities: {tools: {}, tasks: {list: {}, cancel: {}, requests: {tools: {call: {}}}}}
tools: [{name: job, raw: {name: job, inputSchema: {type: object}, annotations: {readOnlyHint: true}, execution: {taskSupport: <support>}}}]
rules:
  - {when: {method: tools/call, params: {name: job, arguments: {}, task: {ttl: 60000}}, nth: 1}, do: [<created>]}
  - {when: {method: tools/call, params: {name: job, arguments: {}, task: {ttl: 60000}}, nth: 2}, do: [<second>]}
  - {when: {method: tools/call, params: {name: job, arguments: {}}}, do: [<plain>]}
  - {when: {method: tasks/get, params: {taskId: mcpsim-no-such-task}}, do: [<unknown>]}
  - {when: {method: tasks/result, params: {taskId: mcpsim-no-such-task}}, do: [<unknown>]}
  - {when: {method: tasks/cancel, params: {taskId: mcpsim-no-such-task}}, do: [<unknown>]}
  - {when: {method: tasks/get, params: {taskId: t}, nth: 1}, do: [<first>]}
  - {when: {method: tasks/get, params: {taskId: t}, nth: 2}, do: [<last>]}
  - {when: {method: tasks/get, params: {taskId: t}, nth: 3}, do: [<after>]}
  - {when: {method: tasks/get, params: {taskId: u}, nth: 1}, do: [<running>]}
  - {when: {method: tasks/get, params: {taskId: u}, nth: 2}, do: [<later>]}
  - {when: {method: tasks/list}, do: [<listed>]}
  - {when: {method: tasks/cancel, params: {taskId: u}}, do: [<cancelled>]}
  - {when: {method: tasks/cancel, params: {taskId: t}}, do: [<ended>]}
  - {when: {method: tasks/result, params: {taskId: t}, nth: 1}, do: [<result>]}
  - {when: {method: tasks/result, params: {taskId: t}, nth: 2}, do: [<again>]}
`

// otherTool is another tool that may be called as a task, and what is said of its task.
const otherTool = `, {name: other, raw: {name: other, inputSchema: {type: object}, annotations: {readOnlyHint: true}, execution: {taskSupport: optional}}}]
rules:
  - {when: {method: tools/call, params: {name: other, arguments: {}, task: {ttl: 60000}}}, do: [{result: {task: {status: working, O}}}]}
  - {when: {method: tools/call, params: {name: other}}, do: [{result: {content: []}}]}
  - {when: {method: tasks/get, params: {taskId: o}, nth: 1}, do: [{result: {status: <first>, O}}]}
  - {when: {method: tasks/get, params: {taskId: o}, nth: 2}, do: [{result: {status: <last>, O}}]}
  - {when: {method: tasks/result, params: {taskId: o}}, do: [<said>]}
`

// formOf is the question of a task, whose params have more members.
func formOf(more string) string {
	return `{request: {method: elicitation/create, wait: true, params: {message: m, requestedSchema: {type: object, properties: {a: {type: string}}}` + more + `}}}, `
}

// named says whose a message is: that of the other tool's task.
const named = `_meta: {io.modelcontextprotocol/related-task: {taskId: o}}`

// withOther is a server with the task of another tool, of which this is said.
func withOther(first, said, last string) subject {
	server := withTask("support", "optional")
	other := strings.NewReplacer("O}", strings.Replace(describedTask, "taskId: t", "taskId: o", 1)+"}", "<first>", first, "<said>", said, "<last>", last).Replace(otherTool)
	server.script = drawnIDs(strings.Replace(server.script, "]\nrules:\n", other, 1))
	return server
}

func init() { maps.Copy(defects, taskDefects) }

// drawnIDs writes the ids of tasks as a server draws them at random.
func drawnIDs(script string) string {
	ids := map[string]string{"taskId: t": "taskId: t4b8f0c2e9a7d6135", "taskId: u": "taskId: uc93d5e17f20a84b6", "taskId: o": "taskId: o7e62b9d04c8f1a35"}
	return shortID.ReplaceAllStringFunc(script, func(short string) string { return ids[short] })
}

var shortID = regexp.MustCompile(`taskId: [tuo]\b`)

// withTask is a server that says one part otherwise.
func withTask(part, said string) subject {
	server := withShortIDs(part, said)
	server.script = drawnIDs(server.script)
	return server
}

// withShortIDs is such a server whose tasks have the ids t and u.
func withShortIDs(part, said string) subject {
	parts := maps.Clone(taskParts)
	parts[part] = said
	script := taskScript
	for name, text := range parts {
		script = strings.ReplaceAll(script, "<"+name+">", text)
	}
	other := strings.Replace(describedTask, "taskId: t", "taskId: u", 1)
	return subject{script: strings.NewReplacer("T}", describedTask+"}", "U}", other+"}").Replace(script)}
}

// taskDefects are servers with one mistake about tasks each, like [defects].
var taskDefects = map[string]subject{
	"TASK-01 flat":              withTask("created", `{result: {status: working, T}}`),
	"TASK-01 its end":           withTask("created", `{result: {task: {status: completed, T}}}`),
	"TASK-02 unknown":           withTask("first", `{error: {code: -32602, message: no such task}}`),
	"TASK-02 no times":          withTask("first", `{result: {status: working, taskId: t, ttl: 1}}`),
	"TASK-03 early":             withTask("last", `{result: {status: working, T}}`),
	"TASK-03 no task":           withTask("result", `{result: {content: []}}`),
	"TASK-03 no result":         withTask("result", `{result: {_meta: {io.modelcontextprotocol/related-task: {taskId: t}}}}`),
	"TASK-03 asks for nobody":   withOther("input_required", formOf("")+`{result: {content: [], `+named+`}}`, "completed"),
	"TASK-03 asks for another":  withOther("input_required", formOf(", "+strings.Replace(named, "taskId: o", "taskId: t", 1))+`{result: {content: [], `+named+`}}`, "completed"),
	"TASK-03 asks at work":      withOther("working", formOf(", "+named)+`{result: {content: [], `+named+`}}`, "completed"),
	"TASK-03 fails completed":   withOther("completed", `{result: {content: [], isError: true, `+named+`}}`, "completed"),
	"TASK-03 refuses completed": withOther("completed", `{error: {code: -32603, message: no}}`, "completed"),
	"TASK-03 succeeds failed":   withOther("failed", `{result: {content: [], `+named+`}}`, "failed"),
	"TASK-04 acknowledged":      withTask("cancelled", `{result: {}}`),
	"TASK-04 going on":          withTask("later", `{result: {status: working, U}}`),
	"TASK-04 the end":           withTask("ended", `{result: {status: cancelled, T}}`),
	"TASK-04 wakes":             withTask("after", `{result: {status: working, T}}`),
	"TASK-01 one id":            withTask("second", `{result: {task: {status: working, T}}}`),
	"TASK-02 made again":        withTask("last", `{result: {status: completed, taskId: t, createdAt: "2025-11-25T10:31:00Z", lastUpdatedAt: "2025-11-25T10:31:00Z", ttl: null}}`),
	"TASK-02 a shorter ttl":     withTask("last", `{result: {status: completed, taskId: t, createdAt: "2025-11-25T10:30:00Z", lastUpdatedAt: "2025-11-25T10:31:00Z", ttl: 5}}`),
	"TASK-02 named twice":       withTask("first", `{result: {status: working, _meta: {io.modelcontextprotocol/related-task: {taskId: t}}, T}}`),
	"TASK-02 not kept":          withTask("after", `{error: {code: -32602, message: no such task}}`),
	"TASK-03 once":              withTask("again", `{error: {code: -32602, message: it was fetched}}`),
	"TASK-04 no ttl":            withTask("cancelled", `{result: {status: cancelled, taskId: u, createdAt: "2025-11-25T10:30:00Z", lastUpdatedAt: "2025-11-25T10:30:00Z"}}`),
	"TASK-07 listed twice":      withTask("listed", `{result: {tasks: [{status: working, T}, {status: working, T}]}}`),
	"TASK-05 internal":          withTask("unknown", `{error: {code: -32603, message: oops}}`),
	"TASK-06 as a tool error":   withTask("support", `required`),
	"TASK-07 none":              withTask("listed", `{result: {tasks: []}}`),
	"TASK-08 letters":           withShortIDs("support", "optional"),
	"TASK-07 no ttl":            withTask("listed", `{result: {tasks: [{taskId: t, status: working}]}}`),
}
