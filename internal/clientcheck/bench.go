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
	Target Target // with its defaults

	ctx  context.Context
	runs map[Situation]*Run
}

// Open finds out whether there is a client at all: it runs it against a correct
// server. The error is an *[UnreachableError]; a client that connects and does
// nonsense is no error but what checks are for. Runs end with ctx.
func Open(ctx context.Context, t Target) (*Bench, error) {
	b := &Bench{ctx: ctx, Target: t.withDefaults(), runs: map[Situation]*Run{}}
	first, err := b.Play(Plain(b.Target.Timeout))
	switch {
	case err != nil:
		return nil, err
	case len(first.Received()) == 0:
		return nil, &UnreachableError{"the client sent nothing to a correct server; it " + first.End(), first.output}
	}
	return b, nil
}

// Stopped is why the checks are stopped; nil = they are not.
func (b *Bench) Stopped() error { return context.Cause(b.ctx) }

// Play runs the client in a situation, once.
func (b *Bench) Play(s Situation) (*Run, error) {
	if r := b.runs[s]; r != nil {
		return r, nil
	}
	r, err := b.Target.run(b.ctx, s)
	if err == nil {
		b.runs[s] = r
	}
	return r, err
}

// EventStreams is the script of a correct server that answers in the other form.
const EventStreams = "http: {answers: sse}"

// Copes says why the client does not do what it is asked to do although the server
// is correct; nil = it does. Over HTTP it is enough if it understands one form of
// answers: whether it understands both is the business of a check.
func (b *Bench) Copes() error {
	trouble, err := b.Trouble("")
	if err != nil || trouble == nil || b.Target.Server != nil {
		return errors.Join(err, trouble)
	}
	other, err := b.Trouble(EventStreams)
	if err != nil || other != nil {
		return errors.Join(err, trouble)
	}
	return nil
}

// Trouble says why the client does not cope with a correct server of this script.
func (b *Bench) Trouble(script string) (trouble, err error) {
	s := Plain(b.Target.Timeout)
	s.Script = script
	r, err := b.Play(s)
	if err != nil {
		return nil, err
	}
	return r.Well(), nil
}

// Info is what the client says of itself: the revision that was negotiated with a
// correct server and its name and version; empty if there was no handshake.
func (b *Bench) Info() (revision, client string) {
	first := b.runs[Plain(b.Target.Timeout)]
	for _, m := range first.Received() {
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
		return first.RevisionAt(len(first.journal)), strings.TrimSpace(fmt.Sprintf("%s %s", info.Name, info.Version))
	}
	return "", ""
}
