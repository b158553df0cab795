package recording_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/recording"
)

// notes are what is told, a line each.
type notes struct {
	mu    sync.Mutex
	lines []string
}

func (n *notes) Add(e recording.Entry) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.lines = append(n.lines, strings.TrimSpace(fmt.Sprintf("%d %s %s %s", e.Conn, e.Kind, e.From, e.Data)))
}

// Both ends of a WebSocket are recorded as what passes: the messages of both sides, and
// their ends. A client that is refused has no connection.
func TestWebSocketsAreRecorded(t *testing.T) {
	var of [2]notes
	closed := make(chan struct{})
	echo := http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if q.URL.Path == "/no" {
			http.Error(w, "no", http.StatusForbidden)
			return
		}
		c, err := websocket.Accept(w, q, &websocket.AcceptOptions{CompressionMode: websocket.CompressionContextTakeover})
		if err != nil {
			return
		}
		kind, text, err := c.Read(q.Context())
		if err == nil {
			err = c.Write(q.Context(), kind, text)
		}
		if err == nil {
			_ = c.Close(websocket.StatusNormalClosure, "") // and waits for the other end
		}
		close(closed)
	})
	server := httptest.NewServer(recording.NewTap(&of[0], nil).Handler(echo))
	wire := recording.NewTap(&of[1], nil).RoundTripper(server.Client().Transport)
	options := &websocket.DialOptions{HTTPClient: &http.Client{Transport: wire}, CompressionMode: websocket.CompressionContextTakeover}
	_, _, err := websocket.Dial(t.Context(), server.URL+"/no", options)
	assert.ErrorContains(t, err, "403")
	c, _, err := websocket.Dial(t.Context(), server.URL, options)
	assert.NilError(t, err)
	assert.NilError(t, c.Write(t.Context(), websocket.MessageText, []byte("{\"a\":\n1}")))
	_, text, err := c.Read(t.Context())
	assert.NilError(t, err)
	assert.Equal(t, string(text), "{\"a\":\n1}")
	_, _, err = c.Read(t.Context())
	assert.Equal(t, websocket.CloseStatus(err), websocket.StatusNormalClosure)
	<-closed
	server.Close()
	for i := range of {
		of[i].mu.Lock()
		slices.Sort(of[i].lines) // the two ends may come in either order
		assert.DeepEqual(t, of[i].lines, []string{
			`1 chunk client {"a": 1}`, `1 chunk server {"a": 1}`, "1 end client", "1 end server", "1 open",
		})
		of[i].mu.Unlock()
	}
}
