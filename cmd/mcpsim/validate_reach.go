package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/connect"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// reachServer opens the target and gives an error of that its exit code.
func reachServer(ctx context.Context, target probe.Target) (reached, error) {
	eras, err := probe.OpenEras(ctx, target)
	redact := outside.NewRedactor(target.Secrets)
	if err == nil {
		eras, note := withoutRunner(ctx, eras, target)
		return reachedServer{eras, redact, note, target.Since}, nil
	}
	var auth *probe.AuthError
	var lost *probe.UnreachableError
	switch {
	case errors.As(err, &auth):
		return nil, ui.Fail(ui.ExitAuth, fmt.Errorf("%w\nnext: log in with mcpsim login %s, or give a token with --token '${TOKEN}'", auth, words.Quote(config.MaskURL(target.URL))))
	case errors.As(err, &lost):
		text := lostText("the server cannot be reached: ", lost.Reason, "its stderr ends with", lost.Stderr, redact)
		if next := nextOf(lost.Err, target, redact); next != "" && !strings.Contains(lost.Reason, next) {
			text = fmt.Errorf("%w\nnext: %s", text, next)
		}
		return nil, ui.Fail(ui.ExitUnreachable, text)
	}
	return nil, err
}

// lostText is why a server or a client cannot be looked at. What it wrote stands behind bars.
func lostText(what, reason, ends, output string, redact *outside.Redactor) error {
	text := what + words.Printable(redact.Text(reason))
	if output != "" {
		text += "\n" + ends + ":\n" + words.Quoted(redact.Text(output))
	}
	return errors.New(text)
}

// nextOf is what to do about a server that cannot be used, as mcpsim connect says it; "" if
// nothing general can be said.
func nextOf(err error, target probe.Target, redact *outside.Redactor) string {
	if err == nil {
		return ""
	}
	s := config.Server{Type: config.Stdio, Command: target.Command.Path}
	if target.URL != "" {
		s = config.Server{Type: config.HTTP, URL: target.URL}
	}
	return words.Printable(redact.Own(connect.Explain(err, s, outside.Ending{}, redact).Next))
}

// elsewhere is a note about a URL where something else may answer than an MCP server, as far
// as the answers to the first handshakes show it.
func (s reachedServer) elsewhere() (note string) {
	for _, b := range s.All() {
		reply := b.First().Reply
		if b.Refused() == nil || reply == nil {
			return ""
		}
		var next string
		switch {
		case reply.Status != http.StatusOK && reply.Status != http.StatusBadRequest:
			next = nextOf(&transport.HTTPError{Status: reply.Status}, b.Target, s.redact)
		case strings.HasPrefix(reply.ContentType, "text/html"):
			next = nextOf(&transport.SyntaxError{}, b.Target, s.redact)
		}
		if next != "" {
			note = fmt.Sprintf("note: the first request was answered with HTTP %d: %s\n", reply.Status, next)
		}
	}
	return note
}
