package session

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/internal/tell"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// noon is when these tests happen.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func plain(_ tell.Role, text string) string { return text }

// marked shows what is coloured.
func marked(role tell.Role, text string) string {
	if role == tell.Plain || text == "" {
		return text
	}
	return "\x1b[3" + fmt.Sprint(int(role)) + "m" + text + "\x1b[0m"
}

// testRow is a server of these tests: its line of the view, and its tools.
func testRow(line host.StatusLine, tools int) row {
	return row{
		Name: line.Name, State: line.Text, Style: line.Style, Tools: tools, Settled: line.Text != "connecting",
		Transport: "stdio", Source: "~/.qwen/settings.json:3:5",
	}
}

func question(name string, env ...string) host.ApprovalQuestion {
	return host.ApprovalQuestion{Name: name, Transport: "http", Source: ".mcp.json", Env: env, Headers: []string{"Authorization"}}
}

// everything is a view in which every state and every section is there.
func everything() view {
	failed := testRow(host.StatusLine{Name: "wiki", Text: "disconnected", Style: host.StatusBad}, 0)
	failed.Why = "exec: \"wiki\": executable file not found in $PATH\nand more"
	failed.Source = "/a/directory/that/is/long/enough/for/anybody/settings.json:1:1"
	return view{
		rows: []row{
			testRow(host.StatusLine{Name: "docs", Text: "connected", Style: host.StatusGood}, 12),
			testRow(host.StatusLine{Name: "mail", Text: host.StatusPendingText, Style: host.StatusWarning}, 0),
			testRow(host.StatusLine{Name: "chat", Text: "rejected — edit config to re-approve", Style: host.StatusWarning}, 3),
			testRow(host.StatusLine{Name: "off", Text: "disabled", Style: host.StatusNeutral}, 0),
			testRow(host.StatusLine{Name: "slow", Text: "connecting", Style: host.StatusNeutral}, 0),
			testRow(host.StatusLine{Name: "日本語のとても長い名前のサーバーです\x1b[2J", Text: "needs authentication", Style: host.StatusWarning}, 0),
			failed,
		},
		broken:    []string{"/home/ann/.qwen/settings.json:2:18: invalid character ']' after object key\n   2 | \"••••\": {]\n     |          ^"},
		questions: []host.ApprovalQuestion{question("mail", "API_KEY", "TOKEN"), question("next")},
	}
}

func everythingModel() *model {
	m := newModel("~/project")
	m.note(m.look(everything(), noon))
	m.note([]entry{
		{At: noon.Add(time.Second), Kind: entryReconcile, Level: levelError, Text: "removed old; added docs, wiki; kept 2; failed wiki (31ms)"},
		{At: noon.Add(2 * time.Second), Kind: entryBroken, Level: levelError, Text: "/home/ann/.qwen/settings.json:2:18: invalid\n  excerpt"},
	})
	return m
}

func TestWatchTable(t *testing.T) {
	for _, size := range []struct{ width, height int }{{140, 40}, {80, 40}, {40, 40}, {80, 20}} {
		name := fmt.Sprintf("%dx%d", size.width, size.height)
		t.Run(name, func(t *testing.T) {
			lines := everythingModel().frame(size.width, size.height, plain)
			golden.Assert(t, strings.Join(lines, "\n")+"\n", ""+name+".golden")
		})
	}
}

func TestWatchTableOfNothing(t *testing.T) {
	lines := newModel("~/project").frame(80, 24, plain)
	golden.Assert(t, strings.Join(lines, "\n")+"\n", "nothing.golden")
}

func TestWatchHelp(t *testing.T) {
	m := newModel("~/project")
	m.key(keyHelp, noon)
	golden.Assert(t, strings.Join(m.frame(80, 40, plain), "\n")+"\n", "help.golden")
	m.key(keyHelp, noon)
	assert.Check(t, is.Contains(m.frame(80, 40, plain)[0], "~/project"))
}

// Whatever the size, nothing is wider or higher than it, nothing that a server says
// reaches the terminal, and colours change no text.
func TestWatchTableFits(t *testing.T) {
	m := everythingModel()
	for width := 1; width <= 160; width += 3 {
		for height := 1; height <= 45; height += 4 {
			bare := m.frame(width, height, plain)
			assert.Assert(t, len(bare) <= height, "%dx%d: %d lines", width, height, len(bare))
			for i, line := range m.frame(width, height, marked) {
				assert.Assert(t, ansi.StringWidth(line) <= width, "%dx%d: %q", width, height, line)
				assert.Assert(t, !strings.Contains(line, "\x1b[2J"))
				assert.Equal(t, ansi.Strip(line), bare[i])
			}
		}
	}
}

// What has to be answered or corrected is there, however many servers there are.
func TestWatchQuestionIsNotPushedOut(t *testing.T) {
	v := everything()
	for i := range 100 {
		v.rows = append(v.rows, testRow(host.StatusLine{Name: fmt.Sprint("server-", i), Text: "disconnected", Style: host.StatusBad}, 0))
	}
	m := newModel("~/project")
	m.note(m.look(v, noon))
	text := strings.Join(m.frame(80, 24, plain), "\n")
	assert.Check(t, is.Contains(text, `Approve server "mail"?`))
	assert.Check(t, is.Contains(text, "a approve"))
	assert.Check(t, is.Contains(text, "settings.json:2:18"))
	assert.Check(t, is.Contains(text, "more lines"))
	assert.Check(t, is.Contains(text, "q quit"))
}

func texts(entries []entry) []string {
	var out []string
	for _, e := range entries {
		out = append(out, strings.TrimSpace(e.Kind+" "+e.Server+" "+e.Text))
	}
	return out
}

func TestWatchTellsWhatBecameOfServers(t *testing.T) {
	m := newModel("~/project")
	look := func(rows ...row) []string { return texts(m.look(view{rows: rows}, noon)) }
	connecting := testRow(host.StatusLine{Name: "docs", Text: "connecting", Style: host.StatusNeutral}, 0)
	connected := testRow(host.StatusLine{Name: "docs", Text: "connected", Style: host.StatusGood}, 1)
	lost := testRow(host.StatusLine{Name: "docs", Text: "disconnected", Style: host.StatusBad}, 0)
	lost.Why = "it exited"
	pending := testRow(host.StatusLine{Name: "docs", Text: host.StatusPendingText, Style: host.StatusWarning}, 0)

	assert.DeepEqual(t, look(connecting), []string(nil))
	assert.DeepEqual(t, look(connected), []string{"server docs connected, 1 tool"})
	assert.DeepEqual(t, look(connected), []string(nil))
	assert.DeepEqual(t, look(connecting), []string(nil))
	assert.DeepEqual(t, look(connected), []string(nil)) // as it was
	assert.DeepEqual(t, look(lost), []string{"server docs disconnected: it exited"})
	assert.DeepEqual(t, look(pending), []string(nil)) // the question tells
	assert.DeepEqual(t, look(connected), []string{"server docs connected, 1 tool"})
	assert.DeepEqual(t, look(), []string{"server docs gone"})
	assert.DeepEqual(t, look(), []string(nil))
}

// later is when a question has been on the screen for long enough.
const later = readingTime

func TestWatchAsksOneByOne(t *testing.T) {
	m := newModel("~/project")
	three := view{questions: []host.ApprovalQuestion{question("a"), question("b", "TOKEN"), question("c")}}
	assert.DeepEqual(t, texts(m.look(three, noon)), []string{
		"approval a needs approval: http, from .mcp.json; headers Authorization",
		"approval b needs approval: http, from .mcp.json; env TOKEN; headers Authorization",
		"approval c needs approval: http, from .mcp.json; headers Authorization",
	})
	now := noon.Add(later)
	assert.DeepEqual(t, m.key(keyReject, now).servers, []string{"a"})
	assert.Equal(t, m.question().Name, "b")
	assert.DeepEqual(t, texts(m.look(three, now)), []string(nil)) // its decision is on its way
	assert.Equal(t, m.question().Name, "b")

	// What was meant for the question before does not answer this one.
	assert.Equal(t, m.key(keyApprove, now.Add(readingTime-1)).kind, actionNone)
	now = now.Add(later)
	all := m.key(keyApproveAll, now)
	assert.Equal(t, all.kind, actionApprove)
	assert.DeepEqual(t, all.servers, []string{"b", "c"})
	assert.Check(t, m.question() == nil)
	assert.Equal(t, m.key(keyApprove, now.Add(later)).kind, actionNone)

	// A decision that could not be kept is asked for again.
	assert.DeepEqual(t, texts(m.done(all, fmt.Errorf("disk full"), now)), []string{"log  disk full"})
	assert.Equal(t, len(m.look(view{questions: three.questions[1:2]}, now)), 1)
	assert.Equal(t, m.question().Name, "b")
}

// The question stays when others come before it, and a change of what is asked
// takes its time to be read anew.
func TestWatchQuestionDoesNotChangeUnderFingers(t *testing.T) {
	m := newModel("~/project")
	m.look(view{questions: []host.ApprovalQuestion{question("b")}}, noon)
	now := noon.Add(later)
	m.look(view{questions: []host.ApprovalQuestion{question("a"), question("b")}}, now)
	assert.Equal(t, m.question().Name, "b")
	m.look(view{questions: []host.ApprovalQuestion{question("a"), question("b", "EXTRA")}}, now)
	assert.Equal(t, m.key(keyApprove, now).kind, actionNone)
	assert.DeepEqual(t, m.key(keyApprove, now.Add(later)).servers, []string{"b"})
}

func TestWatchKeys(t *testing.T) {
	m := newModel("~/project")
	assert.Equal(t, m.key('z', noon).kind, actionNone)
	assert.Equal(t, m.key(keyApprove, noon).kind, actionNone)
	assert.Equal(t, m.key(keyReload, noon).kind, actionReload)
	assert.Check(t, is.Contains(strings.Join(m.frame(80, 24, plain), "\n"), "reloading"))
	assert.Equal(t, m.key(keyReload, noon).kind, actionNone) // it is under way
	assert.Equal(t, len(m.done(action{kind: actionReload}, nil, noon)), 0)
	assert.Equal(t, m.key(keyReload, noon).kind, actionReload)
	assert.Equal(t, m.key(keyQuit, noon).kind, actionQuit)
}

func TestWatchLogIsBounded(t *testing.T) {
	m := newModel("~/project")
	for i := range logKept + 10 {
		m.note([]entry{{At: noon, Kind: entryLog, Text: fmt.Sprint(i)}})
	}
	assert.Equal(t, len(m.log), logKept)
	assert.Equal(t, m.log[0].Text, "10")
}
