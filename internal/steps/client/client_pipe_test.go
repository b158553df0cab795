package client_test

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
)

// pipeLink is the link of a client over stdio: it starts the server.
type pipeLink struct {
	c       *miniClient
	cmd     *exec.Cmd
	in      io.WriteCloser
	writing sync.Mutex
	reading chan struct{}
}

func newPipeLink(c *miniClient, words []string) *pipeLink {
	l := &pipeLink{c: c, cmd: exec.Command(words[0], words[1:]...), reading: make(chan struct{})}
	l.in, _ = l.cmd.StdinPipe()
	out, _ := l.cmd.StdoutPipe()
	if c.is("FF-16") {
		_, _ = l.cmd.StderrPipe() // that nobody reads
	} else {
		l.cmd.Stderr = io.Discard
	}
	l.cmd.Env = os.Environ()
	if err := l.cmd.Start(); err != nil {
		c.die(err.Error())
	}
	go l.read(out)
	return l
}

func (l *pipeLink) read(out io.Reader) {
	defer close(l.reading)
	switch {
	case l.c.is("FF-07"):
		l.chunks(out)
		return
	case l.c.is("FF-09"):
		for lines := bufio.NewScanner(out); lines.Scan(); {
			l.c.heard(lines.Bytes())
		}
		if l.c.waitsForAny() {
			l.c.die("the line is too long")
		}
		return
	}
	for lines := bufio.NewReader(out); ; {
		line, err := lines.ReadString('\n')
		if l.c.is("FF-05") && strings.HasSuffix(line, "\r\n") {
			l.c.die("a carriage return")
		}
		if strings.TrimSpace(line) != "" {
			l.c.heard([]byte(line))
		}
		if err != nil {
			return
		}
	}
}

// chunks takes whatever one read returns for lines.
func (l *pipeLink) chunks(out io.Reader) {
	buffer := make([]byte, 1<<20)
	for {
		n, err := out.Read(buffer)
		for line := range bytes.Lines(buffer[:n]) {
			l.c.heard(line)
		}
		if err != nil {
			return
		}
	}
}

func (l *pipeLink) send(raw, _, _ string) error {
	l.writing.Lock()
	defer l.writing.Unlock()
	if _, err := io.WriteString(l.in, raw+"\n"); err != nil {
		return errGone
	}
	return nil
}

func (l *pipeLink) welcomed() {}
func (l *pipeLink) listen()   {}

func (l *pipeLink) close() {
	_ = l.in.Close()
	if l.c.is("FF-16") {
		_ = l.cmd.Process.Kill() // nobody reads what it wants to write
	}
	<-l.reading
	_ = l.cmd.Wait()
}
