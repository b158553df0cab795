package probe

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/schema"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// TestTheServerIsNotBlamedForThisMachine: a process that cannot be started for want of files is not
// held against the server, by no check that follows.
func TestTheServerIsNotBlamedForThisMachine(t *testing.T) {
	for _, open := range []func(*Bench) error{
		func(b *Bench) error { _, err := b.Connect(); return err },
		func(b *Bench) error { _, err := b.Launch(); return err },
	} {
		for _, c := range []struct {
			err  error
			lack string
		}{
			{os.NewSyscallError("pipe2", syscall.EMFILE), "ulimit -n"},
			{&os.PathError{Op: "fork/exec", Path: "x", Err: syscall.EAGAIN}, "ulimit -u"},
			{&os.PathError{Op: "fork/exec", Path: "x", Err: syscall.ENOENT}, ""},
		} {
			b := newBench(t.Context(), Target{
				Clock:   clock.Real(),
				Starter: process.StarterFunc(func(process.Command) (process.Process, error) { return nil, c.err }),
			})
			b.pool = newPool(b.start, func() int { return 0 })
			assert.NilError(t, b.Spent())
			assert.ErrorContains(t, open(b), c.lack)
			spent := b.Spent()
			assert.Equal(t, verdict.Of(spent) == reports.NotObserved, c.lack != "", "%v", spent)
			assert.Assert(t, strings.Contains(fmt.Sprint(b.Remarks()), c.lack) && (c.lack == "") == (len(b.Remarks()) == 0), "%q", b.Remarks())
			b.endAll()
		}
	}
}

// TestLongTemplatesCostLittle: however many variables templates have and arguments prompts take, no
// more is made of them than is asked.
func TestLongTemplatesCostLittle(t *testing.T) {
	many := `"doc:{x` + strings.Repeat(",x", 20000) + `}` + strings.Repeat("{y}", 7000) + `"`
	some := templateCompletions([]Item{{"uriTemplate": json.RawMessage(many)}})
	assert.Equal(t, len(some), maxDone)
	long := json.RawMessage(`"doc:{x}` + strings.Repeat("a", maxNamed) + `"`)
	assert.Equal(t, len(templateCompletions([]Item{{"uriTemplate": long}})), 0)
	arguments := json.RawMessage(`[{"name":"a"}` + strings.Repeat(`,{"name":"a"}`, 1000) + `]`)
	assert.Equal(t, len(promptCompletions([]Item{{"name": json.RawMessage(`"p"`), "arguments": arguments}})), maxDone)
	assert.Equal(t, len(promptCompletions([]Item{{"name": long, "arguments": arguments}})), 0)
}

// nested is a schema with a parameter in a header below so many properties.
func nested(levels int) json.RawMessage {
	return json.RawMessage(strings.Repeat(`{"properties":{"a":`, levels) + `{"type":"string","x-mcp-header":"A"}` + strings.Repeat("}}", levels))
}

// TestDeepSchemasAreNotFollowed: headers are looked for as deep as schemas are judged.
func TestDeepSchemasAreNotFollowed(t *testing.T) {
	for levels, want := range map[int]int{1: 1, schema.MaxDepth: 1, schema.MaxDepth + 1: 0, 100_000: 0} {
		deep := nested(levels)
		assert.Equal(t, len(mirroredIn("t", deep, nil)), want, "%d levels", levels)
		n, err := CheckAnnotations(deep)
		assert.NilError(t, err)
		assert.Equal(t, n, want*min(levels, 1), "%d levels", levels)
	}
}

// TestNothingIsJudgedWhenNoTimeIsLeft: what a server still says then is read and dropped.
func TestNothingIsJudgedWhenNoTimeIsLeft(t *testing.T) {
	for _, late := range []bool{false, true} {
		hurry := make(chan struct{})
		if late {
			close(hurry)
		}
		b := newBench(t.Context(), Target{Clock: clock.Real()})
		s := &Process{hurry: hurry, inbox: b.newConn().inbox}
		heard := 0
		s.hear(Line{Raw: []byte(`{"jsonrpc":"2.0","method":"x"}`), EOL: "\n"}, func(Line, []Frame) { heard++ })
		assert.Equal(t, heard == 0, late)
		b.endAll()
	}
}
