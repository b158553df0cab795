package specimen_test

import "strings"

// respelled sends a member under another name, wherever it is.
func respelled(name, as string) func(*server) {
	return wire(func(s string) string { return strings.ReplaceAll(s, `"`+name+`":`, `"`+as+`":`) })
}

// nameDefects are members that a client which compares names does not find.
var nameDefects = []defect{
	{id: "LIFE-01", name: "its version is a Version", over: "stdio", change: respelled("version", "Version")},
	{id: "LIFE-01", name: "the tools that it declares and lists are Tools", over: "stdio", change: respelled("tools", "Tools")},
	{id: "LIFE-01", name: "the prompts that it declares and lists are Prompts", over: "stdio", change: respelled("prompts", "Prompts")},
	{id: "LIFE-01", name: "subscribe is Subscribe", over: "stdio", change: respelled("subscribe", "Subscribe")},
	{id: "LIFE-01", name: "listChanged is list_changed", over: "stdio", change: respelled("listChanged", "list_changed")},
	{id: "TOOL-09", name: "readOnlyHint is ReadOnlyHint", over: "stdio", change: respelled("readOnlyHint", "ReadOnlyHint")},
	{id: "TOOL-09", name: "annotations are Annotations", over: "stdio", change: respelled("annotations", "Annotations")},
	{id: "TOOL-09", name: "outputSchema is output_schema", over: "stdio", change: respelled("outputSchema", "output_schema")},
	{id: "TOOL-10", name: "isError is is_error", over: "stdio", change: respelled("isError", "is_error")},
	{id: "RES-06", name: "the size is a Size", over: "stdio", change: respelled("size", "Size")},
	{id: "RES-07", name: "the mimeType of what is read is a mime_type", over: "stdio", change: results(func(_ *call, r object) {
		var all list
		for _, one := range r["contents"].(list) {
			content := one.(object)
			all = append(all, with(content, "mime_type", content["mimeType"], "mimeType", nil))
		}
		r["contents"] = all
	}, "resources/read")},
	{id: "PRM-02", name: "the arguments are Arguments", over: "stdio", change: respelled("arguments", "Arguments")},
	{id: "PRM-02", name: "required is Required", over: "stdio", also: []string{"LIFE-19"}, change: respelled("required", "Required")},
	{id: "COMP-04", name: "hasMore is HasMore", over: "stdio", change: respelled("hasMore", "HasMore")},
	{id: "LOG-06", name: "the logger is a Logger", over: "stdio", change: respelled("logger", "Logger")},
	{id: "PAG-05", name: "nextCursor is NextCursor", over: "stdio", change: respelled("nextCursor", "NextCursor")},
}
