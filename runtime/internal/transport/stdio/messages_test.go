package stdio

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

var background = context.Background()

func TestFramesAreLines_OMP_TP_14_TP_32(t *testing.T) {
	simulate(t, Options{}, echo, func(w *world) {
		_, err := w.Request(background, "a", json.RawMessage("{\"x\":\n1}"))
		assert.NilError(t, err)
		assert.NilError(t, w.Notify("n", map[string]string{"y": "\r\n"}))
		assert.NilError(t, w.Notify("bare", nil))
		w.sleep(0)
		assert.DeepEqual(t, w.read(), []string{
			`{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":1}}` + "\n",
			`{"jsonrpc":"2.0","method":"n","params":{"y":"\r\n"}}` + "\n",
			`{"jsonrpc":"2.0","method":"bare"}` + "\n",
		})
	})
}

func TestAnswersInAnyOrder_OMP_TP_15(t *testing.T) {
	var held []jsonrpc.Message
	reverse := serve(func(_ string, m jsonrpc.Message) (out string) {
		if held = append(held, m); len(held) < 3 {
			return ""
		}
		for i := range held {
			out += result(held[2-i], `"`+held[2-i].Method+`"`)
		}
		return out
	})
	simulate(t, Options{}, reverse, func(w *world) {
		calls := map[string]*pending{}
		for _, m := range []string{"a", "b", "c"} {
			calls[m] = w.background(background, m)
			w.sleep(time.Millisecond)
		}
		for m, c := range calls {
			assert.NilError(t, c.err)
			assert.Equal(t, string(c.result), `"`+m+`"`)
		}
	})
}

func TestResultsAndErrors_OMP_TP_16(t *testing.T) {
	bad := `{"id":ID,"error":{"code":-32602,"message":"bad params","data":{"n":1}}}` + "\n"
	simulate(t, Options{}, answers(bad, false), func(w *world) {
		_, err := w.Request(background, "odd", nil)
		assert.Error(t, err, "MCP error -32602: bad params")
		assert.Equal(t, string(err.(*jsonrpc.Error).Data), `{"n":1}`)
		result, err := w.Request(background, "fine", nil)
		assert.NilError(t, err)
		assert.Equal(t, string(result), `"fine"`)
	})
}

func TestNotificationsArrive_OMP_TP_17(t *testing.T) {
	simulate(t, Options{}, says(`{"method":"a","params":{"x":1}}`+"\n"+`{"method":"b"}`+"\n"), func(w *world) {
		w.sleep(0)
		assert.DeepEqual(t, w.Said(), []string{`notification a {"x":1}`, "notification b "})
	})
}

func TestServerRequestsAreAnswered_OMP_TP_18(t *testing.T) {
	for method, want := range map[string]string{
		"ping":       `"result":{"was":"ping"}`,
		"coded":      `"error":{"code":-5,"message":"five"}`,
		"plain":      `"error":{"code":-32603,"message":"plain failure"}`,
		"unwritable": `"error":{"code":-32603,"message":"writing a value: json: unsupported type: func()"}`,
	} {
		simulate(t, Options{}, says(`{"id":"s1","method":"`+method+`"}`+"\n"), func(w *world) {
			w.sleep(0)
			assert.DeepEqual(t, w.read(), []string{`{"jsonrpc":"2.0","id":"s1",` + want + "}\n"})
		})
	}
}

func TestServerRequestWithAnIDOfOurs_FF_28(t *testing.T) {
	simulate(t, Options{}, answers(`{"id":ID,"method":"ping"}`+"\n", true), func(w *world) {
		result, err := w.Request(background, "odd", nil)
		assert.NilError(t, err)
		assert.Equal(t, string(result), `"odd"`)
		assert.DeepEqual(t, w.Said(), []string{"request ping "})
	})
}

func TestUnsetCallbacksAreHarmless_OMP_TP_03_TP_19(t *testing.T) {
	text := `{"id":7,"method":"roots/list"}` + "\n" + `{"method":"n"}` + "\nnoise\n42\n" + `{"id":99,"result":1}` + "\n"
	simulate(t, Options{}, says(text), func(w *world) {
		w.SetCallbacks(transport.Callbacks{})
		_, err := w.Request(background, "a", nil)
		assert.NilError(t, err)
		assert.Check(t, strings.Contains(strings.Join(w.read(), ""), `{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"Method not found"}}`))
		w.proc.Exit(1)
		w.sleep(time.Second)
	})
}

func TestUnknownAnswersAreIgnored_OMP_TP_20_FF_12(t *testing.T) {
	text := `{"id":"ID","result":1}` + "\n" + `{"id":0,"result":1}` + "\n" + `{"id":null,"result":1}` + "\n"
	simulate(t, Options{}, answers(text, true), func(w *world) {
		_, err := w.Request(background, "odd", nil)
		assert.NilError(t, err)
		_, err = w.Request(background, "next", nil)
		assert.NilError(t, err)
		assert.DeepEqual(t, w.Said(), []string{
			`dropped unknown id "1"{"id":"1","result":1}`,
			`dropped unknown id 0{"id":0,"result":1}`,
			`dropped unknown id {"id":null,"result":1}`,
		})
	})
}

func TestIDsAreLocalToATransport_OMP_TP_13(t *testing.T) {
	simulate(t, Options{}, mute, func(a *world) {
		waiting := a.background(background, "a")
		a.sleep(0)
		b := newWorld(t, a.sim, Options{}, says(`{"id":1,"result":"stolen"}`+"\n"))
		assert.NilError(t, b.Connect(background))
		a.sleep(time.Second)
		assert.Check(t, !waiting.finished())
		assert.DeepEqual(t, b.Said(), []string{`dropped unknown id 1{"id":1,"result":"stolen"}`})
		assert.NilError(t, b.Close())
	})
}

// Lines that are valid JSON but no messages, noise, and the answer at last:
// OMP-TP-54, OMP-TP-55, FF-01, FF-02, A-01, A-02.
func TestBadLinesAreDropped_OMP_TP_54_TP_55(t *testing.T) {
	noise := []string{"[Breadcrumb] {", "  message: 'x'", "}", "{}", "[]", "42", `"ok"`, "null", `{"id":ID}`, `{"a":1} {"b":2}`}
	simulate(t, Options{}, answers(strings.Join(noise, "\n")+"\n", true), func(w *world) {
		_, err := w.Request(background, "odd", nil)
		assert.NilError(t, err)
		assert.DeepEqual(t, w.Said(), []string{
			"dropped not json [Breadcrumb] {", "dropped not json message: 'x'", "dropped not json }",
			"dropped not a message {}", "dropped not a message []", "dropped not a message 42",
			`dropped not a message "ok"`, "dropped not a message null", `dropped not a message {"id":1}`,
			`dropped not json {"a":1} {"b":2}`,
		})
	})
}

func TestStrictLines_D_12(t *testing.T) {
	simulate(t, Options{BadLine: CloseOnBadLine}, answers("42\nnoise\n", true), func(w *world) {
		_, err := w.Request(background, "odd", nil)
		assert.ErrorIs(t, err, transport.ErrClosed)
		w.sleep(2 * time.Second)
		assert.DeepEqual(t, w.Said(), []string{"dropped not a message 42", "error Failed to parse JSONL", "close"})
	})
}

func TestLineEndings_FF_05_FF_06(t *testing.T) {
	text := "\xef\xbb\xbf" + `{"method":"bom"}` + "\r\n\r\n\n" + `{"method":"crlf"}` + "\r\n" + `  {"method":"space"}  ` + "\n"
	simulate(t, Options{}, says(text), func(w *world) {
		_, err := w.Request(background, "a", nil)
		assert.NilError(t, err)
		assert.DeepEqual(t, w.Said(), []string{"notification bom ", "notification crlf ", "notification space "})
		assert.Check(t, !strings.Contains(strings.Join(w.read(), ""), "\r"))
	})
}

func TestAnyChunking_FF_07(t *testing.T) {
	const text = `— 日本語 🚀`
	drip := func(w *world, p *netem.Process) {
		line := []byte("\xef\xbb\xbf" + `{"method":"n","params":"` + text + "\"}\r\n")
		for i := range line {
			_, _ = p.Out().Write(line[i : i+1])
		}
		echo(w, p)
	}
	simulate(t, Options{}, drip, func(w *world) {
		w.sleep(0)
		assert.DeepEqual(t, w.Said(), []string{`notification n "` + text + `"`})
	})
}

func TestBatches_FF_15(t *testing.T) {
	simulate(t, Options{}, answers(`[{"method":"n"},7,{"id":ID,"result":"b"},{"id":"q","method":"ping"}]`+"\n", false), func(w *world) {
		result, err := w.Request(background, "odd", nil)
		assert.NilError(t, err)
		assert.Equal(t, string(result), `"b"`)
		w.sleep(0)
		assert.DeepEqual(t, w.Said(), []string{"notification n ", "dropped not a message 7", "request ping "})
	})
}

func TestOneAtATimeInOrder_OMP_TP_63(t *testing.T) {
	var text strings.Builder
	var want []string
	for i := range 200 {
		fmt.Fprintf(&text, "{\"method\":\"n\",\"params\":%d}\n", i)
		want = append(want, fmt.Sprint(i))
	}
	simulate(t, Options{}, says(text.String()), func(w *world) {
		var got []string
		busy := false
		w.SetCallbacks(transport.Callbacks{OnNotification: func(_ string, p json.RawMessage) {
			assert.Check(t, !busy)
			busy = true
			w.sim.Clock("callback").Sleep(time.Millisecond)
			busy = false
			got = append(got, string(p))
		}})
		w.sleep(time.Second)
		assert.DeepEqual(t, got, want)
	})
}

func TestFramesKeepTheirOrder_OMP_TP_62(t *testing.T) {
	simulate(t, Options{}, mute, func(w *world) {
		for i := range 1000 {
			assert.NilError(t, w.Notify("n", i))
		}
		w.sleep(time.Second)
		lines := w.read()
		assert.Equal(t, len(lines), 1000)
		for i, line := range lines {
			assert.Equal(t, line, fmt.Sprintf(`{"jsonrpc":"2.0","method":"n","params":%d}`+"\n", i))
		}
	})
}
