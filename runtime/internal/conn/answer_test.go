package conn_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/internal/conn"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// asked is what the connection of o answers to a server request.
func asked(t *testing.T, change func(*conn.Options), method, params string) string {
	t.Helper()
	var f jsonrpc.Frame
	simulate(t, func(_ *vtime.Sim, fake *fake) {
		o := options(fake)
		change(&o)
		_, err := conn.Open(context.Background(), o)
		assert.Check(t, err)
		fake.Answer(&jsonrpc.Message{ID: json.RawMessage(`1`), Method: method, Params: json.RawMessage(params)}, &f)
	})
	return string(f.Bytes())
}

func TestElicitation(t *testing.T) {
	accept := func(p protocol.ElicitParams) (protocol.ElicitResult, error) {
		content, err := p.Defaults()
		return protocol.ElicitResult{Action: protocol.ElicitAccept, Content: content}, err
	}
	for _, c := range []struct {
		elicit       func(protocol.ElicitParams) (protocol.ElicitResult, error)
		params, want string
	}{
		{accept, `{"message":"m","requestedSchema":{"properties":{"a":{"default":1}}}}`, `"result":{"action":"accept","content":{"a":1}}`},
		{accept, `{"mode":"form","message":"m","requestedSchema":{}}`, `"result":{"action":"accept","content":{}}`},
		{accept, `{"mode":"url","message":"m","url":"http://x","elicitationId":"1"}`, `"error":{"code":-32602,"message":"Unsupported elicitation"}`},
		{accept, `[]`, `"error":{"code":-32602,"message":"Unsupported elicitation"}`},
		{nil, `{"message":"m","requestedSchema":{}}`, `"error":{"code":-32601,"message":"Unsupported server request: elicitation/create"}`},
		{func(protocol.ElicitParams) (protocol.ElicitResult, error) {
			return protocol.ElicitResult{}, errors.New("nobody there")
		}, `{}`, `"error":{"code":-32603,"message":"nobody there"}`},
	} {
		got := asked(t, func(o *conn.Options) { o.Elicit = c.elicit }, protocol.MethodElicit, c.params)
		assert.Equal(t, got, `{"jsonrpc":"2.0","id":1,`+c.want+`}`)
	}
}
