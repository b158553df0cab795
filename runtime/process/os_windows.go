package process

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// group has a process begin suspended, so that it starts nothing before it is in its job
// (see tree), and in a group of its own, which an interrupt of our console does not reach.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_SUSPENDED | windows.CREATE_NEW_PROCESS_GROUP}
}

// tree is a process and all that it has started: a job object. The system ends what is in
// the job when its last handle is closed, as it is when this program dies.
type tree struct{ job windows.Handle }

// start starts a process in its job; one that could not be put there is gone.
func (t *tree) start(cmd *exec.Cmd) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	err := t.hold(cmd.Process)
	if err != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		t.over()
	}
	return err
}

// hold puts a suspended process into a job and lets it run.
func (t *tree) hold(p *os.Process) (err error) {
	if t.job, err = windows.CreateJobObject(nil, nil); err != nil {
		return fmt.Errorf("making a job object: %w", err)
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{
		LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
	}}
	_, err = windows.SetInformationJobObject(t.job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err == nil {
		held := p.WithHandle(func(handle uintptr) { err = windows.AssignProcessToJobObject(t.job, windows.Handle(handle)) })
		err = errors.Join(held, err)
	}
	if err != nil {
		return fmt.Errorf("putting the process into a job object: %w", err)
	}
	return resume(uint32(p.Pid))
}

func (t *tree) kill(*os.Process) error { return windows.TerminateJobObject(t.job, 1) }

// terminate kills: no signal asks a program without a window to end.
func (t *tree) terminate(p *os.Process) error { return t.kill(p) }

// over ends what is left.
func (t *tree) over() {
	if t.job != 0 {
		_ = windows.CloseHandle(t.job)
		t.job = 0
	}
}

// resume lets the threads of a process run: the only one that it has when it begins.
func resume(pid uint32) error {
	all, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPTHREAD, 0)
	if err != nil {
		return fmt.Errorf("listing threads: %w", err)
	}
	defer windows.CloseHandle(all)
	entry := windows.ThreadEntry32{Size: uint32(unsafe.Sizeof(windows.ThreadEntry32{}))}
	for err = windows.Thread32First(all, &entry); err == nil; err = windows.Thread32Next(all, &entry) {
		if entry.OwnerProcessID != pid {
			continue
		}
		thread, err := windows.OpenThread(windows.THREAD_SUSPEND_RESUME, false, entry.ThreadID)
		if err != nil {
			return fmt.Errorf("opening the thread of the process: %w", err)
		}
		_, err = windows.ResumeThread(thread)
		return errors.Join(err, windows.CloseHandle(thread))
	}
	return fmt.Errorf("finding the thread of the process: %w", err)
}
