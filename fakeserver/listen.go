package fakeserver

import (
	"encoding/json"
	"slices"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// subscription is a subscriptions/listen that has been acknowledged.
type subscription struct {
	id        json.RawMessage  // of the request
	x         *exec            // writes on its stream
	lists     map[string]bool  // by method of the notification
	resources map[string]bool  // by URI
	tasks     map[*task]string // the status that was told last
}

// filterNames are the notifications that a filter can ask for, with the capability that
// has them.
var filterNames = map[string]struct{ method, capability string }{
	"toolsListChanged":     {"notifications/tools/list_changed", "tools"},
	"promptsListChanged":   {"notifications/prompts/list_changed", "prompts"},
	"resourcesListChanged": {"notifications/resources/list_changed", "resources"},
}

const (
	filterResources = "resourceSubscriptions"
	filterTasks     = "taskIds"
)

// listen acknowledges what the server can tell of, and leaves the request open.
func (x *exec) listen() {
	filter := member(x.msg.params, "notifications")
	if len(filter) == 0 || filter[0] != '{' {
		x.fail(codeInvalidParams, "Invalid params: notifications is missing")
		return
	}
	if member(filter, filterTasks) != nil && x.c.offersTasks() && !x.declaresTasks() {
		x.lacksTasks()
		return
	}
	sub := &subscription{id: x.msg.id, x: x, lists: map[string]bool{}, resources: map[string]bool{}, tasks: map[*task]string{}}
	honoured := map[string]any{}
	for name, value := range jsonparts.Members(filter) {
		known, list := filterNames[string(name)]
		switch {
		case list && string(value) == "true" && x.c.declares(known.capability):
			sub.lists[known.method] = true
			honoured[string(name)] = true
		case string(name) == filterResources && x.c.declares("resources"):
			uris, ok := sub.followResources(value)
			if !ok {
				x.fail(codeInternal, tooMuch)
				return
			}
			honoured[filterResources] = uris
		case string(name) == filterTasks && x.declaresTasks():
			honoured[filterTasks] = sub.follows(value)
		}
	}
	x.c.subscriptions = append(x.c.subscriptions, sub)
	x.w.emit(sub.frame("notifications/subscriptions/acknowledged", encode(map[string]any{"notifications": honoured})))
	x.mute()
	x.w.hang()
	x.push(tellAction{sub}) // which stays until the request is cancelled
}

// followResources takes the URIs of a filter, or reports that there is no room for them.
func (sub *subscription) followResources(list json.RawMessage) (uris []string, ok bool) {
	for uri := range jsonparts.Elements(list) {
		text := string(jsonparts.Unquoted(uri))
		if !sub.x.more(memberCost + len(text)) {
			return nil, false
		}
		sub.resources[text] = true
		uris = append(uris, text)
	}
	return uris, true
}

// frame is a notification of the subscription.
func (sub *subscription) frame(method string, params json.RawMessage) frame {
	if len(params) == 0 || params[0] != '{' {
		params = json.RawMessage("{}")
	}
	params = mergePatch(params, encode(map[string]any{"_meta": map[string]json.RawMessage{metaSubscription: sub.id}}))
	return frame{text: outgoing(nil, method, params), method: method}
}

// wants reports whether the client asked for the notification.
func (sub *subscription) wants(method string, params json.RawMessage) bool {
	return sub.lists[method] || method == "notifications/resources/updated" && sub.resources[textMember(params, "uri")]
}

// publish sends a notification to all who listen for it.
func (c *conn) publish(f frame) {
	params := member(f.text, "params")
	told := false
	for _, sub := range slices.Clone(c.subscriptions) {
		if sub.wants(f.method, params) {
			told = true
			sub.x.w.emit(sub.frame(f.method, params))
		}
	}
	if !told {
		c.note(Entry{Kind: kindIgnored, Method: f.method, Text: "notification without a listener"})
	}
}

// unsubscribe ends what a request has subscribed to.
func (c *conn) unsubscribe(x *exec) {
	c.subscriptions = slices.DeleteFunc(c.subscriptions, func(s *subscription) bool { return s.x == x })
}

// subscribable reports whether a message goes to those who listen, and to no other.
func (c *conn) subscribable(f frame) bool {
	if !c.s.script.Era.modern() || c.revision != "" {
		return false
	}
	for _, known := range filterNames {
		if f.method == known.method {
			return true
		}
	}
	return f.method == "notifications/resources/updated"
}

// stateless is the connection that all modern requests over HTTP belong to, since they
// have none: it begins with the first of them.
func (s *Server) stateless() *conn {
	if s.modernHTTP == nil || s.modernHTTP.ended {
		s.modernHTTP = s.open("http")
		s.modernHTTP.sessionless = true
		s.modernHTTP.note(Entry{Kind: KindSpawn})
	}
	return s.modernHTTP
}

// cancelledBy ends the modern request whose answer the client does not wait for any more:
// to close its stream is to cancel it.
func (c *conn) cancelledBy(h *exchange) {
	for x := range c.execs {
		if x.httpExchange() == h && x.modern {
			x.finish()
		}
	}
}
