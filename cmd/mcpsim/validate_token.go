package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/connect"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/login"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// tokenFlags are the flags of `mcpsim validate` about the tokens of a server.
type tokenFlags struct {
	token   string // "" = that of the login, if there is one
	login   string // the server itself, which must have a login; "" = it is named otherwise
	foreign string // for another server
	narrow  string // with few scopes
	broad   string // with one that implies all that are needed

	credentials string // where logins are kept; "" = at the usual place
}

func (f *tokenFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.token, "token", "", "send this access `TOKEN` to the URL; '${NAME}' is taken from the environment")
	flags.StringVar(&f.login, "login", "", "judge the server of this `NAME` or URL with the token of mcpsim login, which must be there")
	flags.StringVar(&f.credentials, "credentials", "", "the logins are kept in this `DIR`")
	flags.StringVar(&f.foreign, "foreign-token", "", "a good `TOKEN` for another server, which this one must refuse")
	flags.StringVar(&f.narrow, "narrow-token", "", "a `TOKEN` for the URL with few scopes, to see what is said about those that are missing")
	flags.StringVar(&f.broad, "broad-token", "", "a `TOKEN` for the URL with a scope that implies all that are needed, which must do")
}

// apply makes targets of the flags that name one.
func (f *tokenFlags) apply(t *connect.Targets, args []string) ([]string, error) {
	switch {
	case f.token != "" && f.login != "":
		return nil, errors.New("--token and --login: want at most one of them")
	case f.token != "":
		t.Headers = append(t.Headers, "Authorization: Bearer "+f.token)
	case f.login != "" && (len(args) > 0 || len(t.Servers) > 0):
		return nil, errors.New("--login names the server: give no other target with it")
	case strings.Contains(f.login, "://"):
		return []string{f.login}, nil
	case f.login != "":
		t.Servers = []string{f.login}
	}
	return args, nil
}

// known wants each variable of a token to be set: its name would be sent in place of a token.
func (f *tokenFlags) known(env config.Lookup) error {
	for _, one := range []struct{ flag, value string }{{"token", f.token}, {"foreign-token", f.foreign}, {"narrow-token", f.narrow}, {"broad-token", f.broad}} {
		if _, problems := config.Expand(config.Server{Headers: map[string]string{one.flag: one.value}}, env); len(problems) > 0 {
			why, _, _ := strings.Cut(strings.TrimPrefix(problems[0].Text, "headers."+one.flag+": "), ", ")
			return fmt.Errorf("--%s: %s", one.flag, why)
		}
	}
	return nil
}

// given are the flags that go into a command line for one check. That of --token is there as
// a header.
func (f *tokenFlags) given() (out []struct{ name, value string }) {
	for _, one := range []struct{ name, value string }{{"credentials", f.credentials}, {"foreign-token", f.foreign}, {"narrow-token", f.narrow}, {"broad-token", f.broad}} {
		if one.value != "" {
			out = append(out, one)
		}
	}
	return out
}

// fill gives a target the tokens that only checks use.
func (f *tokenFlags) fill(t *probe.Target, env func(string) (string, bool)) {
	given := config.Server{Headers: map[string]string{"foreign": f.foreign, "narrow": f.narrow, "broad": f.broad}}
	expanded, _ := config.Expand(given, env)
	t.Foreign, t.Narrow, t.Broad = expanded.Headers["foreign"], expanded.Headers["narrow"], expanded.Headers["broad"]
	for _, token := range []string{t.Foreign, t.Narrow, t.Broad} {
		if token != "" {
			t.Secrets = append(t.Secrets, token)
		}
	}
}

// useLogin adds the token of a login to a target, if there is one and its definition says
// nothing else. With --login there must be one.
func (a *app) useLogin(ctx context.Context, one *aim) error {
	if a.tokenOf(ctx, one) || one.flags.tokens.login == "" || a.offerLogin(ctx, one) {
		return nil
	}
	return ui.Fail(ui.ExitAuth, fmt.Errorf("%s: there is no login\nnext: mcpsim login %s", words.Printable(one.name), words.Quote(config.MaskURL(one.URL))))
}

// tokenOf gives a target the token of its login, and reports whether there is one.
func (a *app) tokenOf(ctx context.Context, one *aim) bool {
	store := one.redact.Logins(one.flags.tokens.credentials, a.System)
	token, err := host.AccessToken(ctx, store, outside.Dialer(a.Environ), one.defined)
	if err != nil {
		a.ui.Hint("%s: %s", words.Printable(one.name), words.Printable(err.Error()))
	}
	if token == "" {
		return false
	}
	one.Header.Set("Authorization", "Bearer "+token)
	one.Secrets = append(one.Secrets, token)
	return true
}

// offerLogin offers a login to the user of a terminal, and reports whether the target has
// its token.
func (a *app) offerLogin(ctx context.Context, one *aim) bool {
	o := connect.LoginOptions{Credentials: one.flags.tokens.credentials, Revision: connect.Auto, Redact: one.redact}
	return connect.TakesLogin(one.defined) && login.Offer(ctx, a.ui, one.defined, o) && a.tokenOf(ctx, one)
}
