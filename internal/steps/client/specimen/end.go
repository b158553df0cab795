package main

import (
	"context"
	"os"
	"syscall"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// close ends the server: by closing its input, by TERM, by KILL.
func (l *pipeLink) close() {
	gone := make(chan struct{})
	go func() {
		<-l.reading
		_ = l.cmd.Wait()
		close(gone)
	}()
	if l.c.is("CLI-66") || l.c.is("CLI-66.late") && l.c.gaveUp.Load() {
		_ = l.cmd.Process.Signal(syscall.SIGTERM)
		within(gone, time.Second)
	}
	_ = l.in.Close()
	steps := []os.Signal{syscall.SIGTERM, os.Kill}
	switch {
	case l.c.is("CLI-67", "CLI-67.waits"):
		steps = nil
	case l.c.is("CLI-67.kill", "FF-16"):
		steps = steps[1:]
	case l.c.is("CLI-68"):
		steps = steps[:1]
	}
	for _, signal := range steps {
		if within(gone, time.Second) {
			return
		}
		l.signal(signal)
	}
	if !l.c.is("CLI-67", "CLI-68", "FF-20") {
		<-gone
	}
}

func within(gone <-chan struct{}, d time.Duration) bool {
	timer := clock.Real().NewTimer(d)
	defer timer.Stop()
	select {
	case <-gone:
		return true
	case <-timer.Chan():
		return false
	}
}

// hang waits until the program is ended.
func hang() { _ = clock.Sleep(context.Background(), clock.Real(), time.Hour) }
