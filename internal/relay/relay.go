// Package relay lets a real child process stand for a fake server whose program
// runs in the parent. The child passes its pipes, its signals and its exit code
// over a Unix socket, so that the bytes, the process and the signals are real
// while scripts, journal and live control stay with the scenario.
//
// It is not a server and not a proxy for anybody else's processes.
package relay

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
)

// Variable is the environment variable that makes a program a relay: the path
// of the parent's socket.
const Variable = "MCPSIM_RELAY"

// Each child opens three connections, told apart by their first line:
// "<role> <pid>".
const (
	roleData    = "data"    // stdin up, stdout down
	roleStderr  = "stderr"  // stderr down
	roleControl = "control" // "term" up, exit code down
)

// Child runs the child's side if the environment asks for it, and does not
// return then. Call it first in main.
func Child(lookup func(string) (string, bool), exit func(int)) {
	path, ok := lookup(Variable)
	if !ok {
		return
	}
	code, err := child(path)
	if err != nil {
		fmt.Fprintln(os.Stderr, "relay:", err)
		code = 70
	}
	exit(code)
}

func child(path string) (int, error) {
	terms := make(chan os.Signal, 1)
	signal.Notify(terms, syscall.SIGTERM)
	control, err := dial(path, roleControl)
	if err != nil {
		return 0, err
	}
	data, err := dial(path, roleData)
	if err != nil {
		return 0, err
	}
	stderr, err := dial(path, roleStderr)
	if err != nil {
		return 0, err
	}
	go func() {
		for range terms {
			_, _ = io.WriteString(control, "term\n")
		}
	}()
	go func() {
		_, _ = io.Copy(data, os.Stdin)
		_ = data.CloseWrite()
	}()
	done := make(chan struct{}, 2)
	go pour(os.Stdout, data, done)
	go pour(os.Stderr, stderr, done)
	line, err := bufio.NewReader(control).ReadString('\n')
	if err != nil {
		return 1, nil // the parent has gone
	}
	<-done
	<-done
	return strconv.Atoi(strings.TrimSpace(line))
}

// pour copies by reading and writing. What a file does instead, a splice, asks a full pipe
// again and again: whoever does not read would keep a processor busy.
func pour(to io.Writer, from io.Reader, done chan<- struct{}) {
	_, _ = io.Copy(struct{ io.Writer }{to}, from)
	done <- struct{}{}
}

func dial(path, role string) (*net.UnixConn, error) {
	c, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("reaching the parent: %w", err)
	}
	_, err = fmt.Fprintf(c, "%s %d\n", role, os.Getpid())
	return c, err
}
