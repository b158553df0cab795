package protocol

import "encoding/json"

// ExtensionTasks is the identifier of the extension in which tools/call may be answered
// with a task instead of a result.
const ExtensionTasks = "io.modelcontextprotocol/tasks"

// ResultTask is the resultType of an answer that is a task.
const ResultTask = "task"

// Requests about a task.
const (
	MethodGetTask    = "tasks/get"
	MethodUpdateTask = "tasks/update"
	MethodCancelTask = "tasks/cancel"

	NotifyTask = "notifications/tasks"
)

// TaskParams are the params of requests about a task.
type TaskParams struct {
	TaskID string `json:"taskId"`
	// InputResponses are the answers to what the task asks, by its keys; of tasks/update.
	InputResponses json.RawMessage `json:"inputResponses,omitempty"`
}
