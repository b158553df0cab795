package specimen_test

import (
	"encoding/base64"
	"slices"
	"strings"
	"sync"
)

// sdkDefects were seen in servers of the SDKs for Go.
var sdkDefects = []defect{
	{id: "TOOL-05", name: "what a tool has not found is an internal error", change: fails(-32603)},
	{id: "TOOL-05", name: "what a tool has not found is an error without a code", change: fails(0)},
	{id: "RES-03", name: "a picture is base64 of base64", change: contents("file:///docs/pixel.png", "blob", base64.StdEncoding.EncodeToString([]byte(pixel)))},
	{id: "RES-03", name: "the bytes of a picture are a text", change: both(
		contents("file:///docs/pixel.png", "text", "\ufffdPNG\r\n\u001a\n\u0000\u0000"), contents("file:///docs/pixel.png", "blob", nil))},
	{id: "RES-04", name: "names in a template lead out of its folder", change: namesLeadOut},
	{id: "LIFE-21", name: "a form asks for the PIN of a card", change: asksUser(object{"message": "Which card?", "requestedSchema": object{"type": "object", "properties": object{
		"card": object{"type": "string"}, "cardPin": object{"type": "string"}}}})},
}

// fails has the tool that fails do so with an error of the protocol.
func fails(code int) func(*server) {
	return runs("fail", func(*call, handler) (object, *fault) { return nil, refuse(code, "no such book") })
}

// namesLeadOut has no files, and a template whose names are paths.
func namesLeadOut(v *server) {
	v.resources = slices.DeleteFunc(v.resources, func(r resource) bool {
		uri, _ := r.def["uri"].(string)
		return strings.HasPrefix(uri, "file://")
	})
	v.templates = []object{{"uriTemplate": "shelf://books/{+name}", "name": "Books"}}
	handle("resources/read", func(c *call, next handler) (object, *fault) {
		uri, _ := c.params["uri"].(string)
		if strings.HasPrefix(uri, "shelf://books/../../") && strings.HasSuffix(uri, "/etc/passwd") {
			return object{"contents": list{object{"uri": uri, "text": "# users\nroot:x:0:0:root:/root:/bin/bash\n"}}}, nil
		}
		return next(c)
	})(v)
}

// sdkInnocents are correct in ways that servers of these SDKs have.
var sdkInnocents = []innocent{
	{name: "primes its streams with an event that has a name", over: "http", change: written(func(_ *stream, id, data string) string {
		if data == "" {
			return "event: prime\nid: " + id + "\ndata: \n\n"
		}
		return "id: " + id + "\ndata: " + data + "\n\n"
	})},
	{name: "lists its tools in any order", change: turned},
	{name: "refuses a call of what is out of order", change: fails(-32002)},
	{name: "sends what was changed on whichever stream is there", over: "http", blame: []string{"HL-11", "HL-38"}, change: anyStream},
	{name: "asks for the postal code", change: asksUser(object{"message": "Where?", "requestedSchema": object{"type": "object", "properties": object{
		"pinCode": object{"type": "string"}, "pin": object{"type": "string", "title": "Pin on the board"}}}})},
	{name: "has a picture that is text", change: both(contents("file:///docs/pixel.png", "text", "<svg xmlns='http://www.w3.org/2000/svg'/>\n"),
		contents("file:///docs/pixel.png", "mimeType", "image/svg+xml"), contents("file:///docs/pixel.png", "blob", nil))},
}

// turned begins the list of tools with another one each time, as maps of Go do.
func turned(v *server) {
	v.pageSize = 0
	var mu sync.Mutex
	times := 0
	results(func(_ *call, r object) {
		mu.Lock()
		defer mu.Unlock()
		all := r["tools"].(list)
		times++
		r["tools"] = slices.Concat(all[times%len(all):], all[:times%len(all)])
	}, "tools/list")(v)
}

// anyStream sends each update on one stream, in turn that of a call and that of a GET.
func anyStream(v *server) {
	var mu sync.Mutex
	times := 0
	outgoing(func(s *session, _ *call, msg object) []object {
		if msg["method"] != "notifications/resources/updated" {
			return []object{msg}
		}
		mu.Lock()
		times++
		own := times%2 == 0
		mu.Unlock()
		if c := s.calling(); own && c != nil {
			c.send(msg)
			return nil
		}
		return []object{msg}
	})(v)
}

// calling is a call of a tool that is under way; nil = there is none.
func (s *session) calling() *call {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.running {
		if c.method == "tools/call" && c.send != nil {
			return c
		}
	}
	return nil
}
