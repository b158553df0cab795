package login

import (
	"encoding/json"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
)

// The client that a definition gives is in "oauth" or in "auth", whichever says who it is.
func TestWhereADefinitionSaysWhoLogsIn(t *testing.T) {
	for _, c := range []struct {
		oauth, auth string
		want        Identity
	}{
		{``, ``, Identity{}},
		{`{"scopes": ["a"]}`, `{"type": "oauth"}`, Identity{}},
		{`{"clientId": "o"}`, `{"clientId": "a"}`, Identity{ID: "o"}},
		{`{"scopes": ["a"], "issuer": "i"}`, `{"clientId": "a", "clientSecret": "s"}`, Identity{ID: "a", Secret: "s"}},
		{`{"assertion": "j"}`, `{"clientId": "a"}`, Identity{Assertion: "j"}},
		{`{"clientId": 7}`, `{"assertion": "j"}`, Identity{Assertion: "j"}},
		{`{"clientId": "o", "grant": "client_credentials", "privateKey": "k", "issuer": "i"}`, ``, Identity{ID: "o", Machine: true, Key: "k", Issuer: "i"}},
	} {
		got := identityOf(config.Server{OAuth: json.RawMessage(c.oauth), Auth: json.RawMessage(c.auth)})
		assert.Equal(t, got == c.want, true, "%s and %s", c.oauth, c.auth)
	}
}

// How a client proves who it is follows from what it asked for and from what the answer says.
func TestWhatARegistrationMakes_OAC_13(t *testing.T) {
	for _, c := range []struct {
		asked, answer string
		want          secrets.Client
		why           string
	}{
		{"none", `{"client_id": "c"}`, secrets.Client{ID: "c", Method: "none"}, ""},
		{"client_secret_basic", `{"client_id": "c"}`, secrets.Client{ID: "c", Method: "none"}, ""},
		{"client_secret_basic", `{"client_id": "c", "client_secret": "s"}`, secrets.Client{ID: "c", Secret: "s", Method: "client_secret_basic"}, ""},
		{"client_secret_basic", `{"client_id": "c", "client_secret": "s", "token_endpoint_auth_method": "none"}`, secrets.Client{ID: "c", Secret: "s", Method: "client_secret_basic"}, ""},
		{"none", `{"client_id": "c", "client_secret": "s", "token_endpoint_auth_method": "none"}`, secrets.Client{ID: "c", Secret: "s", Method: "none"}, ""},
		{"none", `{"client_id": "c", "client_secret": "s", "token_endpoint_auth_method": "client_secret_post"}`, secrets.Client{ID: "c", Secret: "s", Method: "client_secret_post"}, ""},
		{"none", `{"client_id": "c", "token_endpoint_auth_method": "client_secret_post"}`, secrets.Client{}, "client_secret: it is missing, and client_secret_post needs one"},
		{"none", `{"client_id": "c", "token_endpoint_auth_method": "private_key_jwt"}`, secrets.Client{}, "token_endpoint_auth_method: private_key_jwt is not spoken"},
		{"none", `{"client_secret": "s"}`, secrets.Client{}, "client_id: it is missing"},
		{"none", `[]`, secrets.Client{}, "it is no JSON object"},
	} {
		got, err := Metadata{Registration: "https://login.test/r"}.registered(reply{201, []byte(c.answer)}, c.asked)
		assert.Equal(t, got == c.want, true, "%s: %v", c.answer, err)
		if c.why != "" {
			assert.Error(t, err, "login: client registration of https://login.test/r: "+c.why)
		}
	}
}
