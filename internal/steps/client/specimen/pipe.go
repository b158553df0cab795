package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/clock"
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
	switch {
	case c.is("FF-16"):
		_, _ = l.cmd.StderrPipe() // that nobody reads
	case c.is("stderr/dies of bytes"):
		l.cmd.Stderr = strictText{c}
	case c.is("CLI-115"):
		l.cmd.Stderr = alarm{c}
	default:
		l.cmd.Stderr = io.Discard
	}
	l.cmd.Env = os.Environ()
	if !c.is("CLI-50.hangs") {
		ownGroup(l.cmd)
	}
	if err := l.cmd.Start(); err != nil {
		c.die(err.Error())
	}
	go l.read(out)
	return l
}

func (l *pipeLink) read(out io.Reader) {
	defer l.c.lost()
	defer close(l.reading) // first: who asks once all requests have failed sees it
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
	for lines := bufio.NewReader(l.c.reader(out)); ; {
		line, err := lines.ReadString('\n')
		if l.c.is("FF-10") && len(line) > 32<<20 {
			select {} // it looks for the end of the message
		}
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

// reader is from, of which a mutant decodes every piece by itself. They are so small that no
// character of four bytes is ever whole, however fast or slow the server writes.
func (c *miniClient) reader(from io.Reader) io.Reader {
	if c.is("CLI-52.pieces") {
		return &pieces{from: from}
	}
	if !c.is("CLI-51") {
		return from
	}
	decoded, into := io.Pipe()
	go func() { // ends with from
		piece := make([]byte, 3)
		for {
			n, err := from.Read(piece)
			_, _ = io.WriteString(into, strings.ToValidUTF8(string(piece[:n]), "\ufffd"))
			if err != nil {
				_ = into.CloseWithError(err)
				return
			}
		}
	}()
	return decoded
}

// pieces is what a mutant reads that takes the end of each piece for the end of a line, if it
// is a CR: the LF in the next one ends another.
type pieces struct {
	from io.Reader
	cr   bool
}

func (p *pieces) Read(into []byte) (int, error) {
	n, err := p.from.Read(into[:1])
	if n > 0 && into[0] == '\n' && p.cr {
		into[0] = '\r' // a line of its own
	}
	p.cr = n > 0 && into[0] == '\r' && !p.cr
	return n, err
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
	if l.c.is("line/interleaved") {
		return l.sendInTwo(raw)
	}
	l.writing.Lock()
	defer l.writing.Unlock()
	raw, end := l.c.dressed(raw), "\n"
	switch {
	case l.c.is("CLI-40.crlf"):
		end = "\r\n"
	case l.c.is("CLI-41"):
		raw = "\ufeff" + raw
	case l.c.is("CLI-18.pretty"):
		raw = strings.ReplaceAll(raw, ",", ",\n  ")
	}
	_, err := io.WriteString(l.in, raw+end)
	over := clock.Closed(l.reading) && !l.c.is("CLI-110") // a server that ends reads for a moment longer
	if (err != nil || over) && !l.c.is("FF-67") {
		return errGone
	}
	return nil
}

func (l *pipeLink) welcomed() {}
func (l *pipeLink) listen()   {}
