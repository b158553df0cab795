package modern_test

import "strings"

// respelled sends a member under another name, wherever it is.
func respelled(name, as string) func(*server) {
	return wire(func(s string) string { return strings.ReplaceAll(s, `"`+name+`":`, `"`+as+`":`) })
}

// nameDefects are members that a client which compares names does not find.
var nameDefects = []defect{
	{id: "M-DISC-02", name: "the tools that it declares and lists are Tools", over: "stdio", change: respelled("tools", "Tools")},
	{id: "M-DISC-02", name: "instructions are Instructions", over: "stdio", change: respelled("instructions", "Instructions")},
	{id: "M-FORM-01", name: "readOnlyHint is read_only_hint", over: "stdio", change: respelled("readOnlyHint", "read_only_hint")},
	{id: "M-FORM-02", name: "the arguments are Arguments", over: "stdio", change: respelled("arguments", "Arguments")},
	{id: "M-FORM-05", name: "the mimeType of what is read is a MimeType", over: "stdio", change: respelled("mimeType", "MimeType")},
	{id: "M-FORM-06", name: "isError is IsError", over: "stdio", also: []string{"M-TOOL-04"}, change: respelled("isError", "IsError")},
	{id: "M-FORM-07", name: "hasMore is HasMore", over: "stdio", change: respelled("hasMore", "HasMore")},
	{id: "M-FORM-08", name: "the logger is a Logger", over: "stdio", change: respelled("logger", "Logger")},
	{id: "M-PAG-03", name: "nextCursor is NextCursor", over: "stdio", change: respelled("nextCursor", "NextCursor")},
	{id: "M-MRTR-02", name: "inputRequests are InputRequests", over: "stdio", change: respelled("inputRequests", "InputRequests")},
	{id: "M-MRTR-02", name: "the requestState is a request_state", over: "stdio", change: respelled("requestState", "request_state")},
}
