package secrets

import (
	"context"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/config"
)

// Where an access token goes (F-39).
const (
	headerAuthorization = "Authorization"
	bearer              = "Bearer "
	variableToken       = "OAUTH_ACCESS_TOKEN"
)

// Resolver fills in what definitions name. All fields must be set. It keeps
// nothing itself.
type Resolver struct {
	Env      config.Lookup
	Commands *Commands
	Tokens   *Tokens
}

// Resolve looks up the values of a definition that passes config.Validate and
// whose placeholders are expanded: variables and commands first, one after the
// other, then the token. What could not be found is left out and reported. The
// result holds secrets: use it for one connection. If ctx ends first, it is
// incomplete and must not be used.
func (r *Resolver) Resolve(ctx context.Context, s config.Server) (config.Server, []config.Problem) {
	run := func(command string) (string, error) { return r.Commands.Output(ctx, s.Name, command) }
	out, problems := config.Resolve(s, r.Env, run)
	token, err := r.Tokens.Fresh(ctx, s)
	if err != nil {
		problems = append(problems, config.Problem{Server: s.Name, Text: err.Error()})
	}
	if token != "" {
		Authorise(&out, token)
	}
	return out, problems
}

// Authorization are the headers that carry a token; nil without one.
func Authorization(token string) map[string]string {
	if token == "" {
		return nil
	}
	return map[string]string{headerAuthorization: bearer + token}
}

// Authorise puts a token where the transport uses it, in place of anything that
// was configured there.
func Authorise(s *config.Server, token string) {
	if s.Transport() == config.Stdio {
		if s.Env == nil {
			s.Env = map[string]string{}
		}
		s.Env[variableToken] = token
		return
	}
	headers := map[string]string{}
	for name, value := range s.Headers {
		if !strings.EqualFold(name, headerAuthorization) {
			headers[name] = value
		}
	}
	headers[headerAuthorization] = bearer + token
	s.Headers = headers
}

// Renewal returns the function that replaces rejected credentials of a server,
// nil for one that is not reached by HTTP or has no OAuth (OMP-TP-08). The
// function is given the token that was rejected and returns another one, or none after
// it has told warn why.
func (r *Resolver) Renewal(s config.Server, warn func(error)) func(ctx context.Context, rejected string) string {
	a, _ := authOf(s) // what is wrong with it, Resolve reports
	if a == nil || s.Transport() == config.Stdio {
		return nil
	}
	name := s.Name
	return func(ctx context.Context, rejected string) string {
		token, err := r.Tokens.renew(ctx, name, a, rejected)
		if err != nil && ctx.Err() == nil {
			warn(err)
		}
		return token
	}
}
