package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/connect"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/probe/sample"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

const clientConformHelp = `With a URL it keeps the contract of the official conformance suite (npm's
@modelcontextprotocol/conformance): it connects, lists the tools and ends. Only if
MCP_CONFORMANCE_SCENARIO is set does it call them, each once, with arguments made
from its schema; forms that the server wants filled in are accepted with their
defaults. MCP_CONFORMANCE_PROTOCOL_VERSION says which revision to offer. There
are no logins, so MCP_CONFORMANCE_CONTEXT is not looked at.`

// The variables of the contract.
const (
	scenarioVariable = "MCP_CONFORMANCE_SCENARIO"
	revisionVariable = "MCP_CONFORMANCE_PROTOCOL_VERSION"
)

// echoTool asks for the input schema of another tool, in the suite's scenario
// json-schema-2020-12-preservation.
const echoTool = "json_schema_echo"

// conformer is mcpsim as the client of one server.
type conformer struct {
	*host.Host
	ui *ui.UI
}

// clientConform connects the server of a URL, and calls its tools if the
// conformance suite is at the other end.
func (a *app) clientConform(ctx context.Context, url string) error {
	env := outside.Lookup(a.Environ)
	revision, _ := env(revisionVariable)
	revision = cmp.Or(revision, string(protocol.LatestLegacy))
	if err := connect.CheckRevision(revision); err != nil {
		return ui.Usage(fmt.Errorf("%s=%w", revisionVariable, err))
	}
	server := config.Server{Name: "server", Type: config.HTTP, URL: url}
	dial, err := outside.Proxied(server, env)
	if err != nil {
		return ui.Usage(err)
	}
	h, err := host.New(conforming(protocol.Revision(revision)), host.Env{LookupEnv: env, Dial: dial, Elicit: acceptDefaults})
	if err != nil {
		return err
	}
	defer h.Close()
	c := conformer{h, a.ui}
	if err := c.connect(ctx, server); err != nil {
		return err
	}
	if scenario, _ := env(scenarioVariable); scenario == "" {
		return nil
	}
	return c.callAll(ctx)
}

// conforming is the oh-my-pi profile with the switches that the specification asks
// for where the documents differ from it.
func conforming(revision protocol.Revision) host.Policy {
	p := host.OhMyPi()
	p.Client = protocol.Implementation{Name: "mcpsim", Version: ui.Version()}
	p.Revision = revision
	p.Manager.Gate = 0
	p.ListenAfterInitialized = true
	p.Resume, p.ResumeListener = true, true
	return p
}

// acceptDefaults is a user who sends every form as it is.
func acceptDefaults(p protocol.ElicitParams) (protocol.ElicitResult, error) {
	content, err := p.Defaults()
	return protocol.ElicitResult{Action: protocol.ElicitAccept, Content: content}, err
}

// connect starts the server and shows its tools.
func (c conformer) connect(ctx context.Context, server config.Server) error {
	result := c.Start(ctx, []config.Server{server})
	if err := context.Cause(ctx); err != nil {
		return err
	}
	for _, failed := range result.Errors {
		code, reason := connect.Explain(failed.Err, server)
		return ui.Fail(code, errors.New(words.Printable("connecting: "+reason)))
	}
	for tool := range c.Tools() {
		c.say("tool %s", tool.Original)
	}
	return nil
}

// callAll calls every tool once. What a server marks as an error is a result like
// any other.
func (c conformer) callAll(ctx context.Context) error {
	var failed error
	for tool := range c.Tools() {
		arguments, err := c.argumentsOf(tool)
		if err != nil {
			return ui.Fail(ui.ExitFailed, fmt.Errorf("making arguments for %s: %w", tool.Original, err))
		}
		out, err := c.CallTool(ctx, tool, arguments)
		if err != nil {
			return err
		}
		c.say("call %s %s: %s", tool.Original, arguments, out.Text)
		failed = cmp.Or(failed, out.Err)
	}
	if failed != nil {
		return ui.Fail(ui.ExitFailed, fmt.Errorf("calling tools: %w", failed))
	}
	return nil
}

// argumentsOf are the smallest arguments that the tool's schema allows. The echo
// tool gets the schema of another tool as this client sees it.
func (c conformer) argumentsOf(tool host.Tool) (json.RawMessage, error) {
	if tool.Original == echoTool {
		for other := range c.Tools() {
			if other.Original != echoTool {
				return json.Marshal(map[string]json.RawMessage{"schema": other.InputSchema})
			}
		}
	}
	schema, err := sample.Compile(tool.InputSchema)
	if err != nil {
		return nil, err
	}
	return schema.Arguments()
}

// say writes a line of the result, without anything that a terminal would act on.
func (c conformer) say(format string, args ...any) {
	fmt.Fprintln(c.ui.Out, words.Printable(fmt.Sprintf(format, args...)))
}
