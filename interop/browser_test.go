//go:build browser

package interop_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// tab is one page of a browser.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu       sync.Mutex
	problems []string // what the console says, and what was asked of the network
}

// open starts a browser with an empty page. At the end of the test its console must have
// said nothing, and no page may have asked the network for anything.
func open(t *testing.T) *tab {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.WindowSize(1440, 900))
	if path := os.Getenv("MCPSIM_BROWSER"); path != "" {
		options = append(options, chromedp.ExecPath(path))
	}
	all, stop := chromedp.NewExecAllocator(t.Context(), options...)
	ctx, cancel := chromedp.NewContext(all)
	b := &tab{t: t, ctx: ctx}
	t.Cleanup(func() {
		b.mu.Lock()
		assert.Check(t, is.Len(b.problems, 0))
		b.mu.Unlock()
		cancel()
		stop()
	})
	chromedp.ListenTarget(ctx, b.listen)
	assert.NilError(t, chromedp.Run(ctx)) // the browser lives as long as the context of the first run
	b.do(log.Enable(), network.Enable())
	return b
}

func (b *tab) listen(e any) {
	problem := ""
	switch e := e.(type) {
	case *runtime.EventExceptionThrown:
		problem = e.ExceptionDetails.Error()
	case *runtime.EventConsoleAPICalled:
		problem = fmt.Sprintf("console: %s %v", e.Type, e.Args)
	case *log.EventEntryAdded:
		problem = "log: " + e.Entry.Text
	case *network.EventRequestWillBeSent:
		if !strings.HasPrefix(e.Request.URL, "file:") && !strings.HasPrefix(e.Request.URL, "about:") {
			problem = "network: " + e.Request.URL
		}
	}
	if problem != "" {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.problems = append(b.problems, problem)
	}
}

func (b *tab) do(actions ...chromedp.Action) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 30*time.Second)
	defer cancel()
	assert.NilError(b.t, chromedp.Run(ctx, actions...))
}

// visit opens a file, with what follows # in its address.
func (b *tab) visit(file, fragment string) {
	b.t.Helper()
	path, err := filepath.Abs(file)
	assert.NilError(b.t, err)
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate("file://"+path+fragment), chromedp.WaitVisible(".row, #rules", chromedp.ByQuery))
}

// eval is what an expression comes to.
func eval[T any](b *tab, expression string) T {
	b.t.Helper()
	var out T
	b.do(chromedp.Evaluate(expression, &out))
	return out
}

// press presses keys one after the other.
func (b *tab) press(keys ...string) {
	b.t.Helper()
	for _, key := range keys {
		b.do(chromedp.KeyEvent(key))
	}
}

// selected is the text of the selected event, fragment its address.
func (b *tab) selected() string {
	b.t.Helper()
	return eval[string](b, `(document.querySelector('[aria-selected="true"]') || {innerText: ""}).innerText`)
}

func (b *tab) fragment() string { b.t.Helper(); return eval[string](b, `location.hash`) }

// shot keeps a picture, if a folder for pictures is named.
func (b *tab) shot(name string) {
	b.t.Helper()
	dir := os.Getenv("MCPSIM_SHOTS")
	if dir == "" {
		return
	}
	var picture []byte
	b.do(chromedp.CaptureScreenshot(&picture))
	assert.NilError(b.t, os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o644))
}
