package specimen_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// prints writes a line to standard output when a method comes.
func prints(line string, methods ...string) func(*server) {
	return func(v *server) {
		v.stdio.line = func(p *netem.Process, raw string) bool {
			for _, m := range methods {
				if strings.Contains(raw, `"`+m+`"`) {
					_, _ = io.WriteString(p.Out(), line+"\n")
				}
			}
			return false
		}
	}
}

// pretty is a message on many lines.
func pretty(data []byte) string {
	var b bytes.Buffer
	_ = json.Indent(&b, data, "", "  ")
	return b.String() + "\n"
}

func onLine(f func(p *netem.Process, raw string) bool) func(*server) {
	return func(v *server) { v.stdio.line = f }
}

// buffered writes in blocks of that size, as a program does that never flushes.
func buffered(size int) func(*server) {
	return func(v *server) {
		var kept strings.Builder
		v.stdio.write = func(p *netem.Process, wire string) {
			kept.WriteString(wire)
			for kept.Len() >= size {
				all := kept.String()
				kept.Reset()
				kept.WriteString(all[size:])
				_, _ = io.WriteString(p.Out(), all[:size])
			}
		}
	}
}

var stdioDefects = func() []defect {
	all := []defect{
		{id: "STDIO-01", name: "a banner is printed to standard output", change: func(v *server) { v.stdio.hello = "Specimen MCP server running\n" }},
		{id: "STDIO-01", name: "a blank line is printed first", change: func(v *server) { v.stdio.hello = "\n" }},
		{id: "STDIO-01", name: "the last line has no end", change: func(v *server) {
			v.stdio.bye = `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"bye"}}`
		}},
		{id: "STDIO-01", name: "goodbye is printed at the end of input", change: func(v *server) { v.stdio.bye = "bye\n" }},
		{id: "STDIO-01", name: "a farewell in JSON is printed at the end of input", change: func(v *server) { v.stdio.bye = `{"level":"info","msg":"shutting down"}` + "\n" }},
		{id: "STDIO-01", name: "tools/call is logged to standard output", change: prints("INFO calling a tool", "tools/call")},
		{id: "STDIO-01", name: "tools/list is logged to standard output", change: prints("listing tools", "tools/list")},
		{id: "STDIO-01", name: "resources/read is logged to standard output", change: prints("reading", "resources/read")},
		{id: "STDIO-01", name: "prompts/get is logged to standard output", change: prints("[prompts] get", "prompts/get")},
		{id: "STDIO-01", name: "completion/complete is logged to standard output as JSON", change: prints(`{"level":"debug","msg":"complete"}`, "completion/complete")},
		{id: "STDIO-01", name: "cancellations are logged to standard output", change: prints("cancelled", "notifications/cancelled")},
		{id: "STDIO-01", name: "setting a level is echoed to standard output", change: prints("level set", "logging/setLevel")},
		{id: "STDIO-01", name: "subscriptions are logged to standard output", change: prints("subscribed", "resources/subscribe")},
		{id: "STDIO-01", name: "messages have the header Content-Length", change: func(v *server) {
			v.stdio.frame = func(b []byte) string { return "Content-Length: 0\r\n\r\n" + string(b) + "\n" }
		}},
		{id: "STDIO-01", name: "a stack trace of a parse error goes to standard output", change: func(v *server) {
			v.stdio.garbage = func(s *session, _ string) {
				s.write(nil, failure(nil, refuse(-32700, "Parse error")))
				s.print("Traceback (most recent call last):")
			}
		}},
		{id: "STDIO-02", name: "messages are pretty-printed", also: []string{"STDIO-01"}, change: func(v *server) { v.stdio.frame = pretty }},
		{id: "STDIO-02", name: "results of tools/call are pretty-printed", also: []string{"STDIO-01"}, change: func(v *server) {
			v.stdio.frame = func(b []byte) string {
				if strings.Contains(string(b), `"content"`) {
					return pretty(b)
				}
				return string(b) + "\n"
			}
		}},
		{id: "STDIO-02", name: "newlines in texts are not escaped", also: []string{"STDIO-01"}, change: wire(func(s string) string { return strings.ReplaceAll(s, `\n`, "\n") })},
		{id: "STDIO-02", name: "the newline in the text of a resource is not escaped", also: []string{"STDIO-01"}, change: both(
			func(v *server) {
				v.resources[0].read = func() object {
					return object{"uri": "file:///docs/readme.md", "mimeType": "text/markdown", "text": "# Read me\nnow"}
				}
			},
			wire(func(s string) string { return strings.ReplaceAll(s, `me\nnow`, "me\nnow") }))},
		{id: "STDIO-03", name: "output is buffered in blocks of 4 KiB", also: []string{"LIFE-01", "PING-01", "BASE-01"}, change: buffered(4096)},
		{id: "STDIO-03", name: "each answer leaves with the next one", also: []string{"LIFE-01", "PING-01", "BASE-01"}, change: func(v *server) {
			var kept string
			v.stdio.write = func(p *netem.Process, wire string) { _, _ = io.WriteString(p.Out(), kept); kept = wire }
		}},
		{id: "STDIO-03", name: "output is flushed every 800 ms", also: []string{"PING-01"}, change: func(v *server) {
			v.stdio.write = func(p *netem.Process, wire string) {
				_ = clock.Sleep(context.Background(), v.clk, 800*time.Millisecond)
				_, _ = io.WriteString(p.Out(), wire)
			}
		}},
		{id: "STDIO-03", name: "the newline comes before the next message", also: []string{"LIFE-01", "PING-01", "BASE-01"}, change: func(v *server) {
			v.stdio.frame = func(b []byte) string { return "\n" + string(b) }
		}},
		{id: "STDIO-04", name: "lines end with CRLF", change: func(v *server) { v.stdio.frame = func(b []byte) string { return string(b) + "\r\n" } }},
		{id: "STDIO-04", name: "lines of results of tools end with CRLF", change: func(v *server) {
			v.stdio.frame = func(b []byte) string {
				if strings.Contains(string(b), `"content"`) {
					return string(b) + "\r\n"
				}
				return string(b) + "\n"
			}
		}},
		{id: "STDIO-07", name: "input that is not UTF-8 ends the process", change: dies(func(raw string) bool { return strings.ContainsRune(raw, '\ufffd') || !validUTF8(raw) })},
		{id: "STDIO-07", name: "a line that starts with no brace ends the process", also: []string{"BASE-08"}, change: dies(func(raw string) bool { return raw[0] != '{' && raw[0] != '[' })},
		{id: "STDIO-07", name: "a line that is a number ends the process", change: dies(func(raw string) bool { return raw[0] >= '0' && raw[0] <= '9' })},
		{id: "STDIO-06", name: "lines above 64 KiB end the process", change: dies(func(raw string) bool { return len(raw) > 64<<10 })},
		{id: "STDIO-06", name: "lines above 64 KiB are never answered", change: onLine(func(_ *netem.Process, raw string) bool { return len(raw) > 64<<10 })},
		{id: "STDIO-06", name: "lines above 1 MiB are never answered", change: onLine(func(_ *netem.Process, raw string) bool { return len(raw) > 1<<20 })},
		{id: "STDIO-08", name: "of requests that come at once only eight are seen", change: func(v *server) { v.stdio.burst = 8 }},
		{id: "STDIO-10", name: "every request writes 4 KiB to standard error", change: onLine(func(p *netem.Process, _ string) bool {
			_, _ = io.WriteString(p.Err(), strings.Repeat("x", 4095)+"\n")
			return false
		})},
		{id: "STDIO-10", name: "every request is copied to standard error, as logging transports do", change: onLine(func(p *netem.Process, line string) bool {
			_, _ = io.WriteString(p.Err(), "read: "+line+"\n")
			return false
		})},
		{id: "STDIO-11", name: "the end of input is not noticed", also: []string{"STDIO-12"}, change: func(v *server) { v.stdio.deaf = true }},
		{id: "STDIO-11", name: "the process ends 20 s after the end of input", change: func(v *server) { v.stdio.linger = 20 * time.Second }},
		{id: "STDIO-12", name: "neither the end of input nor TERM ends the process", also: []string{"STDIO-11"}, change: func(v *server) { v.stdio.deaf, v.stdio.stubborn = true, true }},
		{id: "STDIO-12", name: "TERM is ignored while input is open", change: func(v *server) { v.stdio.stubborn = true }},
		{id: "STDIO-15", name: "a cancelled call is answered all the same", also: []string{"CAN-01"}, change: func(v *server) {
			v.notes["notifications/cancelled"] = func(*session, object) {}
		}},
		{id: "STDIO-17", name: "the process takes 5 s to start", also: []string{"LIFE-01"}, change: func(v *server) { v.stdio.boot = 5 * time.Second }},
		{id: "STDIO-05", name: "CRLF on input is a parse error", change: func(v *server) { v.stdio.strict = true }},
		{id: "STDIO-05", name: "blank lines on input end the process", change: func(v *server) { v.stdio.blank = func(w *pipe) { w.p.Exit(1) } }},
		{id: "STDIO-05", name: "blank lines on input are answered with a parse error", change: func(v *server) {
			v.stdio.blank = func(w *pipe) { w.write(nil, failure(nil, refuse(-32700, "Parse error"))) }
		}},
		{id: "STDIO-09", name: "what does not fit into the pipe is thrown away", change: droppy},
	}
	for i := range all {
		all[i].over = "stdio"
	}
	return all
}()

func validUTF8(s string) bool { return strings.ToValidUTF8(s, "") == s }

func dies(when func(raw string) bool) func(*server) {
	return onLine(func(p *netem.Process, raw string) bool {
		if when(raw) {
			p.Exit(1)
			return true
		}
		return false
	})
}

// droppy writes without waiting: what the pipe does not take at once is lost.
func droppy(v *server) {
	busy := make(chan struct{}, 1)
	v.stdio.write = func(p *netem.Process, wire string) {
		select {
		case busy <- struct{}{}:
			go func() { _, _ = io.WriteString(p.Out(), wire); <-busy }()
			_ = clock.Sleep(context.Background(), v.clk, time.Millisecond)
		default:
		}
	}
}
