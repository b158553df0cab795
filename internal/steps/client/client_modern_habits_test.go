package client_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"
)

// mended is what a call comes to whose headers were refused: the tools may have changed.
func (c *miniClient) mended(params string, result json.RawMessage, err error, timeout time.Duration) (json.RawMessage, error) {
	most := 1
	if c.is("M-CLI-25.again") {
		most = 200
	}
	for range most {
		var refused rpcError
		if !errors.As(err, &refused) || !c.modern.Load() || c.is("M-CLI-25") {
			break
		}
		if code, _ := refused.code(); code != -32020 {
			break
		}
		if !c.is("M-CLI-25.blind") {
			if err := c.list(); err != nil {
				return nil, err
			}
		}
		result, err = c.request("tools/call", params, timeout)
	}
	return result, err
}

// filter is what a subscription asks for.
func (c *miniClient) filter() string {
	switch c.mutant {
	case "M-CLI-70.all":
		return `{"notifications":{"toolsListChanged":true,"promptsListChanged":true}}`
	case "M-CLI-70.empty":
		return `{}`
	}
	return `{"notifications":{"toolsListChanged":true}}`
}

// saysOld sends what there is in sessions alone.
func (c *miniClient) saysOld() {
	switch c.mutant {
	case "M-CLI-119.initialized":
		c.notify("notifications/initialized", `{}`)
	case "M-CLI-119.ping":
		_, _ = c.request("ping", `{}`, time.Second)
	}
}

// state is the requestState that goes back for one that was given; "" = none does.
func (c *miniClient) state(given json.RawMessage) string {
	var text string
	_ = json.Unmarshal(given, &text)
	if given != nil {
		c.lastState = string(given)
	}
	switch {
	case c.is("M-CLI-27"):
		return ""
	case c.is("M-CLI-27.invented") && given == nil:
		return `""`
	case c.is("M-CLI-27.null") && given == nil:
		return `null`
	case c.is("M-CLI-27.trim") && given != nil:
		return fmt.Sprintf("%q", strings.TrimSpace(text))
	}
	return string(given)
}

// asksBelow reports whether a header is asked for where no value of the property itself is.
func asksBelow(property map[string]any) bool {
	rest := maps.Clone(property)
	delete(rest, "x-mcp-header")
	raw, _ := json.Marshal(rest)
	return strings.Contains(string(raw), `"x-mcp-header"`)
}
