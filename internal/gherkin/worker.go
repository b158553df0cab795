package gherkin

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jonboulle/clockwork"
)

// JobLimit is the real time that a job may take in a worker. A virtual scenario
// takes milliseconds; what takes this long hangs.
const JobLimit = 2 * time.Minute

// quitGrace is the real time that a worker gets to write its stacks.
const quitGrace = 10 * time.Second

// maxStderr bounds what is kept of a worker's stderr for one job, in bytes. The
// beginning is kept: that is where a panic says what it is.
const maxStderr = 16 << 10

// Worker is a [Runner] that lets a child process run the jobs. If the child dies
// or hangs, the job has failed with what the child wrote to stderr, and the next
// job gets a fresh child. Jobs and answers are JSON values, one per line, on
// stdin and stdout; [Serve] is the other end.
type Worker struct {
	// Command makes the command of a new child, with its environment.
	Command func() *exec.Cmd
	Clock   clockwork.Clock // real
	Limit   time.Duration   // of one job; 0 = JobLimit

	child *child
}

// child is a running worker process.
type child struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	answers chan Answer // closed when stdout ends
	stderr  *head
}

// Run hands a job to the child. It returns an error if no child can be started
// or ctx has ended; the child is killed then.
func (w *Worker) Run(ctx context.Context, job Job) (Answer, error) {
	if ctx.Err() != nil {
		return Answer{}, context.Cause(ctx)
	}
	if err := w.start(); err != nil {
		return Answer{}, err
	}
	begin := w.Clock.Now()
	var hung atomic.Bool
	release := w.guard(&hung)
	answer, ok, err := w.child.ask(ctx, job)
	release()
	switch {
	case err != nil:
		killGroup(w.child.cmd)
		w.end()
		return Answer{}, err
	case !ok:
		return job.failed(w.death(hung.Load()), w.Clock.Since(begin)), nil
	case answer.Spoiled:
		w.end()
	}
	return answer, nil
}

// Close ends the child and waits for it.
func (w *Worker) Close() {
	if w.child != nil {
		w.end()
	}
}

func (w *Worker) start() error {
	if w.child != nil {
		return nil
	}
	c := &child{cmd: w.Command(), answers: make(chan Answer, 1), stderr: &head{}}
	c.cmd.Stderr = c.stderr
	c.cmd.WaitDelay = quitGrace
	ownGroup(c.cmd)
	out, err := c.launch()
	if err != nil {
		return fmt.Errorf("starting a worker: %w", err)
	}
	go c.read(out) // ends with the child's stdout; end waits for that
	w.child = c
	return nil
}

// launch starts the child and returns its stdout.
func (c *child) launch() (out io.Reader, err error) {
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if out, err = c.cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	return out, c.cmd.Start()
}

// guard ends a child that hangs, first so that it shows its stacks. The function
// it returns disarms it.
func (w *Worker) guard(hung *atomic.Bool) (release func()) {
	cmd := w.child.cmd
	limit := w.Limit
	if limit == 0 {
		limit = JobLimit
	}
	kill := w.Clock.AfterFunc(limit+quitGrace, func() { killGroup(cmd) })
	quit := w.Clock.AfterFunc(limit, func() {
		hung.Store(true)
		showStacks(cmd)
	})
	return func() {
		quit.Stop()
		kill.Stop()
	}
}

// death says how the child died and forgets it.
func (w *Worker) death(hung bool) error {
	c := w.child
	status := w.end()
	if hung {
		return fmt.Errorf("the scenario hung, its worker process was ended\n%s", c.stderr)
	}
	return fmt.Errorf("the worker process died while it ran this scenario: %s\n%s", status, c.stderr)
}

// end closes the child's stdin, which ends it, waits, and clears away what it
// may have left behind.
func (w *Worker) end() (status string) {
	c := w.child
	w.child = nil
	_ = c.in.Close() // it may be gone already
	for range c.answers {
	}
	if err := c.cmd.Wait(); err != nil {
		status = err.Error()
	} else {
		status = "it ended without an answer"
	}
	killGroup(c.cmd)
	return status
}

func (c *child) read(out io.Reader) {
	defer close(c.answers)
	dec := json.NewDecoder(out)
	for {
		var a Answer
		if dec.Decode(&a) != nil {
			return
		}
		c.answers <- a
	}
}

// ask returns the answer to a job; ok is false if the child died instead.
func (c *child) ask(ctx context.Context, job Job) (a Answer, ok bool, err error) {
	c.stderr.reset()
	if err := json.NewEncoder(c.in).Encode(job); err != nil {
		return Answer{}, false, nil
	}
	select {
	case a, ok = <-c.answers:
		return a, ok, nil
	case <-ctx.Done():
		return Answer{}, false, context.Cause(ctx)
	}
}

// Serve is the worker's side: it runs jobs from in until in ends, or until the
// process is spoiled. Nothing else may write to out.
func Serve(in io.Reader, out io.Writer, r Runner) error {
	dec, enc := json.NewDecoder(in), json.NewEncoder(out)
	for {
		var job Job
		if err := dec.Decode(&job); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("reading a job: %w", err)
		}
		answer, err := r.Run(context.Background(), job)
		if err != nil {
			return fmt.Errorf("running a job: %w", err)
		}
		if err := enc.Encode(answer); err != nil {
			return fmt.Errorf("writing an answer: %w", err)
		}
		if answer.Spoiled {
			return nil
		}
	}
}

// head keeps the first maxStderr bytes written since the last reset.
type head struct {
	mu   sync.Mutex
	data []byte
	cut  bool
}

func (h *head) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	room := min(maxStderr-len(h.data), len(p))
	h.data = append(h.data, p[:room]...)
	h.cut = h.cut || room < len(p)
	return len(p), nil
}

func (h *head) reset() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.data, h.cut = nil, false
}

func (h *head) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.cut {
		return string(h.data) + "\n… cut off"
	}
	return string(h.data)
}
