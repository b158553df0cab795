package probe

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// TestInboxWakes: whoever waits hears at once of what is kept, of a flood, and of the end.
func TestInboxWakes(t *testing.T) {
	for what, happens := range map[string]func(*inbox){
		"a message": func(b *inbox) { b.add(Line{}, parseFrames([]byte(`{"jsonrpc":"2.0","method":"a"}`))) },
		"a flood":   func(b *inbox) { b.meter.cost = maxCost + 1; b.count(1) },
		"the end":   func(b *inbox) { b.end() },
	} {
		synctest.Test(t, func(t *testing.T) {
			b := newInbox(context.Background, clock.Real())
			begin := time.Now()
			done := make(chan error)
			go func() {
				done <- b.Await(0, time.Hour, func(frames []Frame) bool { return len(frames) == 1 })
			}()
			synctest.Wait()
			happens(b)
			err := <-done
			assert.Equal(t, time.Since(begin), time.Duration(0), what)
			_, flood := errors.AsType[*FloodError](err)
			assert.Equal(t, flood, what == "a flood", "%v", err)
			assert.Equal(t, errors.Is(err, ErrEnded), what == "the end", "%v", err)
		})
	}
}

// TestInboxForgets what is much, when a check ends, and not how much there was of a flood.
func TestInboxForgets(t *testing.T) {
	b := newInbox(context.Background, clock.Real())
	frames := parseFrames([]byte(`{"jsonrpc":"2.0","method":"a"}`))
	b.add(Line{Raw: make([]byte, calmCost/2-frameCost/2)}, frames)
	assert.Equal(t, b.Size(), 1)
	b.forget()
	assert.Equal(t, b.Size(), 1)
	b.add(Line{}, frames)
	b.forget()
	assert.Equal(t, b.Size(), 0)
	assert.Equal(t, b.full(), false)
	b.overflow(1)
	assert.Equal(t, b.full(), true)
	assert.Check(t, b.Flooded() != nil)
	b.discard()
	assert.Equal(t, b.add(Line{}, frames), false)
	assert.Check(t, b.Flooded() != nil)
}

// TestUsable: which tools may be called, and why none may.
func TestUsable(t *testing.T) {
	const plain, reads, destroys = `{"name":"plain","inputSchema":{"type":"object"}}`,
		`{"name":"reads","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}`,
		`{"name":"destroys","inputSchema":{"type":"object"},"annotations":{"destructiveHint":true}}`
	const task = `{"name":"task","inputSchema":{"type":"object"},"execution":{"taskSupport":"required"},"annotations":{"readOnlyHint":true}}`
	for _, c := range []struct {
		items string
		all   bool
		tools string
		why   string
	}{
		{`[` + plain + `,` + reads + `,` + destroys + `]`, false, "reads", ""},
		{`[` + plain + `,` + reads + `,` + destroys + `]`, true, "plain reads", ""},
		{`[]`, true, "", "the server has no tools"},
		{`[` + plain + `,` + destroys + `]`, false, "", "no tool has the annotation readOnlyHint; --allow-calls calls all but destructive ones"},
		{`[` + destroys + `]`, true, "", "every tool has the annotation destructiveHint"},
		{`[` + task + `,` + destroys + `]`, true, "", "no tool can be called; task: it can only be called as a task"},
	} {
		var items []map[string]json.RawMessage
		assert.NilError(t, json.Unmarshal([]byte(c.items), &items))
		tools, err := (&Bench{Target: Target{AllowCalls: c.all}}).Usable(items)
		names := ""
		for _, tool := range tools {
			if names != "" {
				names += " "
			}
			names += tool.Name
		}
		assert.Equal(t, names, c.tools)
		if c.why == "" {
			assert.NilError(t, err)
		} else {
			assert.ErrorContains(t, err, c.why)
		}
	}
}
