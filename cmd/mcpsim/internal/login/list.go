package login

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
)

func logoutCommand(u *ui.UI) *cobra.Command {
	c := &command{ui: u}
	cmd := &cobra.Command{
		Use:   "logout [flags] NAME|URL",
		Short: "Forget a login, and have its tokens revoked",
		Long: `Forgets a login of mcpsim login. Its tokens are revoked first if the authorization
server can do that; they are forgotten in any case. A renewal that is under way
meanwhile does not bring the login back.

Exit codes: 0 logged out, 5 there was no login, else 1.`,
		Example: `  mcpsim logout docs
  mcpsim logout https://mcp.example.com/mcp`,
		Args: cobra.ExactArgs(1),
		RunE: ui.Run(func(cmd *cobra.Command, args []string) error { return c.logout(cmd.Context(), args[0]) }),
	}
	c.register(cmd)
	return cmd
}

func (c *command) logout(ctx context.Context, arg string) error {
	s, err := c.target(ctx, "logout", arg)
	if err != nil {
		return err
	}
	redact := outside.NewRedactor(outside.Secrets([]config.Server{s}, outside.Lookup(c.ui.Environ)))
	outside.Hide(c.ui, redact)
	store, err := c.store(redact)
	if err != nil {
		return err
	}
	was, revoked, err := host.Logout(ctx, store, outside.Dialer(c.ui.Environ), c.url(s))
	name := words.Printable(s.Name)
	switch {
	case !was && err != nil:
		return ui.Fail(ui.ExitFailed, fmt.Errorf("%s: %w", name, err))
	case !was:
		return ui.Fail(ui.ExitNothing, fmt.Errorf("%s: there is no login; mcpsim logins lists those that there are", name))
	case err != nil:
		c.ui.Hint("%s", words.Printable(err.Error()))
	}
	if revoked {
		fmt.Fprintf(c.ui.Out, "%s: logged out, and its tokens are revoked\n", name)
	} else {
		fmt.Fprintf(c.ui.Out, "%s: logged out; its tokens were not revoked and end by themselves\n", name)
	}
	return nil
}

func listCommand(u *ui.UI) *cobra.Command {
	c := &command{ui: u}
	cmd := &cobra.Command{
		Use:   "logins [flags]",
		Short: "List the logins: to what, where, for how long",
		Long: `Lists what mcpsim login has left: the server, the authorization server, the
scopes that were asked for and until when the token is good. Tokens are never shown.`,
		Example: `  mcpsim logins
  mcpsim logins --json`,
		Args: cobra.NoArgs,
		RunE: ui.Run(func(cmd *cobra.Command, _ []string) error { return c.list(cmd.Context()) }),
	}
	cmd.Flags().StringVar(&c.credentials, "credentials", "", "list the tokens in this `DIR`")
	cmd.Flags().BoolVar(&c.json, "json", false, "one JSON object per line")
	return cmd
}

// loginLine is a login in JSON.
type loginLine struct {
	ui.JSONLine
	Server    string     `json:"server"`
	Issuer    string     `json:"issuer"`
	Resource  string     `json:"resource"`
	Client    string     `json:"client"`
	Scopes    []string   `json:"scopes,omitempty"`
	Expires   *time.Time `json:"expires,omitempty"`
	Renewable bool       `json:"renewable"`
}

func (c *command) list(ctx context.Context) error {
	redact := outside.NewRedactor(nil)
	outside.Hide(c.ui, redact)
	store, err := c.store(redact)
	if err != nil {
		return err
	}
	all, err := host.LoggedIn(ctx, store)
	for _, server := range slices.Sorted(maps.Keys(all)) {
		kept := all[server]
		if !c.json {
			fmt.Fprintf(c.ui.Out, "%s  %s\n", words.Printable(server), describe(kept))
			continue
		}
		line := loginLine{JSONLine: ui.LineOf("login"), Server: server, Issuer: kept.Login.Issuer, Resource: kept.Login.Resource,
			Client: kept.Login.Client.ID, Scopes: kept.Login.Scopes, Renewable: kept.Refresh != ""}
		if !kept.Expires.IsZero() {
			line.Expires = &kept.Expires
		}
		ui.WriteJSON(c.ui.Out, line)
	}
	if err != nil {
		return ui.Fail(ui.ExitFailed, fmt.Errorf("some files of the store cannot be read: %w", err))
	}
	if len(all) == 0 && !c.json {
		return ui.Fail(ui.ExitOK, errors.New("there are no logins; mcpsim login NAME makes one"))
	}
	return nil
}
