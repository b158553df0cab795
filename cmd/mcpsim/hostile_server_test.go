package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/mcpsim/mcpsim/reports"
)

// hostileText is the file with what hostile servers and clients say in every place where
// they can say something. It is no variable: what is in those of a definition is a secret.
const hostileText = "hostile.txt"

// The modes of a hostile server.
const (
	modeOffers  = "offers"  // a handshake, then texts in all that it offers
	modeRefuses = "refuses" // initialize is an error
	modeLies    = "lies"    // the revision is a text
	modeDies    = "dies"    // it writes to stderr and ends
	modeNoise   = "noise"   // its first line is no message, then it offers
)

var hostileModes = []string{modeOffers, modeRefuses, modeLies, modeDies, modeNoise}

func hostileSays() string {
	text, err := os.ReadFile(hostileText)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// hostileServer is a server over stdio. Its first argument is the mode.
func hostileServer() {
	text, mode := hostileSays(), os.Args[1]
	fmt.Fprintln(os.Stderr, text)
	if mode == modeDies {
		os.Exit(1)
	}
	if mode == modeNoise {
		fmt.Println(strings.ReplaceAll(text, "\n", " "))
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<24)
	for in.Scan() {
		for _, answer := range hostileAnswers(in.Bytes(), text, mode) {
			_, _ = os.Stdout.Write(append(answer, '\n'))
		}
	}
}

// hostileHandler is one over HTTP. Some modes are those of HTTP.
func hostileHandler(text, mode string) http.Handler {
	line := strings.Map(func(r rune) rune { // what a header can carry
		if r < ' ' || r == 0x7f {
			return '.'
		}
		return r
	}, text)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch mode {
		case "401":
			w.Header().Set("WWW-Authenticate", `Bearer realm="`+line+`"`)
			http.Error(w, text, http.StatusUnauthorized)
			return
		case "500":
			w.Header().Set("Content-Type", line)
			w.WriteHeader(http.StatusInternalServerError)
			_, _ = w.Write([]byte(text))
			return
		case "type":
			w.Header().Set("Content-Type", line)
			_, _ = w.Write([]byte(text))
			return
		}
		var body json.RawMessage
		if r.Method != http.MethodPost || json.NewDecoder(r.Body).Decode(&body) != nil {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		answers := hostileAnswers(body, text, mode)
		if len(answers) == 0 {
			w.WriteHeader(http.StatusAccepted)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-Said", line)
		_, _ = w.Write(answers[len(answers)-1])
	})
}

// hostileAnswers is what the server sends for a message.
func hostileAnswers(message []byte, text, mode string) [][]byte {
	var request struct {
		ID     json.RawMessage
		Method string
	}
	if json.Unmarshal(message, &request) != nil || request.ID == nil || request.Method == "" {
		return nil
	}
	out := map[string]any{"jsonrpc": "2.0", "id": request.ID}
	failure := map[string]any{"code": -32000, "message": text, "data": map[string]any{text: text}}
	schema := map[string]any{"type": "object", "description": text, "properties": map[string]any{text: map[string]any{"type": "string", "description": text}}}
	content := []any{map[string]any{"type": "text", "text": text}}
	switch request.Method {
	case "initialize":
		revision := "2025-11-25"
		if mode == modeLies {
			revision = text
		}
		if out["result"] = map[string]any{
			"protocolVersion": revision, "instructions": text, "serverInfo": map[string]any{"name": text, "title": text, "version": text},
			"capabilities": map[string]any{"tools": map[string]any{}, "prompts": map[string]any{}, "resources": map[string]any{}, "logging": map[string]any{}},
		}; mode == modeRefuses {
			delete(out, "result")
			out["error"] = failure
		}
	case "tools/list":
		out["result"] = map[string]any{"tools": []any{
			map[string]any{"name": "say", "title": text, "description": text, "inputSchema": schema, "annotations": map[string]any{"title": text}},
			map[string]any{"name": text, "description": text, "inputSchema": schema},
			map[string]any{"name": "fail", "inputSchema": map[string]any{"type": "object"}},
		}}
	case "tools/call":
		out["result"] = map[string]any{"content": content, "structuredContent": map[string]any{text: text}, "isError": strings.Contains(string(message), `"fail"`)}
	case "prompts/list":
		out["result"] = map[string]any{"prompts": []any{map[string]any{"name": text, "description": text}, map[string]any{"name": "one", "title": text}}}
	case "prompts/get":
		out["result"] = map[string]any{"description": text, "messages": []any{map[string]any{"role": "user", "content": content[0]}}}
	case "resources/list":
		out["result"] = map[string]any{"resources": []any{map[string]any{"uri": text, "name": text}, map[string]any{"uri": "x://y", "name": text, "mimeType": text}}}
	case "resources/templates/list":
		out["result"] = map[string]any{"resourceTemplates": []any{map[string]any{"uriTemplate": text, "name": text}}}
	case "resources/read":
		out["result"] = map[string]any{"contents": []any{map[string]any{"uri": text, "text": text, "mimeType": text}}}
	default:
		out["error"] = failure
	}
	log := map[string]any{"jsonrpc": "2.0", "method": "notifications/message", "params": map[string]any{"level": "error", "logger": text, "data": text}}
	return [][]byte{encoded(log), encoded(out)}
}

func encoded(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return data
}

// resultsOf are results with a text in every place.
func resultsOf(text string) string {
	var out bytes.Buffer
	err := reports.Write(&out, "json", reports.Run{Mcpsim: text, Go: text, World: "target", Shard: "1/2", Planned: 2}, []reports.Result{{
		URI: text, Feature: text, Rule: reports.Rule{Name: text, IDs: []string{text}, Text: text, Practice: text}, Name: text, Tags: []string{text}, World: text,
		Verdict: reports.Failed, Level: text, Suite: text, Steps: []reports.Step{{Keyword: text, Text: text, Status: reports.StepStatus(text)}}, Error: text,
		Timeline: []string{text}, See: text, Reproduce: text, Difference: &reports.Difference{First: text, Other: text},
	}})
	if err != nil {
		panic(err)
	}
	return out.String()
}
