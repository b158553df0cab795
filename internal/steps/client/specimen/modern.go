package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"time"
)

const (
	newest    = "2026-07-28"
	newestKey = "io.modelcontextprotocol/"

	discoverMethod = "server/discover"

	// onlyNewest ends the name of a client that speaks no other revision.
	onlyNewest = ", the newest alone"
)

// likeEarlier are the mutants that do wrong what those of the era with a handshake do.
var likeEarlier = map[string]string{
	"M-CLI-07": "CLI-07", "M-CLI-08": "CLI-08.json", "M-CLI-08.first": "CLI-81.first", "M-CLI-14": "CLI-14", "M-CLI-19": "CLI-19", "M-CLI-20": "CLI-20.trim", "M-CLI-20.prompts": "list/cursor of prompts", "M-CLI-20.url": "CLI-20.url",
	"M-CLI-38": "CLI-38", "M-CLI-38.list": "CLI-38.list", "M-CLI-38.prompts": "CLI-38.prompts", "M-CLI-29.progress": "CLI-12.progress", "M-CLI-38.progress": "CLI-126", "M-CLI-67": "CLI-52.comment", "M-CLI-68": "FF-53",
	"M-CLI-88.again": "FF-78", "M-CLI-95": "CLI-69", "M-CLI-96": "CLI-66", "M-CLI-96.term": "CLI-67", "M-CLI-96.kill": "CLI-68", "M-CLI-97": "CLI-47", "M-CLI-97.soon": "CLI-47.soon",
	"M-CLI-128": "call/name with underscores", "M-CLI-139": "CLI-144", "M-CLI-140": "call/without what is false", "M-CLI-140.texts": "call/escaped texts", "M-CLI-139.title": "CLI-144.title", "M-CLI-139.uri": "CLI-144.uri", "M-CLI-18.crlf": "CLI-40.crlf", "M-CLI-18.twice": "jsonrpc/twice", "M-CLI-130": "call/null arguments", "M-CLI-131": "type/none", "M-CLI-132": "CLI-01.never", "M-CLI-132.session": "session/never",
	"M-CLI-141": "CLI-52.bom", "M-CLI-141.cr": "FF-51", "M-CLI-141.last": "stream/last line of data", "M-CLI-141.other": "stream/dies of other events", "M-CLI-141.end": "stream/answer at its end",
	"M-CLI-142": "CLI-53", "M-CLI-142.case": "CLI-53.case", "M-CLI-143": "CLI-51", "M-CLI-144": "CLI-54", "M-CLI-144.lines": "CLI-54.lines", "M-CLI-144.long": "CLI-54.long", "M-CLI-145": "CLI-95",
	"M-CLI-146": "CLI-70", "M-CLI-146.empty": "CLI-74", "M-CLI-146.zero": "CLI-70.zero", "M-CLI-147": "CLI-81.progress", "M-CLI-147.log": "CLI-93", "M-CLI-147.new": "CLI-92",
	"M-CLI-148": "CLI-78", "M-CLI-148.image": "CLI-78.image", "M-CLI-148.link": "CLI-78.link", "M-CLI-148.blob": "CLI-78.blob", "M-CLI-148.more": "CLI-76", "M-CLI-149": "CLI-112", "M-CLI-150": "CLI-115", "M-CLI-150.flood": "FF-16",
	"M-CLI-151": "call/numbers as text", "M-CLI-157": "CLI-79.again", "M-CLI-158": "CLI-80", "M-CLI-159": "CLI-134", "M-CLI-159.first": "CLI-134.first", "M-CLI-154": "CLI-149", "M-CLI-152": "CLI-147", "M-CLI-152.name": "CLI-147.name", "M-CLI-152.none": "CLI-147.none", "M-CLI-152.tokens": "CLI-147.tokens",
}

// rpcError is an answer with an error.
type rpcError struct {
	method string
	raw    json.RawMessage
}

func (e rpcError) Error() string { return fmt.Sprintf("%s: %s", e.method, e.raw) }

func isRefusal(err error) bool {
	_, is := errors.AsType[rpcError](err)
	return is
}

// code of the error and the versions in its data.
func (e rpcError) code() (code int, supported []string) {
	var told struct {
		Code int
		Data struct{ Supported []string }
	}
	_ = json.Unmarshal(e.raw, &told)
	return told.Code, told.Data.Supported
}

// httpError is an answer over HTTP without an answer in it.
type httpError int

func (e httpError) Error() string { return fmt.Sprintf("HTTP %d", int(e)) }

// probeTime is how long this client waits for the answer to server/discover over stdio.
const probeTime = 1500 * time.Millisecond

// meet finds out which era the server is of, if the client was asked for the newest one.
func (c *miniClient) meet() error {
	if !c.newest && (os.Getenv("MCP_CONFORMANCE_PROTOCOL_VERSION") != newest || c.is("old")) {
		return c.connect()
	}
	if c.is("M-CLI-39") {
		_, _ = c.request("ping", `{}`, time.Second)
	}
	c.modern.Store(true)
	if c.is("M-CLI-45") {
		defer newPipeLink(c, os.Args[1:]).close()
	}
	wait := probeTime
	if c.web() != nil {
		wait = c.startTimeout(10 * time.Second)
	}
	result, err := c.request(discoverMethod, `{}`, wait)
	if c.is("M-CLI-53") {
		result, err = c.request(discoverMethod, `{}`, wait)
	}
	return c.decide(result, err)
}

func (c *miniClient) web() *webLink {
	l, _ := c.link.(*webLink)
	return l
}

// decide goes on by what the answer to server/discover says.
func (c *miniClient) decide(result json.RawMessage, err error) error {
	var told struct {
		SupportedVersions []string
		ResultType        string
		Capabilities      struct{ Tools *struct{ ListChanged bool } }
	}
	_ = json.Unmarshal(result, &told)
	c.bare = err == nil && told.Capabilities.Tools == nil
	c.promises = told.Capabilities.Tools != nil && told.Capabilities.Tools.ListChanged
	c.declare(result)
	var refused rpcError
	var status httpError
	switch {
	case err == nil && told.ResultType != "" && told.ResultType != "complete" && !c.is("M-CLI-26.discover"):
		return fmt.Errorf("server/discover is answered with %q", told.ResultType)
	case err == nil && (slices.Contains(told.SupportedVersions, newest) || c.is("M-CLI-55.ignores")):
		if c.is("M-CLI-41") {
			return c.goBack()
		}
		c.subscribe()
		c.saysOld()
		if c.is("M-CLI-18") {
			_ = c.link.send(`[{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}]`, "", "")
		}
		return nil
	case errors.As(err, &refused):
		return c.refusedWith(refused)
	case errors.As(err, &status):
		outage := status == 429 || status >= 500
		login := status == 401 || status == 403
		if outage && !c.is("M-CLI-52") || login && !c.is("M-CLI-51") || c.is("M-CLI-49") && status >= 404 || c.is("M-CLI-48") {
			return err
		}
	case c.web() != nil && err != nil && !c.is("M-CLI-52", "M-CLI-52.silence"):
		return err
	case errors.Is(err, errGone):
		if c.is("M-CLI-44") {
			return err
		}
		c.link = newPipeLink(c, os.Args[1:])
	}
	return c.goBack()
}

// refusedWith goes on by the code of an error.
func (c *miniClient) refusedWith(e rpcError) error {
	code, supported := e.code()
	switch {
	case code == -32022 && slices.Contains(supported, newest) && !c.is("M-CLI-42"):
		result, err := c.request(discoverMethod, `{}`, probeTime)
		if errors.As(err, new(rpcError)) {
			for c.is("M-CLI-55.again") && err != nil {
				_, err = c.request(discoverMethod, `{}`, probeTime)
			}
			return err
		}
		return c.decide(result, err)
	case code == -32022 && c.is("M-CLI-55.theirs") && !slices.Contains(supported, newest):
		_, err := c.request(discoverMethod, `{"_meta":{"theirs":"`+supported[0]+`"}}`, probeTime)
		return err
	case code == -32022 && c.is("M-CLI-55"):
		for range 500 {
			_, _ = c.request(discoverMethod, `{}`, probeTime)
		}
		return e
	case code == -32022 && slices.ContainsFunc(supported, func(v string) bool { return v >= newest }) && !c.is("M-CLI-42"):
		return e
	case (code == -32020 || code == -32021) && !c.is("M-CLI-43"):
		return e
	case code != -32601 && c.is("M-CLI-40", "M-CLI-48"):
		return e
	}
	return c.goBack()
}

// goBack opens a session. A server that refuses it as a modern one does is one.
func (c *miniClient) goBack() error {
	if c.newest {
		return errors.New("the server is an earlier one")
	}
	c.modern.Store(false)
	err := c.connect()
	var refused rpcError
	if errors.As(err, &refused) && !c.is("M-CLI-46") {
		if code, supported := refused.code(); code == -32022 && slices.Contains(supported, newest) {
			c.modern.Store(true)
			return nil
		}
	}
	return err
}

// subscribe asks for changes of tools.
func (c *miniClient) subscribe() {
	filter := c.filter()
	if !c.is("M-CLI-70") && !c.promises {
		return
	}
	if c.is("M-CLI-73") {
		if _, err := c.request("subscriptions/listen", filter, time.Second); isRefusal(err) {
			c.die("no subscription")
		}
		return
	}
	go func() { // ends with the program
		for range 100 {
			_, err := c.request("subscriptions/listen", filter, time.Hour)
			if !c.is("M-CLI-72") && !(c.is("M-CLI-72.cut") && err != nil) {
				return
			}
		}
	}()
}

// stamped are the params of a request with what a server has to know.
func (c *miniClient) stamped(method, params string) string {
	if !c.modern.Load() {
		return params
	}
	p := message{}
	_ = json.Unmarshal([]byte(params), &p)
	meta := message{}
	_ = json.Unmarshal(p["_meta"], &meta)
	meta.set(newestKey+"protocolVersion", `"`+newest+`"`)
	if theirs := meta["theirs"]; theirs != nil {
		meta.set(newestKey+"protocolVersion", string(theirs))
	}
	meta.set(newestKey+"clientCapabilities", c.capabilitiesNow())
	meta.set(newestKey+"clientInfo", c.info())
	switch {
	case c.is("M-CLI-22.never"), c.is("M-CLI-22.round") && p["inputResponses"] != nil:
		return params
	case c.is("M-CLI-22.version") && method == "tools/call":
		delete(meta, newestKey+"protocolVersion")
	case c.is("M-CLI-22.capabilities", "M-CLI-22.both") && method == "tools/call":
		delete(meta, newestKey+"clientCapabilities")
	case c.is("M-CLI-56") && method == "tools/list":
		delete(meta, newestKey+"clientInfo")
	}
	c.adorn(meta, method)
	raw, _ := json.Marshal(meta)
	p.set("_meta", string(raw))
	out, _ := json.Marshal(p)
	return string(out)
}

// remember keeps which arguments of a tool are mirrored. A tool that names no possible
// header is one that this client does not have.
func (c *miniClient) remember(tools []map[string]any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.mirrored != nil && c.is("M-CLI-23.stale") {
		return
	}
	c.mirrored, c.invalid = map[string]map[string]string{}, map[string]bool{}
	for _, tool := range tools {
		name, _ := tool["name"].(string)
		schema, _ := tool["inputSchema"].(map[string]any)
		if c.is("M-CLI-34", "CLI-146") {
			c.visit(tool)
		}
		c.mirrored[name] = map[string]string{}
		c.invalid[name] = !c.mirrors(schema, "", map[string]bool{}, c.mirrored[name])
	}
}

// visit fetches every URL of the server in a value.
func (c *miniClient) visit(value any) {
	raw, _ := json.Marshal(value)
	for _, url := range regexp.MustCompile(`http://127[^"]+`).FindAllString(string(raw), -1) {
		if answer, err := http.Get(url); err == nil {
			_ = answer.Body.Close()
		}
	}
}

// lacks reports whether a tool is left out.
func (c *miniClient) lacks(params string) bool {
	var p struct{ Name string }
	_ = json.Unmarshal([]byte(params), &p)
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.modern.Load() && c.invalid[p.Name] && !c.is("M-CLI-24")
}
