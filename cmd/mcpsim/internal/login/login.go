package login

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/connect"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

const loginHelp = `Logs in to a server over HTTP that wants it, as the MCP specification has it: the
server says which authorization server it trusts, mcpsim registers there and shows you
an address; your browser comes back to this machine with a code, and that becomes a
token. connect, session and validate use it from then on, and renew it.

A name is looked up in --config FILE, by default .mcp.json. A client that you have
registered yourself goes into the server's definition there:
  "oauth": {"clientId": "...", "clientSecret": "...", "issuer": "https://..."}

--no-browser is for a machine without one: open the address anywhere, and paste where
the browser went in the end (a page that cannot be reached). --headless is for scripts
and test servers that approve by themselves: one request, whose answer must lead back.

Tokens are files that only you can read, in ~/.config/mcpsim/credentials (below
XDG_CONFIG_HOME if that is set) or --credentials DIR; mcpsim logins lists them. Where
the system has a keyring new ones are sealed with a key that it keeps.

Exit codes: 0 logged in, 3 the login failed, 4 the server cannot be reached, else 1.`

// command is a run of one of the three commands.
type command struct {
	ui          *ui.UI
	config      string
	credentials string
	revision    string
	noBrowser   bool
	headless    bool
	again       bool
	scopes      []string
	json        bool
	all         bool
	kept        string // one of sealings; empty: keptAuto
}

// The values of --store.
const (
	keptAuto    = "auto"
	keptKeyring = "keyring"
	keptFile    = "file"
)

var sealings = map[string]host.Sealing{keptAuto: host.SealNew, keptKeyring: host.SealAll, keptFile: host.SealNone}

// Commands returns login, logout and logins.
func Commands(u *ui.UI) []*cobra.Command {
	return []*cobra.Command{loginCommand(u), logoutCommand(u), listCommand(u)}
}

func loginCommand(u *ui.UI) *cobra.Command {
	c := &command{ui: u}
	cmd := &cobra.Command{
		Use:   "login [flags] NAME|URL",
		Short: "Log in to a server that wants it",
		Long:  loginHelp,
		Example: `  mcpsim login https://mcp.example.com/mcp
  mcpsim login docs --config .mcp.json
  mcpsim login docs --again --scope files:write
  mcpsim login docs --no-browser`,
		Args: cobra.ExactArgs(1),
		RunE: ui.Run(func(cmd *cobra.Command, args []string) error { return c.login(cmd.Context(), args[0]) }),
	}
	c.register(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&c.noBrowser, "no-browser", false, "open no browser and wait for no one: paste where yours went")
	flags.BoolVar(&c.headless, "headless", false, "ask nobody: open the address once and take where it leads")
	flags.BoolVar(&c.again, "again", false, "forget the login that there is, register and log in anew")
	flags.StringArrayVar(&c.scopes, "scope", nil, "ask for this `SCOPE`, too (repeatable)")
	flags.StringVar(&c.revision, "protocol", connect.Auto, "protocol `REVISION` to speak; 2025-03-26 also tries the endpoints that it had without metadata")
	flags.StringVar(&c.kept, "store", keptAuto, "`HOW` tokens are kept: keyring (sealed with a key of the system's keyring), file, or auto, which is the first where there is one")
	ui.Complete(cmd, "protocol", connect.Revisions)
	ui.Complete(cmd, "store", ui.Values(keptAuto, keptKeyring, keptFile))
	return cmd
}

// register defines the flags that all but logins have.
func (c *command) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&c.config, "config", "", "look the name up in this `FILE` (default .mcp.json)")
	cmd.Flags().StringVar(&c.credentials, "credentials", "", "keep the tokens in this `DIR`")
}

// target is the server that an argument means.
func (c *command) target(ctx context.Context, name, arg string) (config.Server, error) {
	t := connect.Targets{Config: c.config, Servers: []string{arg}}
	var args []string
	if strings.Contains(arg, "://") {
		t, args = connect.Targets{}, []string{arg}
	}
	found, err := t.Find(ctx, name, args, -1)
	if err != nil {
		return config.Server{}, err
	}
	if len(found.Servers) == 0 {
		return config.Server{}, ui.Usage(fmt.Errorf("%s cannot be used: %s", words.Quoted(arg), words.Printable(found.Problems[0].String())))
	}
	s := found.Servers[0]
	if s.Transport() != config.HTTP && s.Transport() != config.SSE {
		return s, ui.Usage(fmt.Errorf("%s is reached over %s: logins are for servers over HTTP", words.Quoted(s.Name), s.Transport()))
	}
	return s, nil
}

// url is the URL of a server, with its variables filled in.
func (c *command) url(s config.Server) string {
	expanded, _ := config.Expand(s, outside.Lookup(c.ui.Environ))
	return expanded.URL
}

// store is where tokens are kept.
func (c *command) store(redact *outside.Redactor) (host.CredentialStore, error) {
	dir := cmp.Or(c.credentials, outside.CredentialsDir(c.ui.Environ))
	how, known := sealings[cmp.Or(c.kept, keptAuto)]
	switch {
	case dir == "":
		return nil, ui.Usage(errors.New("there is no home directory to keep tokens in: say where with --credentials DIR"))
	case !known:
		return nil, ui.Usage(fmt.Errorf("--store %s: want %s, %s or %s", c.kept, keptAuto, keptKeyring, keptFile))
	case how == host.SealAll && c.ui.Keyring == nil:
		return nil, ui.Fail(ui.ExitFailed, errors.New("this machine has no keyring: --store file keeps the tokens in files that only you can read"))
	}
	if how == host.SealAll { // before a user has taken the trouble
		if _, _, err := c.ui.Keyring.Get(context.Background(), "credentials"); err != nil {
			return nil, ui.Fail(ui.ExitFailed, fmt.Errorf("the keyring cannot be used: %s\nnext: unlock it, or keep the tokens in files with --store file", words.Printable(err.Error())))
		}
	}
	return redact.Credentials(dir, c.ui.System, how), nil
}

// login logs in to the server that an argument means, and tells what there is now.
func (c *command) login(ctx context.Context, arg string) error {
	if c.headless && c.noBrowser {
		return ui.Usage(errors.New("--headless and --no-browser: want at most one of them"))
	}
	if err := connect.CheckRevision(c.revision); err != nil && c.revision != connect.Auto {
		return ui.Usage(fmt.Errorf("--protocol %w", err))
	}
	s, err := c.target(ctx, "login", arg)
	if err != nil {
		return err
	}
	redact := outside.NewRedactor(outside.Secrets([]config.Server{s}, outside.Lookup(c.ui.Environ)))
	outside.Hide(c.ui, redact)
	text, err := c.perform(ctx, s, redact)
	if err == nil {
		fmt.Fprintln(c.ui.Out, text)
	}
	return err
}

// perform connects a server, which logs in on the way if the server wants that, and says
// what there is now.
func (c *command) perform(ctx context.Context, s config.Server, redact *outside.Redactor) (string, error) {
	store, err := c.store(redact)
	if err != nil {
		return "", err
	}
	dial := outside.Dialer(c.ui.Environ)
	if c.again {
		if _, _, err := host.Logout(ctx, store, dial, c.url(s)); err != nil {
			c.ui.Hint("%s", words.Printable(err.Error()))
		}
	}
	agent, done := c.agent(dial)
	counted := &counting{UserAgent: agent}
	var unkept warning
	err = c.connect(ctx, s, redact, host.Env{Events: &unkept,
		LookupEnv: outside.Lookup(c.ui.Environ), Environ: func() []string { return c.ui.Environ }, RunCommand: redact.RunCommand(c.ui.Environ),
		Dial: dial, Credentials: store, Login: host.LoginEnv{Agent: counted, Scopes: c.scopes, Anew: c.again},
	})
	done(err)
	if err != nil {
		return "", err
	}
	text, kept, err := c.outcome(ctx, s, store, counted.n.Load() > 0)
	if why := unkept.get(); err == nil && !kept && why != "" {
		return "", ui.Fail(ui.ExitFailed, fmt.Errorf("%s: %s", words.Printable(s.Name), words.Printable(why)))
	}
	return text, err
}

// warning keeps the newest warning of the runtime: a login that works and cannot be kept is
// one.
type warning struct {
	mu   sync.Mutex
	text string
}

func (w *warning) Emit(e event.Event) {
	if e.Kind == event.ServerLog && e.Level() == event.Warn {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.text = e.Text
	}
}

func (w *warning) get() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text
}

// connect connects the server once, in whichever era it speaks, and says why that fails.
func (c *command) connect(ctx context.Context, s config.Server, redact *outside.Redactor, env host.Env) error {
	p := host.OhMyPi()
	p.Client = protocol.Implementation{Name: "mcpsim", Version: ui.Version()}
	connect.Speak(&p.ConnPolicy, c.revision)
	h, err := host.New(p, env)
	if err != nil {
		return err
	}
	defer h.Close()
	result := h.Start(ctx, []config.Server{s})
	if err := context.Cause(ctx); err != nil || len(result.Errors) == 0 {
		return err
	}
	failed := result.Errors[0].Err
	why := connect.Explain(failed, s, outside.Ending{}, redact)
	if login, ok := errors.AsType[*host.LoginError](failed); ok { // that the server wants one is known
		why.Reason = redact.Text(login.Error())
	}
	return ui.Fail(why.Code, errors.New(words.Printable(why.Reason)))
}

// outcome is what there is now, and whether that is a login.
func (c *command) outcome(ctx context.Context, s config.Server, store host.CredentialStore, loggedIn bool) (text string, login bool, err error) {
	all, err := host.LoggedIn(ctx, store)
	kept, found := all[host.ServerURL(c.url(s))]
	name := words.Printable(s.Name)
	switch {
	case !found && err != nil:
		return "", false, ui.Fail(ui.ExitFailed, fmt.Errorf("the tokens cannot be read: %w\nnext: say with --credentials DIR where they are", err))
	case !found && loggedIn:
		return name + ": logged in, and another program has logged out since", false, nil
	case !found:
		return name + " needs no login: it takes what its definition says", false, nil
	case !loggedIn && c.again:
		return fmt.Sprintf("%s: logged in by another program meanwhile, %s", name, describe(kept)), true, nil
	case !loggedIn:
		return fmt.Sprintf("%s: logged in before, %s; --again does it anew", name, describe(kept)), true, nil
	}
	return fmt.Sprintf("%s: logged in, %s", name, describe(kept)), true, nil
}

// describe tells of a login without its tokens.
func describe(c host.Credential) string {
	text := "at " + words.Printable(c.Login.Issuer)
	if len(c.Login.Scopes) > 0 {
		text += ", for " + words.Printable(strings.Join(c.Login.Scopes, " "))
	}
	if !c.Expires.IsZero() {
		text += ", until " + c.Expires.Local().Format(time.DateTime)
	}
	if c.Refresh != "" {
		text += ", renewed by itself"
	}
	return text
}

// counting counts how often a user was asked.
type counting struct {
	host.UserAgent
	n atomic.Int64
}

func (a *counting) Authorize(ctx context.Context, r host.AuthorizationRequest) (string, error) {
	a.n.Add(1)
	return a.UserAgent.Authorize(ctx, r)
}

// agent is the user. done is to be called with how the login went.
func (c *command) agent(dial host.DialFunc) (agent host.UserAgent, done func(error)) {
	switch {
	case c.headless:
		return host.HeadlessAgent{Dial: dial, RedirectURI: fixedRedirect}, func(error) {}
	case c.noBrowser:
		return &paste{ui: c.ui}, func(error) {}
	}
	b := newBrowser(c.ui)
	return b, b.done
}
