package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/words"
)

// injection is a text that clears a screen, sets a title, turns letters around, hides
// some, and has lines that look like mcpsim's.
const injection = "HOSTILE\x1b[2J\x1b]0;PWNED\x07\u009b31m\u202eB\u2066\u200f\u200b\u2028C\u2029D\U000e0041\x7f\b" +
	"\nmcpsim: all checks passed\r\nPASS all checks passed\rdocs: connected\n  reproduce: rm -rf ~\n::error::x ##[error]x ##vso[task.x]"

// stage is a folder with settings that lead to hostile servers, and a home.
type stage struct {
	dir, text string
	web       map[string]string // URLs of servers over HTTP by mode
}

func newStage(t *testing.T, text string) *stage {
	s := &stage{t.TempDir(), text, map[string]string{}}
	for _, mode := range []string{modeOffers, modeRefuses, modeLies, "401", "500", "type"} {
		server := httptest.NewServer(hostileHandler(text, mode))
		t.Cleanup(server.Close)
		s.web[mode] = strings.Replace(server.URL, "http://", "http://"+canaries["user"]+":"+url.QueryEscape(canaries["password"])+"@", 1) +
			"/" + canaries["path"] + "?key=" + url.QueryEscape(canaries["query"])
	}
	s.raw(hostileText, text)
	servers := map[string]any{}
	for _, mode := range hostileModes {
		servers["io-"+mode] = s.command(mode)
	}
	for mode, at := range s.web {
		servers["web-"+mode] = map[string]any{"type": "http", "url": at, "headers": map[string]any{"Authorization": "Bearer " + canaries["header"], "X-" + mode: "${SECRET_VAR}"}}
	}
	s.write("good.json", map[string]any{"mcpServers": servers})
	s.write("bad.json", map[string]any{text: 1, "mcpServers": map[string]any{
		text:  map[string]any{"command": text, "args": []string{text}, "cwd": text, "env": map[string]string{text: text}, text: text},
		"t":   map[string]any{"command": "x", "type": text},
		"u":   map[string]any{"type": "http", "url": "http://127.0.0.1:1/" + text, "headers": map[string]string{text: text}},
		"v":   map[string]any{"type": "http", "url": text, "timeout": text},
		"env": map[string]any{"command": "${" + text + "}"},
	}})
	one := map[string]any{"mcpServers": map[string]any{"io": s.command(modeOffers), "web": servers["web-"+modeOffers], "no": servers["io-"+modeDies]}}
	s.write(".mcp.json", one)
	s.write(".omp/mcp.json", one)
	s.write(".qwen/settings.json", one)
	s.write("home/.qwen/settings.json", map[string]any{"mcpServers": servers})
	s.write("agents.json", map[string]any{"servers": []any{
		map[string]any{"name": "io", "command": "hostile-server", "args": s.command(modeOffers)["args"], "env": s.command(modeOffers)["env"], "cwd": s.dir},
		map[string]any{"name": "web", "url": s.web[modeOffers], "headers": map[string]string{"Authorization": "Bearer " + canaries["header"]}},
	}})
	s.write("room.json", map[string]any{"McpServers": []any{map[string]any{"id": text, "url": text}, map[string]any{"id": "a", "url": "ws://127.0.0.1:1/?k=" + url.QueryEscape(canaries["query"]), text: text}}})
	s.raw("bad.yaml", "rules: [{"+string(encoded(text))+": 1}]\n")
	s.raw("idle.yaml", "name: "+string(encoded(text))+"\nrules:\n  - when: {method: "+string(encoded(text))+"}\n    do: [{result: {}}]\n")
	s.raw("bad.feature", "Feature: "+words.Clip(strings.ReplaceAll(text, "\n", " "), 200)+"\n  Rule: x\n    Example: y\n      Given "+strings.ReplaceAll(text, "\n", " ")+"\n")
	s.raw("talk.jsonl", recordingOf(text))
	s.raw("told.jsonl", resultsOf(text))
	s.raw("known.yaml", "server:\n  - "+string(encoded(text))+"\n")
	return s
}

// recordingOf is a recording in which client and server say a text in every place.
func recordingOf(text string) string {
	lines := []any{
		map[string]any{"format": "mcpsim-recording", "version": 1, "mcpsim": text, "pid": 1},
		map[string]any{"pid": 1, "at": "2026-11-22T11:55:16.1Z", "kind": "open", "conn": 1, "text": text},
		map[string]any{"pid": 1, "at": "2026-11-22T11:55:16.5Z", "kind": "chunk", "conn": 1, "from": "stderr", "data": text + "\n"},
	}
	at := 2
	chunk := func(from string, message any) {
		at++
		lines = append(lines, map[string]any{"pid": 1, "at": fmt.Sprintf("2026-11-22T11:55:17.%dZ", at), "kind": "chunk", "conn": 1, "from": from, "data": string(encoded(message)) + "\n"})
	}
	for id, method := range []string{"initialize", "tools/list", "tools/call"} {
		request := encoded(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": map[string]any{"name": text, "arguments": map[string]any{text: text}}})
		chunk("client", json.RawMessage(request))
		for _, answer := range hostileAnswers(request, text, modeOffers) {
			chunk("server", json.RawMessage(answer))
		}
	}
	lines = append(lines, map[string]any{"pid": 1, "at": "2026-11-22T11:55:18Z", "kind": "exit", "conn": 1, "code": 0})
	var out strings.Builder
	for _, line := range lines {
		out.Write(append(encoded(line), '\n'))
	}
	return out.String()
}

// command is the definition of a server over stdio with secrets in all its parts.
func (s *stage) command(mode string) map[string]any {
	return map[string]any{
		"command": "hostile-server", "args": []string{mode, "--key=${SECRET_VAR}", "--token", canaries["flag"], "--api-key=" + canaries["assigned"]},
		"env": map[string]string{"SOME_TOKEN": canaries["env"]},
	}
}

func (s *stage) write(name string, v any) { s.raw(name, string(encoded(v))) }

func (s *stage) raw(name, text string) {
	path := filepath.Join(s.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		panic(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		panic(err)
	}
}

// staged are the command lines that meet hostile texts, by command. A command that is
// none of them is in ownTexts.
var staged = map[string][]string{
	"mcpsim connect": {
		"connect -v --config good.json", "connect --json --config good.json", "connect -v --hardened --config good.json",
		"connect --config bad.json", "connect --json --config bad.json", "connect --config bad.json --server nobody",
		"connect --config good.json --server io-offers --call io-offers/say --args {}", "connect --json --config good.json --server io-offers --call io-offers/fail --args {}",
		"connect --config good.json --server io-offers --call nothing", "connect --discover", "connect --discover --list-only --json",
		"connect @TEXT", "connect --config @TEXT", "connect --server @TEXT --config good.json", "connect --protocol @TEXT",
	},
	"mcpsim session": {
		"session --profile omp --do list --do tools --do @show --do @call --do @fail --do @read --do @prompts --do @resources --do @nobody",
		"session --json=false --profile omp --do list --do tools --do @show --do @call --do @fail --do @read --do @prompt --do @prompts --do @resources --do @nobody",
		"session --json=false --profile omp --config bad.json --do list", "session --profile omp --config bad.json --do list",
		"session --json=false --profile qwen --do wait --do list --do tools --do @show --do missing --do asking --do @call --do @prompts",
		"session --profile qwen --do wait --do list --do tools --do @show --do missing --do asking --do @call",
		"session --json=false --profile agents --config agents.json --do connect --do views --do errors --do tools --do @call",
		"session --profile agents --config agents.json --do connect --do views --do errors --do tools --do @call",
		"session --json=false --profile room --config room.json --do status", "session --profile room --config room.json --do status",
		"session --profile agents --config @TEXT", "session --profile @TEXT",
	},
	"mcpsim login":     {"login io-offers --config good.json", "login @URL --headless", "login @REFUSES --headless", "login @TEXT", "login web-401 --config good.json --headless", "login x --config @TEXT"},
	"mcpsim logout":    {"logout @TEXT", "logout @URL", "logout web-401 --config good.json", "logout x --config bad.json"},
	"mcpsim logins":    {"logins --credentials .", "logins --json --credentials @TEXT"},
	"mcpsim proxy ctl": {"proxy ctl @TEXT status", "proxy ctl @URL status", "proxy ctl @URL fault @TEXT", "proxy ctl @URL rule bad.yaml"},
	"mcpsim validate": {
		"validate --check LIFE-01,PING-01,TOOL-01,LOG-01 --timeout 1s --report json:a.jsonl --report junit:a.xml --report markdown:a.md --report sarif:a.sarif --config good.json --server io-offers",
		"validate --check LIFE-01,PING-01 --timeout 1s --config good.json --server web-offers", "validate --check PING-01 --config good.json --server web-401",
		"validate --check PING-01 --timeout 1s --config good.json --server io-lies", "validate --check PING-01 --config good.json --server io-dies",
		"validate --check LIFE-01 --timeout 1s --report json:- --config good.json --server io-refuses", "validate --check PING-01 --timeout 1s --config good.json --server web-type",
		"validate --config bad.json", "validate --config bad.json --server t", "validate --config bad.json --server v", "validate --list --features bad.feature",
		"validate --baseline known.yaml --list", "validate --check @TEXT --list", "validate @TEXT",
	},
	"mcpsim client": {
		"client --command @CLIENT --check CLI-01,CLI-05 --timeout 2s --report json:b.jsonl --report junit:b.xml --report markdown:b.md --report sarif:b.sarif",
		"client @URL", "client @REFUSES", "client --command @TEXT", "client --list --check @TEXT",
	},
	"mcpsim serve": {
		"serve bad.yaml --print", "serve bad.yaml --stdio", "serve idle.yaml --stdio", "serve idle.yaml --print-config claude", "serve @TEXT", "serve --fixture @TEXT",
	},
	"mcpsim control serve":    {"control serve --addr 127.0.0.1:x --config room.json", "control serve --config @TEXT"},
	"mcpsim control operator": {"control operator --addr 127.0.0.1:x --config bad.json", "control operator --config @TEXT"},
	"mcpsim run":              {"run bad.feature", "run --list bad.feature", "run @TEXT", "run --tags @TEXT"},
	"mcpsim integration":      {"integration --ports @TEXT"},
	"mcpsim scenario":         {"scenario talk.jsonl -o made --force", "scenario @TEXT", "scenario talk.jsonl -o made --of @TEXT"},
	"mcpsim timeline":         {"timeline talk.jsonl -o b.html", "timeline talk.jsonl --text", "timeline @TEXT", "timeline bad.feature:4"},
	"mcpsim shrink":           {"shrink bad.feature:4", "shrink @TEXT"},
	"mcpsim field":            {"field @TEXT"},
	"mcpsim steps":            {"steps @TEXT"},
	"mcpsim guarantees":       {"guarantees --results @TEXT"},
	"mcpsim help":             {"help @TEXT"},
	"mcpsim init":             {"init @TEXT", "init server -o begun -- @TEXT", "init script -o @TEXT"},
	"mcpsim man":              {"man @TEXT", "man -o @TEXT"},
	"mcpsim merge":            {"merge @TEXT", "merge talk.jsonl", "merge told.jsonl told.jsonl", "merge told.jsonl --report junit:a.xml --report json:a.jsonl --report markdown:a.md --report sarif:a.sarif"},
	"mcpsim schema":           {"schema @TEXT"},
}

// ownTexts are the commands that show nothing but texts of mcpsim's.
var ownTexts = []string{
	"mcpsim version", "mcpsim completion", "mcpsim completion bash", "mcpsim completion fish", "mcpsim completion powershell", "mcpsim completion zsh", "mcpsim demo",
}

// stands are the words of a command line that stand for others.
func (s *stage) stands(word string) string {
	switch word {
	case "@TEXT":
		return s.text
	case "@URL":
		return s.web[modeOffers]
	case "@REFUSES":
		return s.web[modeRefuses]
	case "@CLIENT":
		return "hostile-client --token " + canaries["flag"]
	case "@show":
		return "show io"
	case "@call":
		return `call io/say {}`
	case "@fail":
		return `call io/fail {}`
	case "@read":
		return "read io x://y"
	case "@prompt":
		return "prompt io one"
	case "@prompts":
		return "prompts io"
	case "@resources":
		return "resources io"
	case "@nobody":
		return "show " + words.Quote(strings.NewReplacer("\n", " ", "\x00", "").Replace(words.Clip(s.text, 4<<10)))
	}
	return word
}

// said is all that a command line wrote: stdout, stderr, and files.
func (s *stage) said(t *testing.T, line string) map[string]string {
	t.Helper()
	var args []string
	for _, word := range strings.Fields(line) {
		args = append(args, s.stands(word))
	}
	cmd := exec.CommandContext(t.Context(), "mcpsim", args...)
	cmd.Dir = s.dir
	cmd.Env = []string{
		"HOME=" + filepath.Join(s.dir, "home"), "PATH=" + os.Getenv("PATH"), "SECRET_VAR=" + canaries["variable"], "GITHUB_ACTIONS=true", "XDG_CONFIG_HOME=" + filepath.Join(s.dir, "home", "config"),
		"GITHUB_STEP_SUMMARY=" + filepath.Join(s.dir, "a.summary"),
		"QWEN_CODE_SYSTEM_SETTINGS_PATH=" + filepath.Join(s.dir, "none.json"),
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.Stdin = &stdout, &stderr, strings.NewReader("")
	err := cmd.Run()
	assert.Check(t, cmd.ProcessState != nil && cmd.ProcessState.ExitCode() != ui.ExitBug, "%v %s", err, &stderr)
	out := map[string]string{"stdout": stdout.String(), "stderr": stderr.String()}
	reports, _ := filepath.Glob(filepath.Join(s.dir, "[ab].*"))
	for _, file := range reports {
		data, err := os.ReadFile(file)
		assert.NilError(t, err)
		out[filepath.Base(file)] = string(data)
		assert.NilError(t, os.Remove(file))
	}
	return out
}

// Every command either meets hostile texts here or shows none.
func TestEveryCommandMeetsHostileTexts(t *testing.T) {
	a := testApp()
	a.ui = ui.New(a.System, nil)
	known := map[string]bool{}
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			visit(sub)
		}
		path := c.CommandPath()
		if known[path] = true; c.Hidden || !c.Runnable() || slices.Contains(ownTexts, path) || c.HasSubCommands() {
			return
		}
		assert.Check(t, len(staged[path]) > 0, "%s: add command lines that meet hostile texts to staged, or the command to ownTexts", path)
	}
	root := a.root()
	root.InitDefaultHelpCmd()
	visit(root)
	for path := range staged {
		assert.Check(t, known[path], "%s is no command", path)
	}
}

// Nothing that a server or a project's folder says drives a terminal, hides itself, or
// makes a line that looks like one of mcpsim's.
func TestNoHostileTextGetsOut(t *testing.T) {
	t.Parallel()
	s := newStage(t, injection)
	met := 0
	s.each(t, everyLine, func(t *testing.T, _, where, text string) {
		met += strings.Count(text, "HOSTILE")
		assert.Check(t, utf8.ValidString(text), where)
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			if i := strings.IndexFunc(line, func(r rune) bool { return words.Hidden(r) && r != '\t' }); i >= 0 {
				t.Errorf("%s: %q is in %q", where, line[i:min(len(line), i+10)], line[max(0, i-80):min(len(line), i+80)])
			}
			if where == "stdout" || where == "stderr" {
				assert.Check(t, words.NoCommands(line) == line || strings.HasPrefix(line, "::error title=") && !strings.Contains(line, "\n"), "%s: %s", where, line)
			}
			for _, fake := range []string{"mcpsim: all", "PASS all", "docs: conn", "  reproduce: rm", "::error::x"} {
				assert.Check(t, !strings.HasPrefix(line, fake), "%s: %s", where, line)
			}
		}
	})
	assert.Check(t, met > 400, "they were met %d times", met)
}

// No secret gets out, wherever a definition holds it and however a server says it.
func TestNoCanaryGetsOut(t *testing.T) {
	t.Parallel()
	s := newStage(t, spoken())
	met := 0
	s.each(t, everyLine, func(t *testing.T, line, where, text string) {
		met += strings.Count(text, "HOSTILE")
		for _, name := range heldBy(line) {
			for _, leak := range leaks(canaries[name]) {
				if i := strings.Index(text, leak); i >= 0 {
					t.Errorf("%s: %s as %q in %q", where, name, leak, text[max(0, i-120):min(len(text), i+60)])
				}
			}
		}
	})
	assert.Check(t, met > 100, "they were met %d times", met)
}

// A flood of text is cut short on the terminal and in reports.
func TestNoFloodGetsOut(t *testing.T) {
	t.Parallel()
	s := newStage(t, "HOSTILE "+strings.Repeat("flood\x00 ", 10_000)+"\nend")
	s.each(t, 2, func(t *testing.T, _, where, text string) {
		for line := range strings.Lines(text) {
			var object map[string]any
			switch {
			case strings.HasSuffix(where, ".html"): // a page holds all of the recording that it shows
			case json.Unmarshal([]byte(line), &object) == nil:
				for _, value := range stringsIn(object) {
					assert.Check(t, len(value) <= outside.MaxValue, "%s: %d bytes: %.100s", where, len(value), value)
				}
			case where == "stdout" || where == "stderr":
				assert.Check(t, len(line) <= 4*words.MaxShown, "%s: %d bytes: %.100s", where, len(line), line)
			default: // a value of a report, whose controls are escaped
				assert.Check(t, len(line) <= 8*outside.MaxValue, "%s: %d bytes: %.100s", where, len(line), line)
			}
		}
	})
}

// stringsIn are the strings in a value of JSON, with the names of members.
func stringsIn(v any) (out []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		for _, one := range v {
			out = append(out, stringsIn(one)...)
		}
	case map[string]any:
		for name, one := range v {
			out = append(append(out, name), stringsIn(one)...)
		}
	}
	return out
}

// everyLine is the number of command lines of each command, if none is left out.
const everyLine = 100

// each runs so many of the command lines of each command, and looks at all that they wrote.
func (s *stage) each(t *testing.T, most int, look func(t *testing.T, line, where, text string)) {
	for _, path := range slices.Sorted(maps.Keys(staged)) {
		for _, line := range staged[path][:min(most, len(staged[path]))] {
			// What the user's own command line repeats of a secret is looked at where it is one.
			if strings.Contains(line, "@TEXT") && s.text != injection {
				continue
			}
			t.Run(line, func(t *testing.T) {
				for where, text := range s.said(t, line) {
					look(t, line, where, text)
				}
			})
		}
	}
}

// hostileClient is a client that says the text in every place where a client can.
func hostileClient() {
	text := hostileSays()
	fmt.Println(text)
	fmt.Fprintln(os.Stderr, text)
	body := encoded(map[string]any{"jsonrpc": "2.0", "id": text, "method": "initialize", "params": map[string]any{
		"protocolVersion": text, "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": text, "version": text},
	}})
	for _, message := range [][]byte{body, encoded(map[string]any{"jsonrpc": "2.0", "id": 2, "method": text})} {
		r, err := http.NewRequest(http.MethodPost, os.Args[len(os.Args)-1], bytes.NewReader(message))
		if err != nil {
			os.Exit(2)
		}
		r.Header.Set("Accept", "application/json, text/event-stream")
		if answer, err := http.DefaultClient.Do(r); err == nil {
			_ = answer.Body.Close()
		}
	}
}
