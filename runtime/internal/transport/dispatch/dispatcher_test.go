package dispatch

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

func message(t *testing.T, text string) *jsonrpc.Message {
	m, err := jsonrpc.Parse([]byte(text))
	assert.NilError(t, err)
	return &m
}

func TestAnswers_OMP_TP_18_TP_19(t *testing.T) {
	for name, tt := range map[string]struct {
		result any
		err    error
		want   string
	}{
		"result":       {map[string]int{"n": 1}, nil, `"result":{"n":1}`},
		"no result":    {nil, nil, `"result":{}`},
		"coded":        {nil, fmt.Errorf("wrapped: %w", &jsonrpc.Error{Code: -5, Message: "five", Data: json.RawMessage("[1]")}), `"error":{"code":-5,"message":"five","data":[1]}`},
		"uncoded":      {nil, errors.New("plain"), `"error":{"code":-32603,"message":"plain"}`},
		"unwritable":   {make(chan int), nil, `"error":{"code":-32603,"message":"writing a value: json: unsupported type: chan int"}`},
		"bad data too": {nil, &jsonrpc.Error{Code: -5, Message: "five", Data: json.RawMessage("{")}, `"error":{"code":-5,"message":"five"}`},
	} {
		var b Dispatcher
		b.Set(transport.Callbacks{OnRequest: func(method string, params json.RawMessage) (any, error) {
			assert.Equal(t, method+string(params), "m[7]")
			return tt.result, tt.err
		}})
		var f jsonrpc.Frame
		b.Answer(message(t, `{"id":"q","method":"m","params":[7]}`), func(r Reply) { r.Write(&f) })
		assert.Equal(t, string(f.Bytes()), `{"jsonrpc":"2.0","id":"q",`+tt.want+"}", name)
	}
	var f jsonrpc.Frame
	new(Dispatcher).Answer(message(t, `{"id":1,"method":"m"}`), func(r Reply) { r.Write(&f) })
	assert.Equal(t, string(f.Bytes()), `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}`)
}

// What answers later keeps nothing of a message whose memory is used again.
func TestAnswersLater(t *testing.T) {
	data := []byte(`{"id":"q","method":"m"}`)
	m, err := jsonrpc.Parse(data)
	assert.NilError(t, err)
	m.Share()
	var answer func(any, error)
	var b Dispatcher
	b.Set(transport.Callbacks{OnRequest: func(string, json.RawMessage) (any, error) {
		return transport.Later(func(id string, a func(any, error)) {
			assert.Equal(t, id, `"q"`)
			answer = a
		}), nil
	}})
	var sent []string
	b.Answer(&m, func(r Reply) {
		var f jsonrpc.Frame
		r.Write(&f)
		sent = append(sent, r.Method+" "+string(f.Bytes()))
	})
	assert.Equal(t, len(sent), 0)
	clear(data)
	answer(7, nil)
	assert.DeepEqual(t, sent, []string{`m {"jsonrpc":"2.0","id":"q","result":7}`})
}

func TestUnsetCallbacks_OMP_TP_03(t *testing.T) {
	b := new(Dispatcher)
	for range 2 {
		b.Notification(message(t, `{"method":"n"}`))
		b.Error(errors.New("x"))
		b.Drop(transport.DropNotJSON, nil, []byte("x"))
		b.Set(transport.Callbacks{})
	}
	b.Closed()
}

func TestMutedAfterClose(t *testing.T) {
	var said []string
	var b Dispatcher
	b.Set(transport.Callbacks{
		OnNotification: func(m string, _ json.RawMessage) { said = append(said, m) },
		OnError:        func(err error) { said = append(said, err.Error()) },
		OnDropped:      func(d transport.Dropped) { said = append(said, d.Reason) },
		OnClose:        func() { said = append(said, "close") },
	})
	b.Notification(message(t, `{"method":"n"}`))
	b.Mute()
	b.Notification(message(t, `{"method":"late"}`))
	b.Error(errors.New("late"))
	b.Drop("late", nil, nil)
	b.Closed()
	b.Closed() // OMP-TP-47
	assert.DeepEqual(t, said, []string{"n", "close"})
}

func TestParamsAreCopied(t *testing.T) {
	data := []byte(`{"method":"n","params":"first"}`)
	m, err := jsonrpc.Parse(data)
	assert.NilError(t, err)
	var kept json.RawMessage
	var b Dispatcher
	b.Set(transport.Callbacks{OnNotification: func(_ string, p json.RawMessage) { kept = p }})
	m.Share()
	b.Notification(&m)
	clear(data)
	assert.Equal(t, string(kept), `"first"`)
}

func TestDroppedIsBounded(t *testing.T) {
	var got transport.Dropped
	var b Dispatcher
	b.Set(transport.Callbacks{OnDropped: func(d transport.Dropped) { got = d }})
	b.Drop(transport.DropUnknownID, []byte(`"7"`), []byte(strings.Repeat("x", 1000)))
	assert.DeepEqual(t, got, transport.Dropped{Reason: "unknown id", ID: `"7"`, Size: 1000, Sample: strings.Repeat("x", 200)})
}
