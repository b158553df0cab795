//go:build browser

// Tests of the pages of mcpsim in a real browser: make browser.
package interop_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// program is mcpsim, built once.
var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "mcpsim-browser-")
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "mcpsim")
	cmd := exec.Command("go", "build", "-o", name, "./cmd/mcpsim")
	cmd.Dir = ".."
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return name, nil
})

// mcpsim runs a command in testdata/timeline and wants this exit code.
func mcpsim(t *testing.T, code int, args ...string) string {
	t.Helper()
	name, err := program()
	assert.NilError(t, err)
	cmd := exec.Command(name, args...)
	cmd.Dir = filepath.Join("testdata", "timeline")
	out, _ := cmd.CombinedOutput()
	assert.Equal(t, cmd.ProcessState.ExitCode(), code, string(out))
	return string(out)
}

// failure is the page of a run that fails.
func failure(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "slow.html")
	mcpsim(t, 0, "timeline", "slow.feature:7", "-o", name)
	return name
}

// From the page of all results to the step that failed, and to what went wrong before it.
func TestBrowserFindsTheFailure(t *testing.T) {
	dir := t.TempDir()
	mcpsim(t, 1, "run", "slow.feature", "--report", "html:"+dir)
	b := open(t)
	b.visit(filepath.Join(dir, "index.html"), "")
	b.shot("index")
	assert.Equal(t, eval[string](b, `document.getElementById("count").textContent`), "1 of 1 Rules")
	b.do(chromedp.Click(".see", chromedp.ByQuery), chromedp.WaitVisible(".problem", chromedp.ByQuery))
	assert.Check(t, is.Contains(eval[string](b, `document.querySelector(".problem").innerText`), "call 1 has not ended at 1s"))
	assert.Check(t, is.Contains(eval[string](b, `document.getElementById("detail").innerText`), "A search is answered within a second"), "the Rule")
	b.do(chromedp.Click(".problem button", chromedp.ByQuery))
	assert.Check(t, is.Contains(b.selected(), "failed"))
	assert.Check(t, is.Contains(b.selected(), `call 1 returns "ok"`))
	b.shot("failure")
	b.do(chromedp.Click(".problem a", chromedp.ByQuery), // a link, which the browser follows later
		chromedp.Poll(`document.querySelector('[aria-selected="true"]').innerText.includes("delay")`, nil))
	assert.Check(t, is.Contains(b.selected(), "delay"))
	assert.Check(t, is.Contains(eval[string](b, `document.getElementById("detail").innerText`), "What failed: event"))
	b.do(chromedp.Click("#head .title a", chromedp.ByQuery), chromedp.WaitVisible("#rules", chromedp.ByQuery)) // back
}

// Keys alone: to an event, along its arrows, to its details and back.
func TestBrowserFollowsArrowsByKeys(t *testing.T) {
	b := open(t)
	b.visit(failure(t), "")
	b.do(chromedp.Focus("#list-0", chromedp.ByQuery))
	b.press("/")
	assert.Equal(t, eval[string](b, `document.activeElement.id`), "search")
	b.do(chromedp.Evaluate(`document.getElementById("search").value = ""`, nil)) // the driver types the key itself, too
	b.press(strings.Split("tools/list", "")...)
	b.press("\r")
	request := b.fragment()
	assert.Check(t, is.Contains(b.selected(), "tools/list"))
	assert.Equal(t, eval[string](b, `document.activeElement.getAttribute("aria-activedescendant")`), request[1:])
	b.press("a")
	answer := b.fragment()
	assert.Check(t, answer != request)
	assert.Check(t, is.Contains(b.selected(), "answer to tools/list"))
	b.shot("arrow")
	b.press("s")
	assert.Check(t, is.Contains(b.selected(), "sees answer to tools/list"))
	b.press("s")
	assert.Equal(t, b.fragment(), answer)
	b.press("a")
	assert.Equal(t, b.fragment(), request)
	b.press("\r")
	assert.Equal(t, eval[string](b, `document.activeElement.id`), "detail")
	b.do(chromedp.KeyEvent("\x1b"))
	assert.Equal(t, eval[string](b, `document.activeElement.id`), "list-0")
	b.press("f")
	assert.Check(t, is.Contains(b.selected(), "failed"))
	b.press("p")
	assert.Check(t, !strings.Contains(b.selected(), "failed"))
	b.press("?")
	assert.Check(t, eval[bool](b, `document.getElementById("help").open`))
}

// What a server sent and the client never saw says so.
func TestBrowserShowsWhatWasLost(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lost.html")
	mcpsim(t, 0, "timeline", "lost.feature:5", "-o", name)
	b := open(t)
	b.visit(name, "")
	b.shot("lost")
	assert.Equal(t, eval[int](b, `document.querySelectorAll(".arrow.lost").length`), 1)
	b.do(chromedp.Click("#groups .step", chromedp.ByQuery), chromedp.Click("#wrong", chromedp.ByQuery))
	assert.Check(t, is.Contains(eval[string](b, `document.querySelector(".row.message").innerText`), "not seen"))
	b.do(chromedp.Click(".row.message", chromedp.ByQuery))
	assert.Check(t, is.Contains(eval[string](b, `document.getElementById("detail").innerText`), "The client has not read this"))
}

// Filters leave what is asked for; an address takes them away.
func TestBrowserFilters(t *testing.T) {
	b := open(t)
	b.visit(failure(t), "#event-3")
	assert.Check(t, is.Contains(b.selected(), `server "wiki" over stdio`))
	all := eval[int](b, `runs[0].story.events.length`)
	count := func() string { return eval[string](b, `document.getElementById("count").textContent`) }
	assert.Equal(t, count(), fmt.Sprintf("%d of %d events", all, all))
	b.do(chromedp.SetValue("#server", "wiki", chromedp.ByID), chromedp.Evaluate(`document.getElementById("server").dispatchEvent(new Event("change"))`, nil))
	for _, group := range []string{"step", "runtime", "network", "server"} {
		b.do(chromedp.Click("#groups ."+group, chromedp.ByQuery))
	}
	others := eval[int](b, `[...document.querySelectorAll(".row")].filter((r) => !r.matches(".message") || !r.innerText.includes("wiki")).length`)
	assert.Equal(t, others, 0)
	assert.Check(t, eval[int](b, `document.querySelectorAll(".row").length`) > 4)
	b.do(chromedp.Evaluate(`location.hash = "#event-1"`, nil), chromedp.WaitVisible("#event-1", chromedp.ByQuery))
	assert.Equal(t, count(), fmt.Sprintf("%d of %d events", all, all))
	b.do(chromedp.Click("#wrong", chromedp.ByQuery))
	assert.Check(t, eval[bool](b, `[...document.querySelectorAll(".row")].every((r) => r.matches(".fail, .fault, .warn, .cause") || /no answer|not seen/.test(r.innerText))`))
}

// hostile is what a server may say to get out of a page.
const hostile = "</script><script>window.stolen=1</script><img src=x onerror=window.stolen=1>\u202e\u0000\x1b[31m{{.Data}}${stolen}`"

// Whatever a server says is text, and what cannot be seen is shown.
func TestBrowserShowsHostileTextAsText(t *testing.T) {
	dir := t.TempDir()
	said, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": hostile, "method": hostile, "params": map[string]any{"name": hostile, "__proto__": 1}})
	assert.NilError(t, err)
	line := func(v map[string]any) string {
		text, err := json.Marshal(v)
		assert.NilError(t, err)
		return string(text) + "\n"
	}
	recording := `{"format":"mcpsim-recording","version":1}` + "\n" +
		line(map[string]any{"at": "2026-01-01T00:00:00Z", "kind": "open", "conn": 1, "text": hostile}) +
		line(map[string]any{"at": "2026-01-01T00:00:00Z", "kind": "chunk", "conn": 1, "from": "server", "data": string(said) + "\n"}) +
		line(map[string]any{"at": "2026-01-01T00:00:00Z", "kind": "chunk", "conn": 1, "from": "stderr", "data": hostile + "\n"}) +
		line(map[string]any{"at": "2026-01-01T00:00:00Z", "kind": "chunk", "conn": 1, "from": "server", "base64": "//4AgGEK"})
	name := filepath.Join(dir, "r.jsonl")
	assert.NilError(t, os.WriteFile(name, []byte(recording), 0o600))
	mcpsim(t, 0, "timeline", name)
	b := open(t)
	b.visit(filepath.Join(dir, "r.html"), "")
	for i := range 4 {
		b.do(chromedp.Click(fmt.Sprintf("#event-%d", i+1), chromedp.ByQuery))
		text := eval[string](b, `document.body.textContent`)
		assert.Check(t, !strings.ContainsAny(eval[string](b, `[...document.querySelectorAll("header, main")].map((n) => n.textContent).join("")`), "\u202e\x00\x1b"), text)
	}
	b.do(chromedp.Click("#event-2", chromedp.ByQuery))
	b.shot("hostile")
	assert.Equal(t, eval[string](b, `typeof window.stolen`), "undefined")
	assert.Equal(t, eval[int](b, `document.querySelectorAll("img").length`), 0)
	assert.Check(t, is.Contains(eval[string](b, `document.getElementById("detail").textContent`), `\u202e`))
	b.do(chromedp.Evaluate(`document.body.append(Object.assign(document.createElement("script"), {textContent: "window.stolen = 1"}))`, nil))
	assert.Equal(t, eval[string](b, `typeof window.stolen`), "undefined", "the policy lets no other script run")
	b.mu.Lock()
	assert.Check(t, is.Len(b.problems, 1), "the browser says that it refused")
	b.problems = nil
	b.mu.Unlock()
}

// Two runs stand side by side at their first difference.
func TestBrowserComparesTwoRuns(t *testing.T) {
	dir := t.TempDir()
	fast, err := os.ReadFile("testdata/timeline/slow.feature")
	assert.NilError(t, err)
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "fast.feature"), []byte(strings.Replace(string(fast), "delay: 3s", "delay: 500ms", 1)), 0o600))
	name := filepath.Join(dir, "two.html")
	mcpsim(t, 0, "timeline", filepath.Join(dir, "fast.feature:7"), "--diff", "slow.feature:7", "-o", name)
	b := open(t)
	b.visit(name, "")
	b.shot("two")
	assert.Equal(t, eval[int](b, `document.querySelectorAll(".run").length`), 2)
	assert.Check(t, is.Contains(eval[string](b, `document.getElementById("head").innerText`), "alike up to event "+fmt.Sprint(eval[int](b, `data.first`))))
	assert.Check(t, is.Contains(b.selected(), "follows these rules"))
	assert.Check(t, is.Contains(eval[string](b, `document.getElementById("detail").innerText`), "delay: 500ms"))
	b.press("f")
	assert.Check(t, strings.HasPrefix(b.fragment(), "#b-event-"))
	b.visit(name, "#b-event-2")
	assert.Check(t, eval[bool](b, `current === runs[1] && document.querySelector('.run + .run [aria-selected="true"]').id === "b-event-2"`))
}

// Dark and light are what the machine says; both have text that stands out.
func TestBrowserLightAndDark(t *testing.T) {
	b := open(t)
	name := failure(t)
	for _, scheme := range []string{"light", "dark"} {
		b.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
		b.visit(name, "#event-5")
		b.shot(scheme)
		worst := eval[float64](b, contrast)
		assert.Check(t, worst >= 4.5, "%s: contrast %.2f", scheme, worst)
	}
	b.do(chromedp.EmulateViewport(700, 900))
	b.visit(name, "#event-5")
	b.shot("small")
	assert.Check(t, eval[bool](b, `document.documentElement.scrollWidth <= 700`))
}

// contrast is the worst one between a colour of texts and the ground, by WCAG 2.
const contrast = `(() => {
  const style = getComputedStyle(document.documentElement);
  const light = (name) => {
    const n = parseInt(style.getPropertyValue(name).trim().slice(1).replace(/^(.)(.)(.)$/, "$1$1$2$2$3$3"), 16);
    const part = (c) => ((c /= 255) <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4);
    return .2126 * part(n >> 16) + .7152 * part((n >> 8) & 255) + .0722 * part(n & 255);
  };
  const ratio = (a, b) => (Math.max(light(a), light(b)) + .05) / (Math.min(light(a), light(b)) + .05);
  return Math.min(...["--text", "--quiet", "--accent", "--fail", "--fault", "--good", "--code", "--step"].flatMap((c) => ["--ground", "--panel"].map((g) => ratio(c, g))));
})()`

// Ten thousand events open at once, and scroll with few rows in the document.
func TestBrowserManyEvents(t *testing.T) {
	const n = 10_000
	dir := t.TempDir()
	name := filepath.Join(dir, "many.jsonl")
	file, err := os.Create(name)
	assert.NilError(t, err)
	begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	assert.NilError(t, reports.WriteTrace(file, reports.TraceHeader{World: "virtual", Begin: begin, Scenario: reports.TraceScenario{Name: "many"}}, many(n, begin)))
	assert.NilError(t, file.Close())
	start := time.Now()
	mcpsim(t, 0, "timeline", name)
	written := time.Since(start)
	page := filepath.Join(dir, "many.html")
	size, err := os.Stat(page)
	assert.NilError(t, err)
	b := open(t)
	b.visit(page, "")
	opened := eval[float64](b, `performance.timing.domContentLoadedEventEnd - performance.timing.navigationStart`)
	var draws []float64
	b.do(chromedp.Evaluate(scroll, &draws, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	t.Logf("%d events: written in %s, %d KiB, opened in %.0f ms, %d draws while scrolling: median %.1f ms, slowest %.1f ms",
		n, written.Round(time.Millisecond), size.Size()>>10, opened, len(draws), draws[len(draws)/2], draws[len(draws)-1])
	assert.Check(t, eval[int](b, `document.querySelectorAll(".row").length`) < 100)
	b.press("f")
	b.do(chromedp.Focus("#list-0", chromedp.ByQuery))
	b.press(kb.End)
	assert.Equal(t, b.fragment(), fmt.Sprintf("#event-%d", n))
	assert.Check(t, draws[len(draws)/2] < 50, "ms; a slow one may be another program's fault")
	assert.Check(t, opened < 5000, "ms")
}

// scroll goes through the whole list and is how long each draw took, in milliseconds, sorted.
const scroll = `(async () => {
  const list = document.querySelector(".list"), all = list.scrollHeight;
  const draws = [];
  for (let i = 0; i <= 200; i++) {
    list.scrollTop = (all * i) / 200;
    const begin = performance.now();
    runs[0].render();
    draws.push(performance.now() - begin);
    await new Promise(requestAnimationFrame);
  }
  return draws.sort((a, b) => a - b);
})()`

// many are requests and answers of four servers.
func many(n int, begin time.Time) func(yield func(reports.Event) bool) {
	return func(yield func(reports.Event) bool) {
		for i := range n {
			server := fmt.Sprintf("s%d", i/2%4)
			e := event.Event{
				At: begin.Add(time.Duration(i) * 7 * time.Millisecond), Actor: server + ".server", Kind: "wire.received", Server: server, Conn: 1, Name: "tools/call", ID: fmt.Sprint(i / 2),
				Raw: fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"search","arguments":{"q":"%s"}}}`, i/2, strings.Repeat("word ", 20)),
			}
			if i%2 == 1 {
				e.Kind, e.Raw = "wire.sent", fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"%s"}]}}`, i/2, strings.Repeat("found ", 20))
			}
			if !yield(reports.Event{Event: e, Cause: uint64(i)}) {
				return
			}
		}
	}
}
