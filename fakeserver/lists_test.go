package fakeserver_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
)

const listTools = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`

// toolNames asks for the tools and returns their names.
func (l *life) toolNames() string {
	l.say(listTools)
	var names []string
	for part := range strings.SplitSeq(l.out.take(), `{"name":"`) {
		if name, _, ok := strings.Cut(part, `","`); ok && !strings.HasPrefix(part, "{") {
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}

func TestListsChange(t *testing.T) {
	script := `
tools: [a, b]
connections:
  - {number: 2, tools: [a, c]}
  - {from: 3, tools: [], rules: [{when: {method: ping}, do: [never]}]}
rules:
  - when: {method: ping, connection: 1}
    do: [{offer: {tools: [d]}}]
`
	simulate(t, script, func(b *bench) {
		one, two, three := b.session(), b.session(), b.session()
		assert.Equal(t, one.toolNames(), "a b")
		assert.Equal(t, two.toolNames(), "a c")
		three.say(listTools)
		three.hears(`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}`)
		three.say(ping("1"))
		three.hears()
		one.say(ping("1"))
		one.hears(pong("1"))
		assert.Equal(t, one.toolNames(), "d")
		b.srv.SetTools([]fakeserver.Tool{{Name: "e"}, {Name: "f"}})
		assert.Equal(t, two.toolNames(), "e f")
		b.srv.SetTools(nil)
		assert.Equal(t, two.toolNames(), "")
	})
}

func TestStuckCursor(t *testing.T) {
	for cursor, want := range map[string]string{`"8"`: `"8"`, `""`: `""`, "null": "null"} {
		simulate(t, "rules: [{when: {phase: listing}, do: [cursor: "+cursor+"]}]", func(b *bench) {
			l := b.session()
			for range 2 {
				l.say(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":` + `"8"` + `}}`)
				got := l.out.take()
				if cursor != `"8"` {
					continue
				}
				assert.Check(t, strings.Contains(got, `"nextCursor":`+want), got)
				assert.Check(t, strings.Contains(got, `"name":"echo"`), got)
			}
			l.say(listTools)
			assert.Check(t, strings.Contains(l.out.take(), `"nextCursor":`+want) == (cursor != "null"))
		})
	}
}

func TestCursorsMayGrow(t *testing.T) {
	simulate(t, `rules: [{when: {method: tools/list}, do: [cursor: "page <n>"]}]`, func(b *bench) {
		l := b.session()
		cursor := ""
		for i := range 3 {
			l.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/list","params":{%s}}`, i+2, cursor))
			got := l.out.take()
			assert.Check(t, strings.Contains(got, fmt.Sprintf(`"nextCursor":"page %d"`, i)), got)
			cursor = fmt.Sprintf(`"cursor":"page %d"`, i)
		}
	})
}
