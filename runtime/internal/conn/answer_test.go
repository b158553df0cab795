package conn_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/conn"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/internal/transport/dispatch"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// asked is what the connection of o answers to a server request.
func asked(t *testing.T, change func(*conn.Options), method, params string) string {
	t.Helper()
	var f jsonrpc.Frame
	simulate(t, func(s *vtime.Sim, fake *fake) {
		o := options(fake)
		change(&o)
		_, err := conn.Open(context.Background(), o)
		assert.Check(t, err)
		fake.Answer(&jsonrpc.Message{ID: json.RawMessage(`1`), Method: method, Params: json.RawMessage(params)}, func(r dispatch.Reply) { r.Write(&f) })
		assert.Check(t, s.Settle())
	})
	return string(f.Bytes())
}

func TestElicitation(t *testing.T) {
	accept := func(_ context.Context, p protocol.ElicitParams) (protocol.ElicitResult, error) {
		return protocol.ElicitResult{Action: protocol.ElicitAccept, Content: p.RequestedSchema}, nil
	}
	for _, c := range []struct {
		elicit       func(context.Context, protocol.ElicitParams) (protocol.ElicitResult, error)
		params, want string
	}{
		{accept, `{"message":"m","requestedSchema":{"a":1}}`, `"result":{"action":"accept","content":{"a":1}}`},
		{accept, `{"mode":"form","message":"m","requestedSchema":{}}`, `"result":{"action":"accept","content":{}}`},
		{accept, `{"mode":"url","message":"m","url":"http://x","elicitationId":"1"}`, `"error":{"code":-32602,"message":"Unsupported elicitation"}`},
		{accept, `[]`, `"error":{"code":-32602,"message":"Unsupported elicitation"}`},
		{nil, `{"message":"m","requestedSchema":{}}`, `"error":{"code":-32601,"message":"Unsupported server request: elicitation/create"}`},
		{func(context.Context, protocol.ElicitParams) (protocol.ElicitResult, error) {
			return protocol.ElicitResult{}, errors.New("nobody there")
		}, `{}`, `"error":{"code":-32603,"message":"nobody there"}`},
	} {
		got := asked(t, func(o *conn.Options) { o.Elicit = c.elicit }, protocol.MethodElicit, c.params)
		assert.Equal(t, got, `{"jsonrpc":"2.0","id":1,`+c.want+`}`)
	}
}

// A question that no person can read is not asked, and a name is not repeated in full.
func TestLongRequestsOfServers_D_28(t *testing.T) {
	accept := func(context.Context, protocol.ElicitParams) (protocol.ElicitResult, error) {
		return protocol.ElicitResult{Action: protocol.ElicitAccept}, nil
	}
	elicit := func(o *conn.Options) { o.Elicit, o.Revision = accept, protocol.Revision20250618 }
	params := func(n int) string {
		const empty = `{"message":"","requestedSchema":{}}`
		return strings.Replace(empty, `""`, `"`+strings.Repeat("m", n-len(empty))+`"`, 1)
	}
	for n, want := range map[int]string{
		65536: `"result":{"action":"accept"`,
		65537: `"error":{"code":-32602,"message":"elicitation of 65537 bytes: more than 65536"}`,
	} {
		got := asked(t, elicit, protocol.MethodElicit, params(n))
		assert.Check(t, strings.Contains(got, want), "%d: %s", n, got)
	}
	got := asked(t, elicit, strings.Repeat("x", 1_000_000), `{}`)
	assert.Check(t, strings.Contains(got, `"Unsupported server request: `+strings.Repeat("x", 200)+`… (1,000,000 bytes, 200 shown)"`), "%d bytes", len(got))
}

// A server that asks and asks gets its user's answers, and refusals for what is too many.
func TestQuestionsAtOnceAreBounded(t *testing.T) {
	var mu sync.Mutex
	answered := map[string]int{}
	simulate(t, func(s *vtime.Sim, f *fake) {
		o := options(f)
		o.Revision = protocol.Revision20250618
		o.Elicit = func(ctx context.Context, _ protocol.ElicitParams) (protocol.ElicitResult, error) {
			err := clock.Sleep(ctx, f.clk, time.Minute)
			return protocol.ElicitResult{Action: protocol.ElicitDecline}, err
		}
		c, err := conn.Open(context.Background(), o)
		assert.Check(t, err)
		count := func(r dispatch.Reply) {
			var f jsonrpc.Frame
			r.Write(&f)
			_, what, _ := strings.Cut(strings.Trim(string(f.Bytes()), "{}"), ",")
			_, what, _ = strings.Cut(what, ",")
			mu.Lock()
			defer mu.Unlock()
			answered[what]++
		}
		ask := func(id int) {
			f.Answer(&jsonrpc.Message{ID: fmt.Append(nil, id), Method: protocol.MethodElicit, Params: json.RawMessage(`{}`)}, count)
		}
		for id := range 18 {
			ask(id)
		}
		ask(3)
		assert.Check(t, s.Sleep(time.Hour))
		ask(3)
		assert.Check(t, s.Sleep(time.Hour))
		assert.Check(t, c.Close())
		ask(3) // it was on its way, and nobody is there any more
		assert.Check(t, s.Sleep(time.Hour))
	})
	assert.DeepEqual(t, answered, map[string]int{
		`"result":{"action":"decline"`:                                                            17,
		`"error":{"code":-32603,"message":"16 questions wait for the user already"`:               2,
		`"error":{"code":-32600,"message":"the id is that of a question that waits for the user"`: 1,
		`"error":{"code":-32603,"message":"Transport closed"`:                                     1,
	})
}

func TestWhatAServerIsCalledIsBounded_D_28(t *testing.T) {
	long := strings.Repeat("x", 1_000_000)
	simulate(t, func(_ *vtime.Sim, f *fake) {
		f.result = fmt.Sprintf(`{"protocolVersion":"%[1]s","capabilities":{},"serverInfo":{"name":"%[1]s","title":"%[1]s","version":"%[1]s"},"instructions":"%[1]s","_meta":{"a":"%[1]s"}}`, long)
		s := opened(t, f, nil, nil).Server()
		for _, text := range []string{string(s.ProtocolVersion), s.ServerInfo.Name, s.ServerInfo.Title, s.ServerInfo.Version} {
			assert.Equal(t, text, long[:200]+"… (1,000,000 bytes, 200 shown)")
		}
		assert.Equal(t, s.Instructions, long[:65536]+"… (1,000,000 bytes, 65,536 shown)")
		assert.Equal(t, len(s.Meta), 0)
	})
}
