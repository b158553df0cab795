package main

import (
	"encoding/json"
	"html"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"
)

// offeredPage is a page of a list of prompts, resources or templates.
type offeredPage struct {
	NextCursor json.RawMessage
	Prompts    []struct {
		Name, Title string
		Arguments   []struct {
			Name     string
			Required bool
		}
	}
	Resources []struct{ URI, Name string }
}

// looksAround reports whether the client lists and uses what there is besides tools.
func (c *miniClient) looksAround() bool {
	return c.special.lists || c.is("CLI-129", "correct", "CLI-38.prompts", "M-CLI-27.prompt", "M-CLI-27.resource") || strings.HasPrefix(c.mutant, "CLI-144")
}

// declare keeps what a server without a handshake can do.
func (c *miniClient) declare(discovered json.RawMessage) {
	var told struct{ Capabilities map[string]json.RawMessage }
	_ = json.Unmarshal(discovered, &told)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.declared = told.Capabilities
}

// useAll gets the prompts of a page and reads its resources, if the client does so. What a server
// refuses is its business.
func (c *miniClient) useAll(page offeredPage) error {
	if c.special.lists || c.is("CLI-129") {
		return nil
	}
	for _, prompt := range page.Prompts {
		name, arguments := prompt.Name, map[string]string{}
		for _, argument := range prompt.Arguments {
			if argument.Required {
				arguments[argument.Name] = "Go"
			}
		}
		if c.is("CLI-144") {
			name = strings.ToLower(name)
		}
		if c.is("CLI-144.title") {
			name = prompt.Title
		}
		params, _ := json.Marshal(map[string]any{"name": name, "arguments": arguments})
		if err := c.use("prompts/get", string(params)); err != nil {
			return err
		}
	}
	for _, resource := range page.Resources {
		uri := resource.URI
		if plain, err := url.PathUnescape(uri); err == nil && c.is("CLI-144.uri") {
			uri = plain
		}
		if c.is("CLI-144.name") {
			uri = resource.Name
		}
		params, _ := json.Marshal(map[string]string{"uri": uri})
		if err := c.use("resources/read", string(params)); err != nil {
			return err
		}
	}
	return nil
}

// use makes a request for a prompt or a resource, with all its rounds.
func (c *miniClient) use(method, params string) error {
	result, err := c.request(method, params, 20*time.Second)
	if err == nil && c.modern.Load() {
		_, err = c.rounds(method, params, result, 20*time.Second)
	}
	if isRefusal(err) {
		return nil
	}
	return err
}

// onlyTrue loses the arguments that many languages take for nothing.
func onlyTrue(m message) {
	m.params(func(p message) {
		arguments := message{}
		_ = json.Unmarshal(p["arguments"], &arguments)
		maps.DeleteFunc(arguments, func(_ string, value json.RawMessage) bool {
			return slices.Contains([]string{"false", "0", `""`, "[]", "null"}, string(value))
		})
		raw, _ := json.Marshal(arguments)
		p["arguments"] = raw
	})
}

// escapedTexts writes the texts of arguments for a page of HTML.
func escapedTexts(m message) {
	m.params(func(p message) {
		arguments := map[string]any{}
		_ = json.Unmarshal(p["arguments"], &arguments)
		for name, value := range arguments {
			if text, is := value.(string); is {
				arguments[name] = html.EscapeString(text)
			}
		}
		raw, _ := json.Marshal(arguments)
		p["arguments"] = raw
	})
}

// subscribesToAll subscribes to a resource of every server that has resources.
func subscribesToAll(c *miniClient) {
	if c.declared["resources"] != nil {
		_, _ = c.request("resources/subscribe", `{"uri":"file:///first"}`, patienceOfOnce)
	}
}

// trimmed is a text without blanks at its ends.
func trimmed(raw json.RawMessage) json.RawMessage {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return raw
	}
	out, _ := json.Marshal(strings.TrimSpace(text))
	return out
}
