package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

func (c *miniClient) nextID() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.is("CLI-19") || c.ids == 0 {
		c.ids++
	}
	switch c.mutant {
	case "ok.text":
		return fmt.Sprintf(`"request/%d"`, c.ids)
	case "CLI-19.all":
		return fmt.Sprintf(`%d.5`, c.ids)
	}
	return fmt.Sprint(c.ids)
}

// request sends a request and waits for its answer.
func (c *miniClient) request(method, params string, timeout time.Duration) (json.RawMessage, error) {
	id := c.nextID()
	answer := make(chan reply, 2)
	c.mu.Lock()
	c.waiting[id] = answer
	if method == "subscriptions/listen" {
		c.subscribed = append(c.subscribed, id)
	}
	c.mu.Unlock()
	go func() {
		raw := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q,"params":%s}`, id, method, c.stamped(method, c.withToken(method, params, id)))
		if c.is("CLI-01.early") && method == "initialize" {
			c.notify("notifications/initialized", `{}`)
		}
		if c.is("CLI-02") && method == "initialize" {
			raw += "\n" + `{"jsonrpc":"2.0","method":"notifications/mini/early"}`
		}
		if err := c.link.send(raw, id, method); err != nil {
			answer <- reply{err: err}
		}
	}()
	r := c.await(answer, timeout)
	switch {
	case errors.Is(r.err, errLate):
		c.mu.Lock()
		delete(c.waiting, id)
		c.mu.Unlock()
		c.giveUp(id, method)
		return nil, fmt.Errorf("%s: %w after %s", method, errLate, timeout)
	case r.err == nil && r.Error != nil:
		r.err = rpcError{method, r.Error}
	}
	return r.Result, r.err
}

func (c *miniClient) await(answer <-chan reply, timeout time.Duration) reply {
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	for {
		select {
		case r := <-answer:
			return r
		case <-c.advanced:
			timer.Reset(time.Hour)
		case <-timer.C:
			return reply{err: errLate}
		}
	}
}

// giveUp tells the server that nobody waits any more.
func (c *miniClient) giveUp(id, method string) {
	c.gaveUp.Store(true)
	if c.is("FF-25") && method == "tools/call" {
		_ = c.connect()
	}
	if web := c.web(); web != nil && c.modern.Load() && !c.is("M-CLI-29", "CLI-14") {
		web.abandon(c.abandons(id))
	}
	if c.is("cancelled/with its session") {
		c.link.close()
		return
	}
	if c.is("M-CLI-119.cancelled") {
		c.notify("notifications/cancelled", `{"requestId":`+id+`}`)
	}
	if method == "initialize" && !c.is("CLI-13") || c.is("CLI-12", "M-CLI-29") || c.is("CLI-12.progress") && c.advances.Load() || c.is("CLI-141") && c.web() == nil || method == discoverMethod || c.modern.Load() && c.web() != nil {
		return
	}
	if c.is("CLI-12.next") {
		go func() { // ends at last with the program
			_ = clock.Sleep(context.Background(), clock.Real(), 100*time.Millisecond) // until another request is made
			c.notify("notifications/cancelled", `{"requestId":`+c.latest()+`}`)
		}()
		return
	}
	if c.is("CLI-12.type") {
		id = `"` + id + `"`
	}
	sent := make(chan struct{})
	go func() { // ends at last with the program
		c.notify("notifications/cancelled", `{"requestId":`+id+`}`)
		close(sent)
	}()
	if within(sent, time.Second); c.is("FF-17", "cancelled/waits for its answer") {
		<-sent
	}
	if c.is("CLI-12.twice") {
		c.notify("notifications/cancelled", `{"requestId":`+id+`}`)
	}
}

func (c *miniClient) notify(method, params string) {
	id := ""
	if c.is("CLI-42") {
		id = `"id":"n",`
	}
	_ = c.link.send(fmt.Sprintf(`{"jsonrpc":"2.0",%s"method":%q,"params":%s}`, id, method, params), "", method)
}

// heard takes one message of the server.
func (c *miniClient) heard(raw []byte) {
	c.upset(string(raw))
	if read := c.special.read; read != nil {
		if raw = []byte(read(string(raw))); len(raw) == 0 {
			return
		}
	}
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	if c.batch(raw) || c.is("CLI-84") && c.confused(raw) {
		return
	}
	var m struct {
		ID     json.RawMessage
		Method string
		Params json.RawMessage
		reply
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		if c.is("FF-01", "FF-07", "FF-52") {
			c.die(err.Error())
		}
		return
	}
	_ = json.Unmarshal(raw, &m.reply)
	switch {
	case m.Method == "":
		c.answered(string(m.ID), m.reply)
	case m.ID != nil && c.modern.Load() && !c.is("M-CLI-28") && !(c.is("M-CLI-28.ping") && m.Method == "ping") && !(c.is("M-CLI-28.listen") && !c.calling()): // there are no requests of servers
	case m.ID != nil:
		if c.is("CLI-15.form") {
			c.filling.Lock() // what comes while a form is filled in waits for that
		}
		go c.asked(string(m.ID), m.Method, m.Params)
	case c.is("CLI-81.progress") && strings.HasSuffix(m.Method, "progress"):
		c.endAll()
	case c.is("CLI-43.unknown"):
		_ = c.link.send(`{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"Method not found"}}`, "", "")
	case c.is("CLI-43.notified"):
		_ = c.link.send(`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}`, "", "")
	case c.is("CLI-43.unasked"):
		_ = c.link.send(`{"jsonrpc":"2.0","id":null,"result":{}}`, "", "")
	case strings.HasSuffix(m.Method, "list_changed") && c.concerns(m.Params):
		c.changed()
	case strings.HasSuffix(m.Method, "progress") && c.is("CLI-126"):
		c.advanced <- struct{}{}
	case strings.HasSuffix(m.Method, "progress"):
		c.advances.Store(true)
	}
}

// endAll takes everything for answered.
func (c *miniClient) endAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, answer := range c.waiting {
		answer <- reply{Result: []byte("{}")}
		delete(c.waiting, id)
	}
}

func (c *miniClient) answered(id string, r reply) {
	c.mu.Lock()
	if c.is("CLI-14.next", "CLI-86.taken") && c.waiting[id] == nil {
		for other := range c.waiting {
			id = other
		}
	}
	answer := c.waiting[id]
	delete(c.waiting, id)
	c.mu.Unlock()
	switch {
	case answer != nil:
		answer <- r
	case c.is("CLI-14", "CLI-85", "CLI-86", "M-CLI-14"):
		c.die("an answer that nobody waits for: " + id)
	}
}

// asked answers a request of the server.
func (c *miniClient) asked(id, method string, params json.RawMessage) {
	answer := c.answerTo(method)
	if c.is("CLI-143") && method == "elicitation/create" {
		c.visit(params)
	}
	if c.is("CLI-15.form") {
		defer c.filling.Unlock()
		if strings.Contains(string(params), `"requestedSchema"`) {
			_ = clock.Sleep(context.Background(), clock.Real(), 2300*time.Millisecond) // bounded
		}
	}
	if c.is("ok/progress of forms") && strings.Contains(string(params), `"form-1"`) {
		c.notify("notifications/progress", `{"progressToken":"form-1","progress":0.5,"total":1.0,"message":"m"}`)
		c.notify("notifications/progress", `{"progressToken":"form-1","progress":1}`)
	}
	c.mu.Lock()
	busy := c.pending > 0
	c.mu.Unlock()
	for n := 0; n < 25 && c.is("CLI-15.late") && c.waitsForAny(); n++ {
		_ = clock.Sleep(context.Background(), clock.Real(), 200*time.Millisecond) // until the call is over, or five seconds
	}
	switch {
	case method == "ping" && c.is("CLI-15.slow"):
		_ = clock.Sleep(context.Background(), clock.Real(), 2300*time.Millisecond) // bounded
		answer = `"result":{}`
	case c.oddAnswer(params) != "":
		answer = c.oddAnswer(params)
	case answer == "", method == "ping" && (c.is("CLI-15.after") && c.gaveUp.Load() || c.is("CLI-15.busy") && busy || c.is("CLI-15.list") && !busy || c.is("CLI-15.text") && id[0] == '"'):
		return
	case method == "ping" && !c.is("CLI-15.error"):
		answer = `"result":{}`
	case method == "sampling/createMessage" && c.hasModel():
		answer = `"error":{"code":-32602,"message":"results of tools are missing"}`
		if result, ok := c.sampled(params); ok {
			answer = `"result":` + result
		}
	case method == "elicitation/create" && strings.Contains(string(params), `"mode":"voice"`) && !c.is("CLI-136", "CLI-91", "CLI-89.roots", "CLI-89.sampling", "bare"):
		answer = `"error":{"code":-32602,"message":"there is no such mode"}`
	case c.opensURLs() && strings.Contains(string(params), `"mode":"url"`):
		answer = `"result":{"action":"decline"}`
	case method == "sampling/createMessage" && strings.Contains(string(params), `"tools":`) && !c.is("sampling/with tools"):
		answer = `"error":{"code":-32602,"message":"tools were not declared"}`
	case c.is("form/of a URL") && strings.Contains(string(params), `"mode":"url"`):
		answer = `"result":{"action":"accept","content":{}}`
	case method == "elicitation/create" && strings.Contains(string(params), `"mode":"url"`) && !c.is("CLI-89.url"):
		answer = `"error":{"code":-32602,"message":"URLs were not declared"}`
	case method == "elicitation/create" && c.is("SEP-1034"):
		answer = `"result":{"action":"accept","content":{}}`
	case method == "elicitation/create" && !c.is("CLI-91", "CLI-89.roots", "CLI-89.sampling", "bare"):
		answer = `"result":{"action":"accept","content":` + c.filled(params) + `}`
	}
	switch c.mutant {
	case "CLI-43.both":
		answer += `,"error":null`
	case "CLI-43.null":
		answer = `"result":null`
	case "CLI-43.type":
		id = `"` + strings.Trim(id, `"`) + `"`
	case "CLI-43.twice":
		_ = c.link.send(`{"jsonrpc":"2.0","id":`+id+`,`+answer+`}`, "", "")
	}
	_ = c.link.send(`{"jsonrpc":"2.0","id":`+id+`,`+answer+`}`, "", "")
}

// changed lists again, if the client is one of those that never rest.
func (c *miniClient) changed() {
	c.mu.Lock()
	early, relist := c.revision == "", c.is("FF-43") && !c.relisting
	c.relisting = c.relisting || relist
	c.mu.Unlock()
	if early && c.is("FF-27") {
		c.die("a notification before initialize was answered")
	}
	if !c.is("FF-43") {
		go c.refresh()
	}
	if relist {
		go func() {
			for range 100 {
				_ = c.list()
			}
		}()
	}
}
