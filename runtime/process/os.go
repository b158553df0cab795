package process

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"sync"
)

// OS starts real processes: no shell, all three pipes, no terminal, a process group of
// their own (on Windows a job object) that is signalled as a whole, and that dies with
// its leader. On Linux the leader also dies when this process does, on Windows
// all of the job.
func OS() Starter { return Watched(nil) }

// Watched is [OS] for those who want to know what a server leaves behind. On
// Linux left is called when the leader of a group has ended, with its pid, which
// still names the group, and before what is left of that is killed; the process
// counts as running until it returns. Elsewhere it is never called. It is called
// once for each process, by the goroutine that owns it.
func Watched(left func(pid int)) Starter {
	return StarterFunc(func(c Command) (Process, error) { return startOS(c, left) })
}

// osProcess is a real child. live owns it.
type osProcess struct {
	cmd            *exec.Cmd
	stdin          *os.File
	stdout, stderr output
	tree           tree           // guarded by mu once the process runs
	family         family         // guarded by mu
	survived       func(Survivor) // may be nil; see Command
	ended          chan struct{}  // closed when code and err are set
	left           func(pid int)  // may be nil; see Watched
	told           func()         // may be nil; see Command
	code           int
	err            error

	mu     sync.Mutex
	reaped bool   // the pid may belong to somebody else
	onEnd  func() // nil until somebody asks
}

func startOS(c Command, left func(pid int)) (Process, error) {
	path, err := lookUp(c.Path, c.Env)
	if err != nil {
		return nil, err
	}
	p := &osProcess{ended: make(chan struct{}), left: left, told: c.Ended, survived: c.Outlived, cmd: &exec.Cmd{
		Path: path,
		Args: append([]string{c.Path}, c.Args...),
		Env:  append([]string{}, c.Env...), // not nil: nil inherits
		Dir:  c.Dir,
	}}
	group(p.cmd)
	theirs, err := p.pipes()
	if err != nil {
		return nil, err
	}
	started := make(chan error)
	go p.live(started, theirs)
	if err := <-started; err != nil {
		closeAll(p.stdin, p.stdout.File, p.stderr.File)
		return nil, err
	}
	return p, nil
}

// live starts the process, waits for its end and kills what is left of its
// group.
func (p *osProcess) live(started chan<- error, theirs []*os.File) {
	defer p.over()
	err := p.tree.start(p.cmd)
	closeAll(theirs...)
	started <- err
	if err != nil {
		return
	}
	p.finish(p.reap())
}

// over ends every wait for the process.
func (p *osProcess) over() {
	p.mu.Lock()
	close(p.ended)
	f := p.onEnd
	p.mu.Unlock()
	if f != nil {
		f()
	}
}

// OnEnd makes the process a [Notifier].
func (p *osProcess) OnEnd(f func()) {
	p.mu.Lock()
	p.onEnd = f
	ended := false
	select {
	case <-p.ended:
		ended = true
	default:
	}
	p.mu.Unlock()
	if ended {
		f()
	}
}

// finish takes the exit code. A code other than 0 is not an error.
func (p *osProcess) finish(err error) {
	p.code = p.cmd.ProcessState.ExitCode()
	if exited := (*exec.ExitError)(nil); p.code == -1 || !errors.As(err, &exited) {
		p.err = err
	}
}

// pipes makes the three pipes and returns the child's ends. They are files of
// their own, so that waiting for the exit does not wait for their end: a
// grandchild may keep them open.
func (p *osProcess) pipes() (theirs []*os.File, err error) {
	var ends [6]*os.File // the reader and the writer of stdin, of stdout and of stderr
	for i := 0; i < len(ends); i += 2 {
		if ends[i], ends[i+1], err = os.Pipe(); err != nil {
			closeAll(ends[:]...) // what is not open does not mind
			return nil, err
		}
	}
	p.stdin, p.stdout.File, p.stderr.File = ends[1], ends[2], ends[4]
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = ends[0], ends[3], ends[5]
	return []*os.File{ends[0], ends[3], ends[5]}, nil
}

func closeAll(files ...*os.File) {
	for _, f := range files {
		_ = f.Close()
	}
}

func (p *osProcess) Stdin() io.WriteCloser { return input{p.stdin, p} }
func (p *osProcess) Stdout() io.Reader     { return &p.stdout }
func (p *osProcess) Stderr() io.Reader     { return &p.stderr }
func (p *osProcess) PID() int              { return p.cmd.Process.Pid }
func (p *osProcess) Terminate() error      { return p.signal(p.tree.terminate) }
func (p *osProcess) Kill() error           { return p.signal(p.tree.kill) }

func (p *osProcess) Wait() (int, error) {
	<-p.ended
	return p.code, p.err
}

func (p *osProcess) signal(send func(*os.Process) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reaped {
		return os.ErrProcessDone
	}
	p.noteFamily()
	return send(p.cmd.Process)
}

// noteFamily is called before the process is asked to end; mu is held.
func (p *osProcess) noteFamily() {
	if p.survived != nil {
		p.family.note(p.cmd.Process.Pid)
	}
}

// input is stdin, whose end asks the process to end.
type input struct {
	*os.File
	p *osProcess
}

// Close ends the input.
func (in input) Close() error {
	in.p.mu.Lock()
	in.p.noteFamily()
	in.p.mu.Unlock()
	return in.File.Close()
}

// lookUp finds a command in the PATH of the environment it will run in, which
// need not be ours. A name with a separator is taken as it is.
func lookUp(name string, env []string) (string, error) {
	if filepath.Base(name) != name {
		return name, nil
	}
	for _, dir := range filepath.SplitList(variable(env, "PATH")) {
		if !filepath.IsAbs(dir) {
			continue // never run what happens to lie in the working directory
		}
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path, nil
		}
	}
	return "", &exec.Error{Name: name, Err: exec.ErrNotFound}
}

// variable returns the last value of a name, as the system does. On Windows Path is PATH.
func variable(env []string, name string) (value string) {
	for _, entry := range env {
		if key, v, ok := strings.Cut(entry, "="); ok && (key == name || goruntime.GOOS == "windows" && strings.EqualFold(key, name)) {
			value = v
		}
	}
	return value
}
