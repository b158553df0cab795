package server_test

import (
	"maps"
	"strings"
)

// taskParts are what a server with one task of 2025-11-25 says, in the order in which it is
// asked: T stands for what describes the task, but for its status.
var taskParts = map[string]string{
	"created":   `{result: {task: {status: working, T}}}`,
	"first":     `{result: {status: working, T}}`,
	"listed":    `{result: {tasks: [{status: working, T}]}}`,
	"cancelled": `{result: {status: cancelled, T}}`,
	"later":     `{result: {status: cancelled, T}}`,
	"result":    `{result: {content: [], _meta: {io.modelcontextprotocol/related-task: {taskId: t}}}}`,
	"last":      `{result: {status: completed, T}}`,
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
  - {when: {method: tools/call, params: {name: job, arguments: {}, task: {ttl: 60000}}}, do: [<created>]}
  - {when: {method: tools/call, params: {name: job, arguments: {}}}, do: [<plain>]}
  - {when: {method: tasks/get, params: {taskId: mcpsim-no-such-task}}, do: [<unknown>]}
  - {when: {method: tasks/result, params: {taskId: mcpsim-no-such-task}}, do: [<unknown>]}
  - {when: {method: tasks/cancel, params: {taskId: mcpsim-no-such-task}}, do: [<unknown>]}
  - {when: {method: tasks/get, params: {taskId: t}, nth: 1}, do: [<first>]}
  - {when: {method: tasks/get, params: {taskId: t}, nth: 2}, do: [<first>]}
  - {when: {method: tasks/get, params: {taskId: t}, nth: 3}, do: [<later>]}
  - {when: {method: tasks/get, params: {taskId: t}, nth: 4}, do: [<last>]}
  - {when: {method: tasks/list}, do: [<listed>]}
  - {when: {method: tasks/cancel, params: {taskId: t}, nth: 1}, do: [<cancelled>]}
  - {when: {method: tasks/cancel, params: {taskId: t}, nth: 2}, do: [<ended>]}
  - {when: {method: tasks/result, params: {taskId: t}}, do: [<result>]}
`

func init() { maps.Copy(defects, taskDefects) }

// withTask is a server that says one part otherwise.
func withTask(part, said string) subject {
	parts := maps.Clone(taskParts)
	parts[part] = said
	script := taskScript
	for name, text := range parts {
		script = strings.ReplaceAll(script, "<"+name+">", text)
	}
	return subject{script: strings.ReplaceAll(script, "T}", describedTask+"}")}
}

// taskDefects are servers with one mistake about tasks each, like [defects].
var taskDefects = map[string]subject{
	"TASK-01 flat":            withTask("created", `{result: {status: working, T}}`),
	"TASK-01 its end":         withTask("created", `{result: {task: {status: completed, T}}}`),
	"TASK-02 unknown":         withTask("first", `{error: {code: -32602, message: no such task}}`),
	"TASK-02 no times":        withTask("first", `{result: {status: working, taskId: t, ttl: 1}}`),
	"TASK-03 early":           withTask("last", `{result: {status: working, T}}`),
	"TASK-03 no task":         withTask("result", `{result: {content: []}}`),
	"TASK-03 no result":       withTask("result", `{result: {_meta: {io.modelcontextprotocol/related-task: {taskId: t}}}}`),
	"TASK-04 acknowledged":    withTask("cancelled", `{result: {}}`),
	"TASK-04 going on":        withTask("later", `{result: {status: working, T}}`),
	"TASK-04 the end":         withTask("ended", `{result: {status: cancelled, T}}`),
	"TASK-05 internal":        withTask("unknown", `{error: {code: -32603, message: oops}}`),
	"TASK-06 as a tool error": withTask("support", `required`),
	"TASK-07 none":            withTask("listed", `{result: {tasks: []}}`),
	"TASK-07 no ttl":          withTask("listed", `{result: {tasks: [{taskId: t, status: working}]}}`),
}
