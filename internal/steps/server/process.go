package server

import (
	"errors"
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// processes is the noun of steps about a server as a process, and its pipes.
type processes struct{ *check }

func processSteps() []Step {
	return gherkin.Noun("process", []Step{
		{Keyword: When, Pattern: `stdin is closed`, Manual: "after what was sent", Func: (*processes).closeStdin},
		{Keyword: When, Pattern: `TERM is sent`, Manual: "to the process group", Func: (*processes).term},
		{Keyword: When, Pattern: `stdin is closed, and TERM is sent to what still runs after 2s`, Manual: "as a client that shuts down",
			Func: (*processes).shutDown},
		{Keyword: Then, Pattern: `the process exits within (\S+)`, Manual: "by itself", Example: "the process exits within 5s", Func: (*processes).exits},
		{Keyword: Then, Pattern: `it leaves no process behind`, Manual: "none of its process group runs 1s after it; Linux only",
			Func: (*processes).noOrphans},
		{Keyword: Then, Pattern: `half of (\d+) starts take at most (\S+)`,
			Manual: "from the start of a process to its first answer; those of other checks count", Example: "half of 3 starts take at most 5s",
			Func: (*processes).startUp},
		{Keyword: Then, Pattern: `no process has written anything but messages`, Manual: "to standard output, in all checks so far",
			Func: (*processes).pureRun},
		{Keyword: Then, Pattern: `standard output holds nothing but messages`, Manual: "every byte from the start to the end of the process",
			Func: (*processes).pureOutput},
		{Keyword: Then, Pattern: `every line ends with LF`, Manual: "and not with CRLF", Func: (*processes).lineEnds},
	})
}

// server is the process, over stdio.
func (w *processes) server() (*probe.Child, error) {
	if w.c == nil || w.c.Process == nil {
		return nil, verdict.NotTestable("the server is no process of ours")
	}
	return w.c.Process, nil
}

func (w *processes) closeStdin() error {
	p, err := w.server()
	if err == nil {
		p.CloseStdin()
	}
	return err
}

func (w *processes) term() error {
	p, err := w.server()
	if err == nil {
		_ = p.Handle.Terminate() // one that has ended needs none
	}
	return err
}

func (w *processes) shutDown() error {
	p, err := w.server()
	if err != nil {
		return err
	}
	p.CloseStdin()
	if !p.Exited(2 * time.Second) {
		_ = p.Handle.Terminate()
	}
	return nil
}

func (w *processes) exits(within string) error {
	p, err := w.server()
	if err != nil {
		return err
	}
	d, err := time.ParseDuration(within)
	if err != nil {
		return fmt.Errorf("%q is no time", within)
	}
	if !p.Exited(d) {
		return fmt.Errorf("it still runs after %s%s", d, p.Survivors())
	}
	return nil
}

// exitWait is how long a process may take to exit before others are looked for.
const exitWait = 5 * time.Second

func (w *processes) noOrphans() error {
	p, err := w.server()
	switch {
	case err != nil:
		return err
	case p.Group == 0 || !probe.GroupsKnown:
		return verdict.NotTestable("its process group cannot be looked at")
	case !p.Exited(exitWait):
		return fmt.Errorf("it still runs after %s%s", exitWait, p.Survivors())
	}
	p.Mu.Lock()
	defer p.Mu.Unlock()
	if len(p.Orphans) > 0 {
		return fmt.Errorf("the process has exited, and %s after that there still run %s", probe.OrphanGrace, probe.NameAll(p.Orphans))
	}
	return nil
}

func (w *processes) startUp(starts int, most time.Duration) error {
	median, n := w.bench.Seen.StartUp()
	for ; n < starts; median, n = w.bench.Seen.StartUp() {
		c, err := w.bench.Start()
		if err != nil {
			return err
		}
		w.bench.Adopt(c)
		w.take(c, true)
		if err := c.Handshake(); err != nil {
			return err
		}
	}
	if median > most {
		return fmt.Errorf("half of %d starts take %s or more to the first answer", n, median.Round(time.Millisecond))
	}
	return nil
}

func (w *processes) pureRun() error { return w.bench.Seen.Strays() }

func (w *processes) pureOutput() error {
	p, err := w.server()
	if err != nil {
		return err
	}
	p.CloseStdin()
	if !p.Exited(time.Second) {
		_ = p.Handle.Terminate() // that it is needed is the business of another check
		_ = p.Exited(time.Second)
	}
	_ = p.Inbox.AwaitEnd(time.Second)
	lines := p.Inbox.All()
	if len(lines) == 0 {
		return errors.New("standard output was empty")
	}
	for i, l := range lines {
		if !probe.Pure(l) {
			return fmt.Errorf("line %d of standard output is no message: %s", i+1, probe.Quote(append(l.Raw[:len(l.Raw):len(l.Raw)], l.EOL...)))
		}
		if l.EOL == "" {
			return fmt.Errorf("line %d of standard output has no end: %s", i+1, probe.Quote(l.Raw))
		}
	}
	return nil
}

func (w *processes) lineEnds() error {
	for i, l := range w.c.Inbox.All() {
		if l.EOL == "\r\n" {
			return fmt.Errorf("line %d ends with CRLF: %s", i+1, probe.Quote(l.Raw))
		}
	}
	return nil
}
