package peers

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os/exec"
	"path/filepath"
	"strings"
)

// Server is the neutral server: a program to start, and a running one.
type Server struct {
	Path string // of the program, for Client.Process
	JSON string // address that answers with JSON
	SSE  string // address that answers with events

	socket string
	cmd    *exec.Cmd
	stdin  io.Closer
}

// StartServer builds the neutral server in dir, which is the caller's, and
// starts it. It must be closed.
func StartServer(dir string) (*Server, error) {
	s := &Server{Path: filepath.Join(dir, "neutral"), socket: filepath.Join(dir, "lines")}
	build := exec.Command("go", "build", "-o", s.Path, "github.com/mcpsim/mcpsim/interop/neutral")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the neutral server: %w\n%s", err, out)
	}
	s.cmd = exec.Command(s.Path, dir)
	stdin, err := s.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting the neutral server: %w", err)
	}
	s.stdin = stdin
	address, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		_ = s.Close()
		return nil, fmt.Errorf("reading the neutral server's address: %w", err)
	}
	address = strings.TrimSpace(address)
	s.JSON, s.SSE = address+"/json", address+"/sse"
	return s, nil
}

// Dial connects to the server's socket, for Client.Socket.
func (s *Server) Dial() (net.Conn, error) { return net.Dial("unix", s.socket) }

// Close ends the running server.
func (s *Server) Close() error {
	_ = s.stdin.Close()
	return s.cmd.Wait()
}
