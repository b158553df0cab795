package modern_test

import (
	"encoding/base64"
	"fmt"
	"strings"
)

// sdkDefects were seen in servers of the SDKs for Go.
var sdkDefects = []defect{
	{id: "M-TOOL-05", name: "what a tool has not found is an internal error", over: "stdio", change: searches(refuse(-32603, "no such book"))},
	{id: "M-TOOL-05", name: "what a tool has not found is an error without a code", over: "http", change: searches(refuse(0, "no such book"))},
	{id: "M-RES-03", name: "a picture is base64 of base64", over: "http", change: results(func(c *call, r object) {
		once := base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1a\n----------"))
		r["contents"] = list{object{"uri": c.params["uri"], "mimeType": "image/png", "blob": base64.StdEncoding.EncodeToString([]byte(once))}}
	}, "resources/read")},
	{id: "M-RES-03", name: "the bytes of a picture are a text", over: "stdio", change: results(func(c *call, r object) {
		r["contents"] = list{object{"uri": c.params["uri"], "mimeType": "image/png", "text": "\ufffdPNG\r\n\u001a\n"}}
	}, "resources/read")},
	{id: "M-RES-04", name: "names in a template lead out of its folder", over: "http", change: handle("resources/read", func(c *call, next handler) (object, *fault) {
		if uri := fmt.Sprint(c.params["uri"]); strings.HasPrefix(uri, "note://") && strings.HasSuffix(uri, "../etc/passwd") {
			return c.cached(object{"contents": list{object{"uri": uri, "text": "root:x:0:0:root:/root:/bin/bash\n"}}}), nil
		}
		return next(c)
	})},
	{id: "M-MRTR-14", name: "a form asks for the PIN of a card", over: "stdio", change: secretForm("cardPin", object{"type": "string"})},
}

// searches offers a tool more, which finds nothing.
func searches(f *fault) func(*server) {
	return func(v *server) {
		v.tools = append(v.tools, tool{def: object{"name": "search", "inputSchema": object{"type": "object"}, "annotations": object{"readOnlyHint": true}},
			run: func(*call) (object, *fault) { return nil, f }})
	}
}
