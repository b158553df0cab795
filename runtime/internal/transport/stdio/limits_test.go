package stdio

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

func TestLongLines_FF_09(t *testing.T) {
	sizes := []int{65_537, 1<<20 + 1, 5 << 20}
	sized := serve(func(_ string, m jsonrpc.Message) string {
		return result(m, `"`+strings.Repeat("x", sizes[len(m.Method)])+`"`)
	})
	simulate(t, Options{}, sized, func(w *world) {
		for i, size := range sizes {
			got, err := w.Request(background, strings.Repeat("m", i), nil)
			assert.NilError(t, err)
			assert.Equal(t, len(got), size+2)
		}
	})
}

// A line above the limit, followed by more of it or by valid answers, ends the
// transport with one clear error: FF-10.
func TestTooLongLine_FF_10(t *testing.T) {
	flood := func(_ *world, p *netem.Process) {
		block := bytes.Repeat([]byte("x"), 64<<10)
		for range 100 << 20 / len(block) {
			if _, err := p.Out().Write(block); err != nil {
				return
			}
		}
		_, _ = io.WriteString(p.Out(), "\n"+`{"id":1,"result":1}`+"\n")
		<-p.Killed()
	}
	simulate(t, Options{MaxLine: 1 << 20}, flood, func(w *world) {
		_, err := w.Request(background, "a", nil)
		assert.ErrorIs(t, err, transport.ErrClosed)
		w.sleep(2 * time.Second)
		assert.DeepEqual(t, w.Said(), []string{"error line exceeds 1048576 bytes", "close"})
	})
}

func TestBinaryOutput(t *testing.T) {
	junk := make([]byte, 256<<10)
	for i := range junk {
		junk[i] = byte(i * 7)
	}
	binary := func(w *world, p *netem.Process) {
		_, _ = p.Out().Write(junk)
		_, _ = io.WriteString(p.Out(), "\n")
		echo(w, p)
	}
	simulate(t, Options{}, binary, func(w *world) {
		dropped := 0
		w.SetCallbacks(transport.Callbacks{OnDropped: func(d transport.Dropped) {
			assert.Check(t, len(d.Sample) <= transport.SampleSize)
			dropped++
		}})
		_, err := w.Request(background, "a", nil)
		assert.NilError(t, err)
		assert.Check(t, dropped > 900)
	})
}

func TestForeignFraming_FF_04(t *testing.T) {
	for text, want := range map[string]int{
		"{\n  \"id\": ID,\n  \"result\": {\n  }\n}\n":                          5,
		"Content-Length: 36\r\n\r\n" + `{"jsonrpc":"2.0","id":ID,"result":{}}`: 1,
	} {
		simulate(t, Options{}, answers(text, false), func(w *world) {
			_, err := w.Request(background, "odd", nil)
			assert.Error(t, err, "Request timeout after 30000ms")
			assert.Equal(t, len(w.Said()), want)
		})
	}
}
