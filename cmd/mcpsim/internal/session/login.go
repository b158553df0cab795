package session

import (
	"context"
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/connect"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/login"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
)

const wordLogin = "login"

// protected is a profile whose servers may want a login.
type protected interface {
	// wanting are the servers that wait for a login of a user.
	wanting() []config.Server
	// loggedIn connects a server for which there is a login now.
	loggedIn(ctx context.Context, name string) (shown, error)
}

// loginWord is the word of such a profile. m is asked for when it is obeyed.
func loginWord(g protected, m func() *machine) word {
	names := func() []string {
		var out []string
		for _, s := range g.wanting() {
			out = append(out, s.Name)
		}
		return out
	}
	return word{name: wordLogin, args: "NAME", about: "log in to a server that wants it, with your browser, and connect it", values: first(names),
		run: func(ctx context.Context, args []string) (shown, error) {
			for _, s := range g.wanting() {
				if s.Name == args[0] {
					return logIn(ctx, g, m(), s)
				}
			}
			return shown{}, fmt.Errorf("server %q does not wait for a login", args[0])
		}}
}

func logIn(ctx context.Context, g protected, m *machine, s config.Server) (shown, error) {
	text, err := login.Run(ctx, m.ui, s, connect.LoginOptions{Credentials: m.credentials, Revision: connect.Auto, Redact: m.redact})
	if err != nil {
		return shown{}, err
	}
	connected, err := g.loggedIn(ctx, s.Name)
	connected.text = strings.TrimSpace(text + "\n" + connected.text)
	return connected, err
}

// wanting are the servers of a runtime that wait for a login.
func (o offer) wanting() (out []config.Server) {
	for v := range o.of().Servers() {
		if v.State == event.NeedsLogin && connect.WantsLogin(v.Err, v.Config) {
			out = append(out, v.Config)
		}
	}
	return out
}

func (o *omp) loggedIn(ctx context.Context, name string) (shown, error) {
	return o.reconnectOne(ctx, []string{name})
}

func (q *qwen) loggedIn(ctx context.Context, name string) (shown, error) {
	return q.reconnectOne(ctx, []string{name})
}

func (a *agents) wanting() (out []config.Server) {
	failures := a.run.Errors()
	for i, s := range a.run.Configured() {
		if definition := a.file.Servers[i].config(); connect.WantsLogin(failures[s], definition) {
			out = append(out, definition)
		}
	}
	return out
}

func (a *agents) loggedIn(ctx context.Context, _ string) (shown, error) {
	return a.reconnect(ctx, nil) // all that have failed: the manager knows no other
}

// propose asks at the prompt whether to log in to a server that waits for it, once for
// each. What the user has written already stays.
func (s *session) propose() {
	g, able := s.profile.(protected)
	if !able || s.prompt == nil || !s.asked || s.starting || s.proposed != "" {
		return
	}
	for _, server := range g.wanting() {
		if !s.offered[server.Name] {
			s.offered[server.Name], s.proposed = true, server.Name
			s.prompt.Question(login.Question(server.Name) + " ")
			return
		}
	}
}

// meant is what a line asks for: it may be the answer to a question. What is neither yes
// nor no is a word.
func (s *session) meant(line string) string {
	name := s.proposed
	if name == "" {
		return line
	}
	s.proposed = ""
	s.prompt.Question("")
	switch answer := strings.ToLower(strings.TrimSpace(line)); {
	case login.Agrees(line):
		return wordLogin + " " + words.Quote(name)
	case answer == "n" || answer == "no":
		return ""
	}
	return line
}
