package clientcheck

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Bench is a client under test with the runs that its checks share. It is used by
// one check at a time.
type Bench struct {
	ctx    context.Context
	target Target
	runs   map[situation]*run
}

// Open finds out whether there is a client at all: it runs it against a correct
// server. The error is an *[UnreachableError]; a client that connects and does
// nonsense is no error but what checks are for. Runs end with ctx.
func Open(ctx context.Context, t Target) (*Bench, error) {
	b := &Bench{ctx: ctx, target: t.withDefaults(), runs: map[situation]*run{}}
	first, err := b.play(plain(b.target.Timeout))
	switch {
	case err != nil:
		return nil, err
	case len(first.received()) == 0:
		return nil, &UnreachableError{"the client sent nothing to a correct server; it " + first.end(), first.output}
	}
	return b, nil
}

// play runs the client in a situation, once.
func (b *Bench) play(s situation) (*run, error) {
	if r := b.runs[s]; r != nil {
		return r, nil
	}
	r, err := b.target.run(b.ctx, s)
	if err == nil {
		b.runs[s] = r
	}
	return r, err
}

// eventStreams is the script of a correct server that answers in the other form.
const eventStreams = "http: {answers: sse}"

// copes says why the client does not do what it is asked to do although the server
// is correct; nil = it does. Over HTTP it is enough if it understands one form of
// answers: whether it understands both is the business of a check.
func (b *Bench) copes() error {
	trouble, err := b.trouble("")
	if err != nil || trouble == nil || b.target.Server != nil {
		return errors.Join(err, trouble)
	}
	other, err := b.trouble(eventStreams)
	if err != nil || other != nil {
		return errors.Join(err, trouble)
	}
	return nil
}

// trouble says why the client does not cope with a correct server of this script.
func (b *Bench) trouble(script string) (trouble, err error) {
	s := plain(b.target.Timeout)
	s.script = script
	r, err := b.play(s)
	if err != nil {
		return nil, err
	}
	return r.well(), nil
}

// Info is what the client says of itself: the revision that was negotiated with a
// correct server and its name and version; empty if there was no handshake.
func (b *Bench) Info() (revision, client string) {
	first := b.runs[plain(b.target.Timeout)]
	for _, m := range first.received() {
		if m.Method != "initialize" {
			continue
		}
		var hello struct {
			Params struct {
				ClientInfo struct{ Name, Version string }
			}
		}
		_ = json.Unmarshal([]byte(m.Raw), &hello)
		info := hello.Params.ClientInfo
		return first.revisionAt(len(first.journal)), strings.TrimSpace(fmt.Sprintf("%s %s", info.Name, info.Version))
	}
	return "", ""
}
