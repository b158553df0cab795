package steps

import (
	"errors"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// A trace tells what the runtime has read, as it came out of the wire. The steps of a
// scenario see none of it, and without a trace there is none.
func TestTracesTellWhatArrives(t *testing.T) {
	for _, traced := range []bool{false, true} {
		for _, kind := range []serverKind{stdioServer, httpServer, wsServer} {
			w := New(t, gherkin.Scenario{World: gherkin.Virtual, Variation: gherkin.Variation{Seed: 1}, Traced: traced}).(*World)
			assert.NilError(t, w.Do(func() error {
				if err := w.declare("docs", kind); err != nil {
					return err
				}
				return errors.Join(w.chosen().start(), w.ground.sleep(time.Second))
			}))
			assert.Equal(t, len(w.seen(arrived, "")), 0)
			var read string
			for e := range w.Finish().Events {
				if e.Kind == arrived {
					assert.Equal(t, e.Server, "docs")
					assert.Check(t, e.Conn > 0 && (e.N == len(e.Raw) || strings.Contains(e.Raw, "[random]")), "%d of %q", e.N, e.Raw)
					read += e.Raw
				}
			}
			assert.Equal(t, strings.Contains(read, `"protocolVersion"`), traced, "%s: %s", kind, read)
			assert.Check(t, kind != wsServer || !traced || strings.Contains(read, "Sec-Websocket-Accept: [random]\r\n"), read)
		}
	}
}
