package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// beginConnect connects without waiting for the outcome.
func (b *bare) beginConnect(late bool) error {
	ctx, giveUp := context.WithCancelCause(b.w.life)
	b.giveUp = giveUp
	if late {
		giveUp(errGaveUp)
	}
	b.w.ground.spawn("bare/connect", func() {
		err := b.transport.Connect(ctx)
		b.w.mu.Lock()
		defer b.w.mu.Unlock()
		b.refused = err
	})
	return b.w.ground.settle()
}

func (b *bare) giveUpConnect() error {
	if b.giveUp == nil {
		return errors.New(`the transport does not connect: say "the transport begins to connect" first`)
	}
	b.giveUp(errGaveUp)
	return b.w.ground.settle()
}

func (b *bare) checkRefused(want string) error {
	b.w.mu.Lock()
	defer b.w.mu.Unlock()
	if b.refused == nil {
		return errors.New("the last attempt to connect did not fail")
	}
	return same("the error of connecting", b.refused.Error(), want)
}

func (b *bare) drop(d transport.Dropped) {
	b.w.mu.Lock()
	b.dropped = append(b.dropped, d)
	b.w.mu.Unlock()
	b.report("dropped " + d.Reason)
}

func (b *bare) checkDropped(want *gherkin.DocString) error {
	b.w.mu.Lock()
	defer b.w.mu.Unlock()
	var got []string
	for _, d := range b.dropped {
		line := fmt.Sprintf("%d %s", d.Size, d.Sample)
		if d.ID != "" {
			line = fmt.Sprintf("%d %s %s", d.Size, d.ID, d.Sample)
		}
		got = append(got, line)
	}
	return same("what the transport dropped", got, fields(want))
}

func checkIntroduction(s *server, want *gherkin.DocString) error {
	b, err := s.w.theBare()
	if err != nil {
		return err
	}
	b.w.mu.Lock()
	defer b.w.mu.Unlock()
	if !b.open {
		return errors.New("the bare connection is not open")
	}
	said, err := json.Marshal(b.conn.Server())
	if err != nil {
		return err
	}
	return sameJSON("how server "+s.name+" introduced itself", said, want.Content)
}
