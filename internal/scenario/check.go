package scenario

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
)

// Report is what came of a comparison.
type Report struct {
	Compared    int           // messages, bytes and statuses of the recorded server
	Took        time.Duration // virtual
	Differences []string      // in words, in the order of the connections
}

// Check lets the recorded client talk to a server that follows the script, in virtual time,
// and compares all that the server does, ids aside. t only opens the bubble.
func (s *Scenario) Check(t *testing.T, script *fakeserver.Script) (report *Report, err error) {
	report = &Report{}
	err = vtime.Run(t, vtime.Config{}, func(sim *vtime.Sim) {
		r := &replay{sim: sim, net: netem.New(sim), times: s.times}
		if err = r.run(s.conversation, script); err == nil {
			report.Took = sim.Elapsed()
			r.compare(report)
		}
	})
	return report, err
}

// replay is a conversation that is repeated. It lives in a bubble.
type replay struct {
	sim   *vtime.Sim
	net   *netem.Net
	times bool
	late  time.Duration // by which the server took longer than the recorded one
	fake  *fakeserver.Server
	conns []*player

	ctx  context.Context
	stop context.CancelFunc
	http *http.Client
}

// address is where the server listens.
const address = "server.test"

func (r *replay) run(c *Conversation, script *fakeserver.Script) error {
	var err error
	if r.fake, err = fakeserver.New(script, fakeserver.Options{Name: "server", Clock: r.sim.Clock("server")}); err != nil {
		return err
	}
	l, err := r.net.Listen(address + ":80")
	if err != nil {
		return err
	}
	var serving sync.WaitGroup
	serving.Go(func() { _ = r.fake.Serve(l) })
	r.ctx, r.stop = context.WithCancel(context.Background())
	transport := &http.Transport{DialContext: r.net.Dial("client"), DisableCompression: true}
	r.http = &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for _, on := range c.conns {
		r.conns = append(r.conns, newPlayer(r, on))
	}
	err = r.play(c)
	for _, p := range r.conns {
		p.close()
	}
	_ = r.sim.Settle()
	r.stop()
	r.fake.Close()
	_ = l.Close()
	transport.CloseIdleConnections()
	r.net.CloseAll()
	serving.Wait()
	for _, p := range r.conns {
		p.tasks.Wait()
	}
	return err
}

// play does what the client did, in its order and, unless times are left out, at its moments.
func (r *replay) play(c *Conversation) error {
	type act struct {
		by *player
		*event
		heard int // messages of the server that came before it
	}
	var acts []act
	for _, p := range r.conns {
		acts = append(acts, act{p, &event{at: p.conn.opened}, 0}) // opens it
		heard := 0
		for _, e := range p.conn.events {
			if e.client {
				acts = append(acts, act{p, e, heard})
			} else if e.kind == said {
				heard++
			}
		}
	}
	slices.SortStableFunc(acts, func(a, b act) int { return cmp.Compare(a.at, b.at) })
	for _, a := range acts {
		if err := r.until(a.at); err != nil {
			return err
		}
		if err := r.await(a.by, a.heard); err != nil {
			return err
		}
		a.by.do(a.event)
	}
	if err := r.until(c.last); err != nil {
		return err
	}
	return r.sim.Sleep(time.Second)
}

// until lets happen what is due until a moment of the recording.
func (r *replay) until(at time.Duration) error {
	if left := at + r.late - r.sim.Elapsed(); r.times && left > 0 {
		return r.sim.Sleep(left)
	}
	return r.sim.Settle()
}

// patience is how much longer than the recorded server the other one may take.
const patience = time.Minute

// await waits until the client has heard so many messages, as the recorded one had.
func (r *replay) await(p *player, messages int) error {
	begin, step := r.sim.Elapsed(), time.Millisecond
	for p.heard() < messages && r.sim.Elapsed()-begin < patience {
		if err := r.sim.Sleep(step); err != nil {
			return err
		}
		step = min(2*step, time.Second)
	}
	r.late += r.sim.Elapsed() - begin
	return nil
}

// compare compares all connections.
func (r *replay) compare(report *Report) {
	for _, p := range r.conns {
		c := &comparison{report: report, where: fmt.Sprintf("connection %d", p.conn.n)}
		if len(r.conns) == 1 {
			c.where = ""
		}
		c.compare(p)
	}
}
