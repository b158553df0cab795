package server_test

import (
	"maps"
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
	other := strings.Replace(describedTask, "taskId: t", "taskId: u", 1)
	return subject{script: strings.NewReplacer("T}", describedTask+"}", "U}", other+"}").Replace(script)}
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
	"TASK-04 going on":        withTask("later", `{result: {status: working, U}}`),
	"TASK-04 the end":         withTask("ended", `{result: {status: cancelled, T}}`),
	"TASK-04 wakes":           withTask("after", `{result: {status: working, T}}`),
	"TASK-01 one id":          withTask("second", `{result: {task: {status: working, T}}}`),
	"TASK-05 internal":        withTask("unknown", `{error: {code: -32603, message: oops}}`),
	"TASK-06 as a tool error": withTask("support", `required`),
	"TASK-07 none":            withTask("listed", `{result: {tasks: []}}`),
	"TASK-07 no ttl":          withTask("listed", `{result: {tasks: [{taskId: t, status: working}]}}`),
}
