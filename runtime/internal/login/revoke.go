package login

import (
	"cmp"
	"context"
	"fmt"
	"net/url"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
)

// Revoke has the tokens of a login revoked: the refresh token, which ends what was granted
// with it, else the access token. Without a revocation endpoint nothing is done.
func Revoke(ctx context.Context, dial secrets.DialFunc, c secrets.Credential) (revoked bool, err error) {
	token, kind := c.Refresh, "refresh_token"
	if token == "" {
		token, kind = c.Access, "access_token"
	}
	if c.Login == nil || c.Login.Revoke == "" || token == "" {
		return false, nil
	}
	bounded, cancel := clock.WithTimeout(ctx, clock.Real(), DocumentTimeout)
	defer cancel()
	status, _, err := secrets.Post(bounded, c.Login.Guarded(dial), c.Login.Revoke, c.Login.Client, url.Values{"token": {token}, "token_type_hint": {kind}})
	if err == nil && status != 200 {
		err = fmt.Errorf("HTTP %d", status)
	}
	if err != nil {
		return false, fmt.Errorf("login: revoking at %s: %w", place(c.Login.Revoke), cmp.Or(context.Cause(bounded), err))
	}
	return true, nil
}
