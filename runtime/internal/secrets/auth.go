package secrets

import (
	"encoding/json"
	"errors"

	"github.com/mcpsim/mcpsim/runtime/config"
)

// auth is the part of a definition that asks for a token of the store.
type auth struct {
	Type         string `json:"type"`
	CredentialID string `json:"credentialId"`
	TokenURL     string `json:"tokenUrl"`
	ClientID     string `json:"clientId"`
	ClientSecret string `json:"clientSecret"`
}

const typeOAuth = "oauth"

// errAuth does not say what is wrong where, as that may be a secret.
var errAuth = errors.New(`auth is ignored: its settings must be strings`)

// authOf reads the auth settings of a definition; nil means that it has none
// that concern OAuth. Settings of other kinds belong to others.
func authOf(s config.Server) (*auth, error) {
	if len(s.Auth) == 0 {
		return nil, nil
	}
	var kind struct{ Type any }
	if json.Unmarshal(s.Auth, &kind) != nil || kind.Type != typeOAuth {
		return nil, nil
	}
	a := new(auth)
	if json.Unmarshal(s.Auth, a) != nil {
		return nil, errAuth
	}
	return a, nil
}
