package main

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/judge"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// heartbeat is the time between two lines about what runs, where nothing else is told.
const heartbeat = 5 * time.Second

// watch says on stderr what runs while a subject is judged: on a terminal in a line that
// changes, elsewhere in a line every five seconds. stop ends it.
type watch struct {
	running judge.Running

	turn     *sync.Mutex // of what is told
	name     string      // of the subject, if there are several
	ui       *ui.UI
	reaching string // until the first result
	began    time.Time
	done     int
	planned  int
	over     chan struct{}
	ended    sync.WaitGroup
}

func watched(u *ui.UI, t trial, planned int, began time.Time, turn *sync.Mutex) *watch {
	w := &watch{turn: turn, name: t.lane(), ui: u, reaching: t.reaching, began: began, planned: planned, over: make(chan struct{})}
	w.running.Now = time.Now
	w.tell(func() { u.Show("%s", t.reaching) })
	w.ended.Go(func() { w.beat(clock.Real()) })
	return w
}

// plan says how many examples there are.
func (w *watch) plan(n int) { w.tell(func() { w.planned = n }) }

// beat tells what runs, again and again.
func (w *watch) beat(clk clock.Clock) {
	timer := clk.NewTimer(heartbeat)
	defer timer.Stop()
	for {
		select {
		case <-w.over:
			return
		case <-timer.Chan():
			w.tell(func() { w.ui.Progress("%s%s", w.name, w.text()) })
			timer.Reset(heartbeat)
		}
	}
}

// text says how far the checks are, and what the one that has waited longest waits for.
func (w *watch) text() string {
	took := time.Since(w.began).Round(time.Second)
	moments := w.running.Moments()
	if len(moments) == 0 {
		return fmt.Sprintf("%s: %s", took, w.reaching)
	}
	m := moments[0]
	return fmt.Sprintf("%s: %d of %d examples; %s (%s) for %s: %s", took, w.done, w.planned,
		strings.Join(m.IDs, " "), m.Example, time.Since(m.Since).Round(100*time.Millisecond), m.Step)
}

// found counts a result and tells it.
func (w *watch) found(tell func()) {
	w.tell(func() {
		w.done++
		w.reaching = "running the checks"
		tell()
		w.ui.Show("%d of %d examples", w.done, w.planned)
	})
}

// tell tells something while nothing else is told.
func (w *watch) tell(say func()) {
	w.turn.Lock()
	defer w.turn.Unlock()
	w.ui.Clear()
	say()
}

// stop ends the heartbeat and the line of progress.
func (w *watch) stop() {
	close(w.over)
	w.ended.Wait()
	w.tell(func() {})
}
