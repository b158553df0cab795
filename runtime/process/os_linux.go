package process

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// group makes a command the head of a session: of a group that its pid names, and without a
// terminal that it could write to or wait for.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
}

// start starts a process in the thread that is there as long as the process.
func (tree) start(cmd *exec.Cmd) error { return ours.start(cmd.Start) }

// reap waits for the end of the leader and kills what is left of its group
// while the leader is unreaped: until then its pid, which names the group,
// cannot be given to another process.
func (p *osProcess) reap() error {
	defer ours.gone()
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

// awaitExit returns when the process has ended and leaves it unreaped. It waits as for
// input, which takes no thread, where the system has descriptors of processes and gives one.
func awaitExit(pid int) {
	if fd, err := unix.PidfdOpen(pid, unix.PIDFD_NONBLOCK); err == nil {
		f := os.NewFile(uintptr(fd), "process")
		defer f.Close()
		raw, _ := f.SyscallConn() // which only a file that is nil does not have
		if raw.Read(func(uintptr) bool { return ended(pid, unix.WNOHANG) }) == nil {
			return
		}
	}
	ended(pid, 0)
}

// ended reports whether the process has ended. Without WNOHANG it waits for that.
func ended(pid, wait int) bool {
	for {
		var info unix.Siginfo
		err := unix.Waitid(unix.P_PID, pid, &info, unix.WEXITED|unix.WNOWAIT|wait, nil)
		if err != unix.EINTR { //nolint:errorlint // a bare errno
			return err != nil || info.Signo != 0
		}
	}
}
