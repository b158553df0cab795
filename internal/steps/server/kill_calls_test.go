package server_test

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync/atomic"
)

// working is a server with a tool that reports progress and takes its time.
const working = `
tools: [{name: work, annotations: {readOnlyHint: true}}]
rules: [{when: {method: tools/call, tool: work}, do: [{progress: {count: 3, every: 100ms}}]}]
`

// callKillers are mutants that treat certain calls wrongly.
func callKillers() map[string]killer {
	const done = `{"jsonrpc":"2.0","id":ID,"result":{"content":[]}}`
	out := map[string]killer{}
	add := func(id, script string, line func(string) (string, bool)) {
		out[id] = killer{id: id, server: subject{script: script, line: line}}
	}
	add("PROG-01", working, func(line string) (string, bool) {
		if strings.Contains(line, "progressToken") {
			return "", false
		}
		return answering(`"name":"work"`, progressLine(`0`, 1)+"\n"+done)(line)
	})
	add("PROG-02", working, answering(`"mcpsim-1"`, progressLine(`"mcpsim-1"`, 1)+"\n"+progressLine(`"mcpsim-1"`, 1)+"\n"+done))
	add("PROG-03", working, answering(`"mcpsim-1"`, progressLine(`"mcpsim-1"`, 1)+"\n"+done+"\n"+progressLine(`"mcpsim-1"`, 2)))
	add("PROG-04", working, answering(`"progressToken":7}`, progressLine(`"7"`, 1)+"\n"+done))
	add("RES-04", `resources: ["file:///srv/notes/a.txt"]`, answering("%2e%2e/",
		`{"jsonrpc":"2.0","id":ID,"result":{"contents":[{"uri":"file:///etc/passwd","text":"root:x:0:0:root:/root:/bin/sh\n"}]}}`))
	add("CAN-04", "", cancellable())
	out["CAN-06"] = killer{id: "CAN-06", server: subject{http: true, script: working, request: looseCancel}}
	return out
}

// cancellable gives up when its initialize request is cancelled.
func cancellable() func(string) (string, bool) {
	var id atomic.Value
	return func(line string) (string, bool) {
		if m := idMember.FindStringSubmatch(line); m != nil && strings.Contains(line, `"initialize"`) {
			id.Store(m[1])
		}
		known, _ := id.Load().(string)
		return "exit", known != "" && strings.Contains(line, `"requestId":`+known+",")
	}
}

// progressLine is a notification of progress for a token.
func progressLine(token string, progress int) string {
	return `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":` + token + `,"progress":` + string(rune('0'+progress)) + `}}`
}

var quotedID = regexp.MustCompile(`"requestId":"(\d+)"`)

// looseCancel takes the id of a cancellation for a number.
func looseCancel(r *http.Request, body string) int {
	r.Body = io.NopCloser(strings.NewReader(quotedID.ReplaceAllString(body, `"requestId":$1`)))
	return 0
}
