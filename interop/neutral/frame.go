package main

import (
	"bytes"
	"fmt"
	"sync"
)

// The sizes of the prebuilt answers. Package peers counts on them.
const (
	burstEvents = 10_000
	listedTools = 5_000
)

// kind says how a message is answered.
type kind uint8

const (
	silence kind = iota // a notification
	initialize
	discover
	list
	echo
	burst
	ping
	unknown
)

// frame is what the server needs to know of a message.
type frame struct {
	kind kind
	id   []byte // raw token
	text []byte // of an echo, still escaped
}

// read finds id and method. They come before the params.
func read(message []byte) frame {
	head := message[:min(len(message), 256)]
	f := frame{id: after(head, `"id":`)}
	if f.id == nil {
		return f
	}
	f.id = f.id[:bytes.IndexAny(f.id, ",}")]
	method := after(head, `"method":"`)
	switch {
	case bytes.HasPrefix(method, []byte(`tools/call"`)) && bytes.Contains(message[:min(len(message), 512)], []byte(`"burst"`)):
		f.kind = burst
	case bytes.HasPrefix(method, []byte(`tools/call"`)):
		f.kind = echo
		f.text = after(message, `"text":"`)
		f.text = f.text[:max(0, bytes.IndexByte(f.text, '"'))] // measured texts have no quotes
	case bytes.HasPrefix(method, []byte(`tools/list"`)):
		f.kind = list
	case bytes.HasPrefix(method, []byte(`initialize"`)):
		f.kind = initialize
	case bytes.HasPrefix(method, []byte(`server/discover"`)):
		f.kind = discover
	case bytes.HasPrefix(method, []byte(`ping"`)):
		f.kind = ping
	default:
		f.kind = unknown
	}
	return f
}

// after is what follows the first occurrence of a name, nil if there is none.
func after(s []byte, name string) []byte {
	if i := bytes.Index(s, []byte(name)); i >= 0 {
		return s[i+len(name):]
	}
	return nil
}

// answer appends the answer to a message, without a newline. Results have the members that
// 2026-07-28 wants of them; earlier revisions ignore them.
func (f frame) answer(to []byte) []byte {
	to = append(to, `{"jsonrpc":"2.0","id":`...)
	to = append(to, f.id...)
	switch f.kind {
	case initialize:
		to = append(to, `,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{},"logging":{}},"serverInfo":{"name":"neutral","version":"1"}}}`...)
	case discover:
		to = append(to, `,"result":{"resultType":"complete","ttlMs":0,"cacheScope":"private","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}}`...)
	case list:
		to = append(to, tools()...)
	case echo:
		to = append(to, `,"result":{"resultType":"complete","content":[{"type":"text","text":"`...)
		to = append(to, f.text...)
		to = append(to, `"}]}}`...)
	case burst:
		to = append(to, `,"result":{"resultType":"complete","content":[{"type":"text","text":"done"}]}}`...)
	case ping:
		to = append(to, `,"result":{}}`...)
	default:
		to = append(to, `,"error":{"code":-32601,"message":"Method not found"}}`...)
	}
	return to
}

// tools is the result member of tools/list. Long answers are built when they are
// first asked for: building them would lengthen the start of the process.
var tools = sync.OnceValue(buildTools)

func buildTools() []byte {
	out := []byte(`,"result":{"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[`)
	for i := range listedTools {
		if i > 0 {
			out = append(out, ',')
		}
		out = fmt.Appendf(out, `{"name":"tool_%d","title":"Tool %d","description":"Looks up record %d and returns it as text.\nFails if there is none.",`+
			`"inputSchema":{"type":"object","properties":{"id":{"type":"string","description":"The record's id"},"limit":{"type":"integer","minimum":1}},`+
			`"required":["id"]},"annotations":{"readOnlyHint":true}}`, i, i, i)
	}
	return append(out, `]}}`...)
}

// bursts are the notifications of a burst, as lines and as events.
var (
	burstLines = sync.OnceValue(func() []byte { return buildBurst("", "\n") })
	burstSSE   = sync.OnceValue(func() []byte { return buildBurst("event: message\ndata: ", "\n\n") })
)

func buildBurst(before, after string) (out []byte) {
	for i := range burstEvents {
		out = append(out, before...)
		out = fmt.Appendf(out, `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"line %d of the log, about sixty bytes long in all"}}`, i)
		out = append(out, after...)
	}
	return out
}
