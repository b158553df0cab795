package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// allergies are what in a message makes a mutant crash.
var allergies = map[string]string{
	"CLI-76":       `"x-new"`,
	"CLI-77":       `"hologram"`,
	"CLI-78":       `"content":[]`,
	"CLI-78.image": `"type":"image"`,
	"CLI-78.audio": `"type":"audio"`,
	"CLI-78.link":  `"type":"resource_link"`,
	"CLI-78.blob":  `"blob"`,
	"CLI-81":       `"nearly done"`,
	"CLI-82":       `"notifications/progress"`,
	"CLI-83":       `"progress":2`,
	"CLI-92":       `"notifications/mcpsim/unknown"`,
	"CLI-93":       `"emergency"`,
	"CLI-94":       `"notifications/cancelled"`,
	"CLI-113":      `"icons"`,
	"FF-06":        "\xef\xbb\xbf",
}

// upset ends mutants that cannot bear a message.
func (c *miniClient) upset(raw string) {
	pain := allergies[c.mutant]
	one := json.Valid([]byte(raw)) && !strings.HasPrefix(raw, "{")
	switch {
	case pain != "" && strings.Contains(raw, pain),
		c.is("FF-02") && one,
		c.is("CLI-75") && strings.Contains(raw, "page-2") && !strings.Contains(raw, `"tools":[`),
		c.is("FF-39") && strings.Count(raw, `"name":"add_numbers"`) > 1:
		c.die(raw)
	}
}

// batch takes apart an array of messages.
func (c *miniClient) batch(raw []byte) bool {
	var messages []json.RawMessage
	if !bytes.HasPrefix(raw, []byte("[")) || json.Unmarshal(raw, &messages) != nil {
		return false
	}
	for i, m := range messages {
		if !c.is("FF-15", "CLI-116") && !(c.is("FF-15.first", "CLI-116.first") && i > 0) {
			c.heard(m)
		}
	}
	return true
}

// confused takes a request of the server for an answer, if the ids are the same.
func (c *miniClient) confused(raw []byte) bool {
	var m struct {
		ID     json.RawMessage
		Method string
	}
	if json.Unmarshal(raw, &m) != nil || m.Method == "" || !c.waitsFor(string(m.ID)) {
		return false
	}
	c.answered(string(m.ID), reply{err: errGone})
	return true
}

func (c *miniClient) capabilities() string {
	if c.is("bare", "CLI-89.roots", "CLI-89.sampling") {
		return `{}`
	}
	return c.modelCapabilities()
}

// capabilitiesNow are those of a request without a handshake.
func (c *miniClient) capabilitiesNow() string {
	if c.capabilities() == "{}" {
		return "{}"
	}
	if c.is("M-CLI-155") && c.taskCall > 0 {
		return c.capabilities()
	}
	return strings.TrimSuffix(c.capabilities(), "}") + `,"extensions":{"io.modelcontextprotocol/tasks":{}}}`
}

// answerTo is the answer to a request of the server; "" = there is none. Pings and
// forms are dealt with elsewhere.
func (c *miniClient) answerTo(method string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if own := c.special.answers[method]; own != "" {
		return own
	}
	switch {
	case method == "mcpsim/unknown" && c.is("CLI-87"), method == "ping" && c.is("FF-28") && c.listing > 0:
		return ""
	case method == "mcpsim/unknown" && c.is("CLI-88"):
		return `"error":{"code":-32600,"message":"Invalid request"}`
	case method == "elicitation/create" && c.is("CLI-91"), method == "roots/list" && c.is("CLI-90"):
		return `"result":{}`
	case method == "roots/list" && c.is("CLI-111"):
		return `"result":{"roots":[{"uri":"/work"}]}`
	case method == "roots/list" && !c.is("bare", "CLI-89.sampling"):
		return `"result":{"roots":[{"uri":"file:///work"}]}`
	case method == "sampling/createMessage" && c.is("CLI-89.sampling"):
		return `"result":{"role":"assistant","model":"m","content":{"type":"text","text":"hi"}}`
	}
	return `"error":{"code":-32601,"message":"Method not found"}`
}

// patience is how long a client waits for an answer.
func (c *miniClient) patience(method string, usual time.Duration) time.Duration {
	switch method + " " + c.mutant {
	case "initialize CLI-38.start", "initialize FF-04", "initialize FF-69", "tools/call CLI-38", "tools/call FF-10", "tools/call FF-12", "tools/call FF-63",
		"tools/list CLI-38.list", "prompts/list CLI-38.prompts":
		return time.Hour
	case "initialize FF-26", "tools/call CLI-103":
		return time.Second
	}
	return usual
}

// withToken asks for progress of what has to do with tools.
func (c *miniClient) withToken(method, params, id string) string {
	if !strings.HasPrefix(method, "tools/") {
		return params
	}
	if c.is("CLI-69") {
		id = "1.5"
	}
	more := strings.TrimPrefix(params, "{")
	if more != "}" {
		more = "," + more
	}
	return `{"_meta":{"progressToken":` + id + `}` + more
}

// pagesAtMost bounds a list.
const pagesAtMost = 200

// endsList reports whether a page is the last one that is asked for, although it
// names a next one.
func (c *miniClient) endsList(seen map[string]bool, next string, items int) bool {
	switch {
	case c.is("CLI-70"), c.is("CLI-74") && items == 0, c.is("M-CLI-21") && next == `""`:
		return true
	case c.is("FF-34", "CLI-73"), c.is("CLI-71") && next == `""`:
		return false
	case c.is("CLI-72") && !seen[next]:
		clear(seen)
	}
	again, most := seen[next], pagesAtMost
	if c.is("CLI-70.few") {
		most = 4
	}
	seen[next] = true
	return again || len(seen) > most
}

// refresh lists again, once for all changes that come in a moment.
func (c *miniClient) refresh() {
	c.mu.Lock()
	ignored := c.revision == "" && !c.modern.Load() || c.is("CLI-79") && c.listing > 0 || c.is("CLI-79.again") && c.changes > 0 || c.deaf()
	if !ignored {
		c.changes++
	}
	first := c.changes == 1
	c.mu.Unlock()
	if c.is("CLI-80") {
		_ = c.list()
	}
	for !ignored && first {
		_ = clock.Sleep(context.Background(), clock.Real(), 100*time.Millisecond) // in which more changes may come
		c.mu.Lock()
		before := c.changes
		c.mu.Unlock()
		_ = c.list()
		c.mu.Lock()
		if first = c.changes != before; !first {
			c.changes = 0
		}
		c.mu.Unlock()
	}
}

// connectAgain is what comes of a handshake that failed.
func (c *miniClient) connectAgain(err error) error {
	c.mu.Lock()
	c.deaths++
	again := c.is("FF-30") && c.deaths < 20
	c.mu.Unlock()
	if again {
		return c.connect()
	}
	return err
}

// callAgain is what comes of a call that may have failed.
func (c *miniClient) callAgain(params string, err error) error {
	once := func() { _, err = c.request("tools/call", params, time.Second) }
	switch {
	case err == nil:
		return nil
	case c.is("CLI-143.error"):
		var refused rpcError
		_ = errors.As(err, &refused)
		c.visit(refused.raw)
	case c.is("FF-78"), c.is("M-CLI-69") && !isRefusal(err), c.is("FF-21.timeout") && errors.Is(err, errLate):
		once()
	case c.is("M-CLI-88") && strings.Contains(err.Error(), `"code":-320`):
		if c.meet() == nil {
			once()
		}
	case c.is("FF-60"), c.is("FF-59") && errors.Is(err, errLost):
		for range 20 {
			if c.connect() == nil {
				once()
			}
		}
	case c.is("CLI-01.restart") && errors.Is(err, errGone):
		c.link = newPipeLink(c, os.Args[1:])
		once()
	case c.is("FF-21.status") && strings.HasPrefix(err.Error(), "HTTP 5"):
		once()
	case c.is("FF-21.stream") && errors.Is(err, errGone):
		once()
	case c.is("FF-21") && errors.Is(err, errGone):
		c.link = newPipeLink(c, os.Args[1:])
		if c.connect() == nil {
			once()
		}
	}
	c.failed = true
	return err
}

// lost fails what is open: the server has ended.
func (c *miniClient) lost() {
	c.mu.Lock()
	c.deaths++
	again := c.is("FF-67") && c.deaths < 40
	for id, answer := range c.waiting {
		if !again && !c.is("CLI-110") {
			answer <- reply{err: errGone}
			delete(c.waiting, id)
		}
	}
	c.mu.Unlock()
	if again {
		raw := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"mini","version":"1"}}}`,
			1000+c.deaths)
		_ = newPipeLink(c, os.Args[1:]).send(raw, "", "")
	}
}

// alarm is for a client that takes what it reads for a catastrophe.
type alarm struct{ c *miniClient }

func (a alarm) Write(b []byte) (int, error) {
	if bytes.Contains(b, []byte("ERROR")) {
		a.c.die("an error on standard error")
	}
	return len(b), nil
}
