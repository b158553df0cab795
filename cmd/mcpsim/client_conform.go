package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/connect"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/probe/sample"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/protocol"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

const clientConformHelp = `With a URL, or a server's command after "--", it keeps the contract of the official
conformance suite (npm's @modelcontextprotocol/conformance): it connects, lists the
tools and ends. Only if MCP_CONFORMANCE_SCENARIO is set does it call them, each
once, with arguments made from its schema; forms that the server wants filled in are
accepted with their defaults, and what they require.
MCP_CONFORMANCE_PROTOCOL_VERSION says which revision to speak (2026-07-28 falls back
where a server is an earlier one), and MCP_CONFORMANCE_CONTEXT may name calls to
make, and how long to wait for each (timeoutMs). Where the server wants a login, the
program is its own user: it opens the authorization request once and takes where
that leads. The context may name a client that was registered before (client_id,
client_secret), and how it logs in for itself (private_key_pem, idp_id_token with
idp_client_id and idp_token_endpoint, valid_jwt).`

// The variables of the contract.
const (
	scenarioVariable = "MCP_CONFORMANCE_SCENARIO"
	revisionVariable = "MCP_CONFORMANCE_PROTOCOL_VERSION"
	contextVariable  = "MCP_CONFORMANCE_CONTEXT"
)

// echoTool asks for the input schema of another tool, in the suite's scenario
// json-schema-2020-12-preservation.
const echoTool = "json_schema_echo"

// What is special about scenarios of this program's own.
const (
	startScenario = "initialize"         // of the official suite: here the timeout is that of the handshake
	lateScenario  = "mcpsim-late-answer" // the call of slowTool is to be given up
	slowTool      = "slow"
)

// conformer is mcpsim as the client of one server.
type conformer struct {
	*host.Host
	ui       *ui.UI
	redact   *outside.Redactor
	scenario string
	told     task
	given    string      // the text of the last result, for the scenario mcpsim-echo
	listing  atomic.Bool // the server failed while its tools were listed
	modern   atomic.Bool // it has no sessions
}

// clientConform connects the server of a URL or of a command with its arguments, and calls
// its tools if the conformance suite is at the other end.
func (a *app) clientConform(ctx context.Context, target []string) error {
	env := outside.Lookup(a.Environ)
	revision, _ := env(revisionVariable)
	revision = cmp.Or(revision, string(protocol.LatestLegacy))
	if err := connect.CheckRevision(revision); err != nil {
		return ui.Usage(fmt.Errorf("%s=%w", revisionVariable, err))
	}
	scenario, _ := env(scenarioVariable)
	text, _ := env(contextVariable)
	told, err := readTask(text)
	if err != nil {
		return ui.Usage(err)
	}
	server := conformServer(target)
	if patience := told.patience(); scenario == startScenario && patience > 0 {
		server.Timeout = &patience
	}
	redact := outside.NewRedactor(outside.Secrets([]config.Server{server}, env))
	outside.Hide(a.ui, redact)
	dial, err := outside.Proxied(server, env)
	if err != nil {
		return ui.Usage(err)
	}
	c := &conformer{ui: a.ui, redact: redact, scenario: scenario, told: told}
	c.Host, err = host.New(conforming(revision), host.Env{
		LookupEnv: env, Dial: host.DialFunc(dial), Elicit: acceptDefaults, Login: told.login(scenario, host.DialFunc(dial)), Events: event.SinkFunc(c.watch),
	})
	if err != nil {
		return err
	}
	defer c.Close()
	if err := c.connect(ctx, server); err != nil {
		return err
	}
	if scenario == "" {
		return nil
	}
	return c.callAll(ctx)
}

// conformServer is the one that was named: one word with a scheme is a URL.
func conformServer(target []string) config.Server {
	if len(target) == 1 && strings.Contains(target[0], "://") {
		return config.Server{Name: "server", Type: config.HTTP, URL: target[0]}
	}
	return config.Server{Name: "server", Command: target[0], Args: target[1:]}
}

// conforming is the oh-my-pi profile with the switches that the specification asks
// for where the documents differ from it.
func conforming(revision string) host.Policy {
	p := host.OhMyPi()
	p.Client = protocol.Implementation{Name: "mcpsim", Version: ui.Version()}
	connect.Speak(&p.ConnPolicy, revision)
	if p.Era == protocol.EraModern {
		p.Era = protocol.EraUnknown // which falls back where a server is an earlier one
	}
	p.Manager.Gate = 0
	p.ListenAfterInitialized = true
	p.Resume, p.ResumeListener = true, true
	p.Stop.EOFWait, p.Stop.OnCloseFirst = 2*time.Second, true
	p.Lists.Pages = 1000
	p.Tasks = time.Hour
	return p
}

// acceptDefaults is a user who sends every form as it is, and fills in only what is required.
func acceptDefaults(_ context.Context, p protocol.ElicitParams) (protocol.ElicitResult, error) {
	content, err := defaultsOf(p.RequestedSchema)
	return protocol.ElicitResult{Action: protocol.ElicitAccept, Content: content}, err
}

// defaultsOf is a form as the user finds it: an object with the default of every
// member of its schema that has one (SEP-1034). What is required and has none is made from
// the schema, as the arguments of tools are.
func defaultsOf(form json.RawMessage) (json.RawMessage, error) {
	var schema struct {
		Properties map[string]struct {
			Default json.RawMessage `json:"default"`
		} `json:"properties"`
		Required []string `json:"required"`
	}
	if err := json.Unmarshal(form, &schema); err != nil {
		return nil, fmt.Errorf("reading the requested schema: %w", err)
	}
	filled := map[string]json.RawMessage{}
	for name, member := range schema.Properties {
		if member.Default != nil {
			filled[name] = member.Default
		}
	}
	if open := slices.ContainsFunc(schema.Required, func(name string) bool { return filled[name] == nil }); open {
		if err := completeForm(form, schema.Required, filled); err != nil {
			return nil, err
		}
	}
	return json.Marshal(filled) // in the order of the names
}

// completeForm adds what a form requires and its defaults do not give.
func completeForm(form json.RawMessage, required []string, filled map[string]json.RawMessage) error {
	schema, err := sample.Compile(form)
	if err != nil {
		return fmt.Errorf("reading the requested schema: %w", err)
	}
	text, err := schema.Arguments()
	if err != nil {
		return fmt.Errorf("filling in the form: %w", err)
	}
	var made map[string]json.RawMessage
	_ = json.Unmarshal(text, &made) // an object, since it is one of the schema
	for _, name := range required {
		if value, ok := made[name]; ok && filled[name] == nil {
			filled[name] = value
		}
	}
	return nil
}

// connect starts the server and shows its tools.
func (c *conformer) connect(ctx context.Context, server config.Server) error {
	result := c.Start(ctx, []config.Server{server})
	if c.lostSession(result) { // a call does the same of its own accord
		result = c.Start(ctx, []config.Server{server})
	}
	if err := context.Cause(ctx); err != nil {
		return err
	}
	for _, failed := range result.Errors {
		why := connect.Explain(failed.Err, server, outside.Ending{}, c.redact)
		return ui.Fail(why.Code, errors.New("connecting: "+words.Printable(why.Reason)))
	}
	for tool := range c.Tools() {
		c.say("tool %s", tool.Original)
	}
	return nil
}

// watch keeps what is needed to know a lost session by.
func (c *conformer) watch(e event.Event) {
	switch {
	case e.Kind == event.EraFound:
		c.modern.Store(e.To == string(protocol.EraModern))
	case e.Kind == event.ServerState && event.State(e.From) == event.Listing && e.State().GivenUp():
		c.listing.Store(true)
	}
}

// lostSession reports whether a list was answered with 404: a new session is to be opened.
func (c *conformer) lostSession(result host.StartResult) bool {
	return c.listing.Load() && !c.modern.Load() && slices.ContainsFunc(result.Errors, func(failed host.ServerError) bool {
		refused, ok := errors.AsType[*transport.HTTPError](failed.Err)
		return ok && refused.Status == http.StatusNotFound
	})
}

// task is what the suite says in its context.
type task struct {
	TimeoutMs int64 `json:"timeoutMs"` // how long to wait for a call; 0 = as long as usual
	ToolCalls []struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"toolCalls"` // absent = the calls are left to the client
	// The client as it was registered by hand; absent: it was not.
	ClientID     string `json:"client_id"`
	ClientSecret string `json:"client_secret"`
	// What lets it log in without a user: a key, the identity token of a user, a workload's JWT.
	PrivateKey  string `json:"private_key_pem"`
	IDPToken    string `json:"idp_id_token"`
	IDPClient   string `json:"idp_client_id"`
	IDPEndpoint string `json:"idp_token_endpoint"`
	WorkloadJWT string `json:"valid_jwt"`
}

// unattended are the scenarios in which a client logs in for itself.
var unattended = []string{"auth/client-credentials-jwt", "auth/client-credentials-basic"}

// What the suite's contract says about logins: the browser is one request, where it is
// sent back to is not contacted, and the client's metadata document is not fetched.
const (
	suiteRedirect = "http://localhost:3000/callback"
	suiteMetadata = "https://conformance-test.local/client-metadata.json"
)

// login is how the suite wants logins to be made.
func (t task) login(scenario string, dial host.DialFunc) host.LoginEnv {
	identity := host.ClientIdentity{
		ID: t.ClientID, Secret: t.ClientSecret, Key: t.PrivateKey, Machine: slices.Contains(unattended, scenario), Assertion: t.WorkloadJWT,
		Provider: host.IdentityProvider{TokenURL: t.IDPEndpoint, ClientID: t.IDPClient, IDToken: t.IDPToken},
	}
	return host.LoginEnv{
		Agent: host.HeadlessAgent{Dial: dial, RedirectURI: suiteRedirect}, MetadataURL: suiteMetadata,
		Client: func(string) (host.ClientIdentity, bool) { return identity, t.ClientID != "" },
	}
}

// readTask reads the text of a context; "" = none.
func readTask(text string) (told task, err error) {
	if text == "" {
		return told, nil
	}
	if err := json.Unmarshal([]byte(text), &told); err != nil {
		return told, fmt.Errorf("%s: %w", contextVariable, err)
	}
	return told, nil
}

// patience is how long to wait; 0 = as long as usual.
func (t task) patience() time.Duration {
	const most = 24 * 60 * 60 * 1000 // a day
	return time.Duration(min(max(t.TimeoutMs, 0), most)) * time.Millisecond
}

// arguments are those of a call that was told.
func (t task) arguments(tool string) (arguments json.RawMessage, given bool) {
	for _, call := range t.ToolCalls {
		if call.Name == tool {
			arguments, given = call.Arguments, true
		}
	}
	return arguments, given
}

// callAll calls every tool once, with the arguments that were told if there are any. What
// a server marks as an error is a result like any other. A tool whose schema cannot be
// used, since it refers to a document elsewhere, is not called.
func (c *conformer) callAll(ctx context.Context) error {
	var failed error
	for tool := range c.Tools() {
		arguments, given := c.told.arguments(tool.Original)
		if !given && len(c.told.ToolCalls) > 0 {
			continue
		}
		if !given {
			var err error
			if arguments, err = c.argumentsOf(tool); errors.Is(err, errUnusable) {
				c.say("no call of %s: %s", tool.Original, err)
				continue
			}
			if err != nil {
				return ui.Fail(ui.ExitFailed, fmt.Errorf("making arguments for %s: %w", words.Printable(tool.Original), err))
			}
		}
		lost, err := c.call(ctx, tool, arguments)
		if err != nil {
			return err
		}
		failed = cmp.Or(failed, lost)
	}
	if failed != nil {
		return ui.Fail(ui.ExitFailed, fmt.Errorf("calling tools: %s", words.Printable(failed.Error())))
	}
	return nil
}

// errPatience ends a call that takes longer than was told.
var errPatience = errors.New("no answer in the time that was told")

// call calls a tool. lost is why there is no result; err is the cause of a ctx that ended.
func (c *conformer) call(ctx context.Context, tool host.Tool, arguments json.RawMessage) (lost, err error) {
	inner, end := ctx, func() {}
	if patience := c.told.patience(); patience > 0 && (c.scenario != lateScenario || tool.Original == slowTool) {
		inner, end = context.WithTimeoutCause(ctx, patience, errPatience)
	}
	defer end()
	out, err := c.CallTool(inner, tool, arguments)
	switch {
	case errors.Is(err, errPatience):
		c.say("call %s %s: %s", tool.Original, arguments, err)
		if c.scenario == lateScenario {
			return nil, nil
		}
		return err, nil
	case err != nil:
		return nil, err
	}
	c.say("call %s %s: %s", tool.Original, arguments, out.Text)
	c.given = firstText(out)
	return out.Err, nil
}

// firstText is the first text of a result, which may come behind something else.
func firstText(out host.Output) string {
	for _, content := range out.Content {
		if content.Type == protocol.ContentText {
			return content.Text
		}
	}
	return out.Text
}

// errUnusable says that a schema is none, or refers to a document elsewhere.
var errUnusable = errors.New("its schema cannot be used")

// argumentsOf are the smallest arguments that the tool's schema allows. The echo
// tool gets the schema of another tool as this client sees it, and the tool that takes a
// text that of the last result.
func (c *conformer) argumentsOf(tool host.Tool) (json.RawMessage, error) {
	if tool.Original == echoTool {
		for other := range c.Tools() {
			if other.Original != echoTool {
				return json.Marshal(map[string]json.RawMessage{"schema": other.InputSchema})
			}
		}
	}
	if tool.Original == clientcheck.TakeTool {
		return json.Marshal(map[string]string{"text": c.given})
	}
	schema, err := sample.Compile(tool.InputSchema)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errUnusable, err)
	}
	return schema.Arguments()
}

// say writes a line of the result, without anything that a terminal would act on.
func (c *conformer) say(format string, args ...any) {
	fmt.Fprintln(c.ui.Out, words.Printable(c.redact.Text(fmt.Sprintf(format, args...))))
}
