package process

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// group makes a command the head of a session: of a group that its pid names, and without a
// terminal that it could write to or wait for.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
}

// reap waits for the end of the leader and kills what is left of its group
// while the leader is unreaped: until then its pid, which names the group,
// cannot be given to another process.
func (p *osProcess) reap() error {
	awaitExit(p.cmd.Process.Pid)
	if p.left != nil {
		p.left(p.cmd.Process.Pid)
	}
	if p.told != nil {
		p.told()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.reaped = true
	_ = p.tree.kill(p.cmd.Process)
	if p.survived != nil {
		for _, s := range p.outlived() {
			p.survived(s)
		}
	}
	p.stdout.over()
	p.stderr.over()
	return p.cmd.Wait()
}

// awaitExit returns when the process has ended and leaves it unreaped.
func awaitExit(pid int) {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR { //nolint:errorlint // a bare errno
			return
		}
	}
}
