package probe

import (
	"errors"
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

func processSteps() []gherkin.Step {
	return []gherkin.Step{
		step(nounProcess, gherkin.When, `stdin is closed`, "after what was sent", "stdin is closed", (*World).closeStdin),
		step(nounProcess, gherkin.When, `TERM is sent`, "to the process group", "TERM is sent", (*World).term),
		step(nounProcess, gherkin.When, `stdin is closed, and TERM is sent to what still runs after 2s`, "as a client that shuts down", "stdin is closed, and TERM is sent to what still runs after 2s", (*World).shutDown),
		step(nounProcess, gherkin.Then, `the process exits within (\S+)`, "by itself", "the process exits within 5s", (*World).exits),
		step(nounProcess, gherkin.Then, `it leaves no process behind`, "none of its process group runs 1s after it; Linux only", "it leaves no process behind", (*World).noOrphans),
		step(nounProcess, gherkin.Then, `half of (\d+) starts take at most (\S+)`, "from the start of a process to its first answer; those of other checks count", "half of 3 starts take at most 5s", (*World).startUp),
		step(nounProcess, gherkin.Then, `no process has written anything but messages`, "to standard output, in all checks so far", "no process has written anything but messages", (*World).pureRun),
		step(nounProcess, gherkin.Then, `standard output holds nothing but messages`, "every byte from the start to the end of the process", "standard output holds nothing but messages", (*World).pureOutput),
		step(nounProcess, gherkin.Then, `every line ends with LF`, "and not with CRLF", "every line ends with LF", (*World).lineEnds),
	}
}

// server is the process, over stdio.
func (w *World) server() (*child, error) {
	if w.c == nil || w.c.process == nil {
		return nil, gherkin.NotTestable("the server is no process of ours")
	}
	return w.c.process, nil
}

func (w *World) closeStdin() error {
	p, err := w.server()
	if err == nil {
		p.closeStdin()
	}
	return err
}

func (w *World) term() error {
	p, err := w.server()
	if err == nil {
		_ = p.p.Terminate() // one that has ended needs none
	}
	return err
}

func (w *World) shutDown() error {
	p, err := w.server()
	if err != nil {
		return err
	}
	p.closeStdin()
	if !p.exited(2 * time.Second) {
		_ = p.p.Terminate()
	}
	return nil
}

func (w *World) exits(within string) error {
	p, err := w.server()
	if err != nil {
		return err
	}
	d, err := time.ParseDuration(within)
	if err != nil {
		return fmt.Errorf("%q is no time", within)
	}
	if !p.exited(d) {
		return fmt.Errorf("it still runs after %s%s", d, p.survivors())
	}
	return nil
}

// exitWait is how long a process may take to exit before others are looked for.
const exitWait = 5 * time.Second

func (w *World) noOrphans() error {
	p, err := w.server()
	switch {
	case err != nil:
		return err
	case p.group == 0 || !groupsKnown:
		return gherkin.NotTestable("its process group cannot be looked at")
	case !p.exited(exitWait):
		return fmt.Errorf("it still runs after %s%s", exitWait, p.survivors())
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.orphans) > 0 {
		return fmt.Errorf("the process has exited, and %s after that there still run %s", orphanGrace, nameAll(p.orphans))
	}
	return nil
}

func (w *World) startUp(starts int, limit string) error {
	most, err := time.ParseDuration(limit)
	if err != nil {
		return fmt.Errorf("%q is no time", limit)
	}
	median, n := w.bench.seen.startUp()
	for ; n < starts; median, n = w.bench.seen.startUp() {
		c, err := w.bench.start()
		if err != nil {
			return err
		}
		w.bench.adopt(c)
		w.take(c, true)
		if err := c.handshake(); err != nil {
			return err
		}
	}
	if median > most {
		return fmt.Errorf("half of %d starts take %s or more to the first answer", n, median.Round(time.Millisecond))
	}
	return nil
}

func (w *World) pureRun() error { return w.bench.seen.strays() }

func (w *World) pureOutput() error {
	p, err := w.server()
	if err != nil {
		return err
	}
	p.closeStdin()
	if !p.exited(time.Second) {
		_ = p.p.Terminate() // that it is needed is the business of another check
		_ = p.exited(time.Second)
	}
	_ = p.inbox.awaitEnd(time.Second)
	lines := p.inbox.all()
	if len(lines) == 0 {
		return errors.New("standard output was empty")
	}
	for i, l := range lines {
		if !pure(l) {
			return fmt.Errorf("line %d of standard output is no message: %s", i+1, quote(append(l.raw[:len(l.raw):len(l.raw)], l.eol...)))
		}
		if l.eol == "" {
			return fmt.Errorf("line %d of standard output has no end: %s", i+1, quote(l.raw))
		}
	}
	return nil
}

func (w *World) lineEnds() error {
	for i, l := range w.c.inbox.all() {
		if l.eol == "\r\n" {
			return fmt.Errorf("line %d ends with CRLF: %s", i+1, quote(l.raw))
		}
	}
	return nil
}
