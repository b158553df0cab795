package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// fiveSeconds is what libraries wait for that were not told how long.
const fiveSeconds = 5 * time.Second

// listAll lists what the client uses. A server without a handshake that ends meanwhile is
// started again.
func (c *miniClient) listAll() error {
	if c.bare && !c.is("CLI-16.tools", "M-CLI-133.tools") {
		return nil
	}
	err := c.list()
	if errors.Is(err, errGone) && c.modern.Load() && c.web() == nil {
		c.link = newPipeLink(c, os.Args[1:])
		if !c.is("M-CLI-31") {
			c.subscribe()
		}
		err = c.list()
	}
	if c.is("M-CLI-32") {
		go func() { // ends with the program
			for clock.Sleep(context.Background(), clock.Real(), 200*time.Millisecond) == nil {
				_, _ = c.request("tools/list", `{}`, time.Second)
			}
		}()
	}
	if c.is("M-CLI-23.resource") {
		_, _ = c.request("resources/list", `{}`, time.Second)
		_, _ = c.request("resources/read", `{"uri":"note:größe"}`, time.Second)
	}
	if err == nil && c.looksAround() {
		err = c.listOthers()
	}
	return err
}

// listOthers lists what the server declares besides tools.
func (c *miniClient) listOthers() error {
	for _, list := range [][2]string{{"prompts", "prompts/list"}, {"resources", "resources/list"}, {"resources", "resources/templates/list"}} {
		if c.declared[list[0]] == nil {
			continue
		}
		if err := c.listOther(list[1]); err != nil {
			return err
		}
	}
	return nil
}

// listOther lists all pages of a list; one that the server does not know is empty.
func (c *miniClient) listOther(method string) error {
	asked := `{}`
	for range pagesAtMost {
		result, err := c.request(method, asked, c.patience(method, c.startTimeout(20*time.Second)))
		if err != nil {
			return map[bool]error{false: err}[isRefusal(err) && !c.is("CLI-129")]
		}
		var page offeredPage
		_ = json.Unmarshal(result, &page)
		if err := c.useAll(page); err != nil {
			return err
		}
		if page.NextCursor == nil {
			break
		}
		asked = `{"cursor":` + string(page.NextCursor) + `}`
	}
	return nil
}

func (c *miniClient) list() error {
	patience := c.patience("tools/list", c.startTimeout(20*time.Second))
	if c.is("FF-42") {
		patience = time.Second
	}
	c.busy(&c.listing, 1)
	defer c.busy(&c.listing, -1)
	cursor, seen, anew, lost := c.startOfList(), map[string]bool{}, false, false
	for {
		asked := `{}`
		if cursor != "" {
			asked = `{"cursor":` + cursor + `}`
		}
		result, err := c.request("tools/list", asked, patience)
		if isRefusal(err) && c.modern.Load() && cursor != "" && !anew && !c.is("M-CLI-78") {
			cursor, anew = "", true
			continue
		}
		if errors.Is(err, errLost) && !lost && !c.is("CLI-05", "CLI-05.list") {
			if err = c.connect(); err == nil {
				if lost = true; !c.is("CLI-20.session") {
					cursor = ""
				}
				continue
			}
		}
		if err != nil {
			return err
		}
		var page struct {
			NextCursor json.RawMessage
			Tools      []map[string]any
			ResultType string
			TTLMs      int
		}
		_ = json.Unmarshal(result, &page)
		c.lasting.Store(page.TTLMs > 0)
		if page.ResultType == "task" && c.is("M-TASK-20") {
			_, err := c.follow(result, patience)
			return err
		}
		if err := c.listFits(page.ResultType); err != nil {
			return err
		}
		c.keep(page.Tools, cursor == "")
		c.remember(page.Tools)
		c.rememberSupport(page.Tools)
		if c.is("M-CLI-24.all") && slices.Contains(slices.Collect(maps.Values(c.invalid)), true) {
			return errors.New("a tool of the list is invalid")
		}
		for _, tool := range page.Tools {
			if c.is("FF-37") && tool["inputSchema"] == nil {
				c.die("a tool has no input schema")
			}
			if _, text := tool["name"].(string); c.is("FF-37.name") && !text {
				c.die("a tool has no name")
			}
		}
		next := string(page.NextCursor)
		if next == "" || next == "null" || c.is("CLI-70.zero") && next == `"0"` || c.endsList(seen, next, len(page.Tools)) {
			break
		}
		if cursor = c.spoil(next); c.reread(cursor) {
			break
		}
	}
	if c.is("CLI-01.late") {
		c.notify("notifications/initialized", `{}`)
	}
	return nil
}

// startOfList is the cursor that a list begins with: none, but for a mutant that remembers where it was.
func (c *miniClient) startOfList() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return map[bool]string{true: c.lastCursor}[c.is("CLI-134")]
}

// reread remembers a cursor, and reports whether a mutant has enough of a list that it knows.
func (c *miniClient) reread(cursor string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := c.lastCursor != ""
	c.lastCursor = cursor
	return known && c.is("CLI-134.first")
}

// spoil is what a mutant does to a cursor.
func (c *miniClient) spoil(cursor string) string {
	var text string
	_ = json.Unmarshal([]byte(cursor), &text)
	switch c.mutant {
	case "M-CLI-21.anew":
		if text == "" {
			return ""
		}
	case "CLI-20.trim":
		cursor = fmt.Sprintf("%q", strings.TrimSpace(text))
	case "CLI-20.json":
		var value any
		if json.Unmarshal([]byte(text), &value) == nil {
			raw, _ := json.Marshal(value)
			cursor = fmt.Sprintf("%q", raw)
		}
	case "CLI-20.url":
		if address, err := url.Parse(text); err == nil && address.Host != "" {
			address.Host = strings.ToLower(address.Host)
			cursor = fmt.Sprintf("%q", address)
		}
	case "CLI-20.number":
		var number int64
		if json.Unmarshal([]byte(text), &number) == nil {
			cursor = text
		}
	}
	return cursor
}

// call calls a tool, again in a new session if the old one is lost.
// callAtOnce makes one call three times, side by side.
func (c *miniClient) callAtOnce(params string) error {
	ends := make(chan error, 3)
	for range cap(ends) {
		go func() { ends <- c.call(params) }()
	}
	return errors.Join(<-ends, <-ends, <-ends)
}

func (c *miniClient) call(params string) error {
	timeout := 20 * time.Second
	if c.told.TimeoutMs > 0 {
		timeout = time.Duration(c.told.TimeoutMs) * time.Millisecond
	}
	if c.is("FF-16") {
		timeout = 2 * time.Second
	}
	if c.is("ok/gives up after 5 seconds") || c.is("CLI-141") && c.web() == nil {
		timeout = min(timeout, fiveSeconds)
	}
	if c.is("CLI-49") {
		name, _, _ := strings.Cut(params, `,"arguments"`)
		params = name + `,"arguments":"{}"}`
	}
	timeout = c.patience("tools/call", timeout)
	if c.lacks(params) || c.misses(params) {
		return errors.New("there is no such tool")
	}
	if c.is("M-CLI-28.listen") { // a subscription has begun to speak by then
		_ = clock.Sleep(context.Background(), clock.Real(), 500*time.Millisecond)
	}
	c.busy(&c.pending, 1)
	defer c.busy(&c.pending, -1)
	if c.special.twice {
		_, _ = c.request("tools/call", params, timeout)
	}
	begun := clock.Real().Now()
	params = c.augmented(params)
	result, err := c.request("tools/call", params, timeout)
	slow := c.is("CLI-47.slow") && err == nil && clock.Real().Since(begun) > time.Second
	if result, err = c.mended(params, result, err, timeout); slow || c.is("CLI-47", "CLI-47.soon") {
		if c.is("CLI-47") {
			_ = clock.Sleep(context.Background(), clock.Real(), 1200*time.Millisecond) // bounded
		}
		c.notify("notifications/cancelled", fmt.Sprintf(`{"requestId":%d}`, c.ids))
	}
	switch {
	case err == nil && c.modern.Load():
		_, err = c.rounds("tools/call", params, result, timeout)
		return err
	case err == nil:
		err = c.followed(result, timeout)
	}
	if errors.Is(err, errLost) && !c.is("CLI-05") {
		if err = c.connect(); err == nil {
			_, err = c.request("tools/call", params, timeout)
		}
	}
	return c.callAgain(params, err)
}

func (c *miniClient) busy(with *int, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	*with += n
}

// abandons is the id of the request whose stream is closed when one is given up. A mutant closes that of
// its subscription.
func (c *miniClient) abandons(id string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.is("M-CLI-29.other") && len(c.subscribed) > 0 {
		return c.subscribed[0]
	}
	return id
}

// latest is the id of the last request.
func (c *miniClient) latest() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return fmt.Sprint(c.ids)
}

// calling reports whether a call of a tool is open.
func (c *miniClient) calling() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pending > 0
}

func (c *miniClient) waitsForAny() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.waiting) > 0
}
