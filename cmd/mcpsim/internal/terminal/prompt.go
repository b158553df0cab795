package terminal

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"sync"

	"github.com/charmbracelet/x/term"
	xterm "golang.org/x/term"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/words"
)

// Complete proposes what the word before the cursor may become. line is what stands
// before the cursor, and from where in it, in bytes, that word begins. It is called
// from a goroutine of the prompt.
type Complete func(line string) (from int, candidates []string)

// Prompt reads lines from a terminal, with a history and completion. The terminal is
// raw only while a line is being read.
type Prompt struct {
	lines    chan string
	asked    chan struct{}
	input    *input
	from     term.File
	out      *ui.Output
	editor   *xterm.Terminal
	text     string // before each line
	complete Complete
	reading  sync.WaitGroup
	done     chan struct{}
	quiet    func()

	interrupted bool // by Ctrl-C in what was read last; of the goroutine that reads

	mu    sync.Mutex
	saved *term.State // nil: the terminal is not raw
}

// NewPrompt shows text before each line. What else is written must go through the
// prompt while it lives, see [Prompt.Write].
func NewPrompt(out *ui.Output, from term.File, text string, complete Complete) (*Prompt, error) {
	in, err := newInput(from)
	if err != nil {
		return nil, err
	}
	p := &Prompt{
		lines: make(chan string), asked: make(chan struct{}, 1), done: make(chan struct{}),
		input: in, from: from, out: out, text: text, complete: complete,
	}
	p.editor = xterm.NewTerminal(struct {
		io.Reader
		io.Writer
	}{readFunc(p.read), ui.Control{Output: out}}, text)
	p.editor.AutoCompleteCallback = p.key
	p.Resized()
	p.quiet = beforeAbort(p.Restore)
	p.reading.Go(p.serve)
	return p, nil
}

type readFunc func([]byte) (int, error)

func (f readFunc) Read(b []byte) (int, error) { return f(b) }

// read notices Ctrl-C, which the editor does not tell from the end of the input.
func (p *Prompt) read(b []byte) (int, error) {
	n, err := p.input.Read(b)
	p.interrupted = bytes.ContainsRune(b[:max(0, n)], keyInterrupt)
	return n, err
}

// Ask begins to read one line, which [Prompt.Lines] yields. Until it has come there is
// no other.
func (p *Prompt) Ask() { p.asked <- struct{}{} }

// Question shows another text before the line that is being read, which stays as far as
// it is written; an empty one is that of all lines.
func (p *Prompt) Question(text string) {
	if text == "" {
		p.editor.SetPrompt(p.text)
		return
	}
	p.editor.SetPrompt(p.out.Visible(text))
	_, _ = p.editor.Write(nil) // draws the line anew; an error stays in out
}

// Lines are what was asked for. It is closed when the user has ended the input.
func (p *Prompt) Lines() <-chan string { return p.lines }

func (p *Prompt) serve() {
	for {
		select {
		case <-p.asked:
		case <-p.done:
			return
		}
		line, err := p.line()
		switch {
		case err != nil && p.interrupted:
			interruptSelf()
			return
		case err != nil:
			close(p.lines)
			return
		}
		select {
		case p.lines <- line:
		case <-p.done:
			return
		}
	}
}

// line reads one on a raw terminal. A line that was pasted is a line.
func (p *Prompt) line() (string, error) {
	saved, err := term.MakeRaw(p.from.Fd())
	if err != nil {
		return "", err
	}
	p.mu.Lock()
	p.saved = saved
	p.mu.Unlock()
	defer p.Restore()
	line, err := p.editor.ReadLine()
	if errors.Is(err, xterm.ErrPasteIndicator) {
		err = nil
	}
	if err != nil {
		_, _ = ui.Control{Output: p.out}.Write([]byte("\r\n")) // what comes next begins a line; an error stays in out
	}
	return line, err
}

// Restore gives the terminal back. It may be called from any goroutine; further calls
// are no-ops.
func (p *Prompt) Restore() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.saved != nil {
		_ = term.Restore(p.from.Fd(), p.saved) // nothing else can be done
		p.saved = nil
	}
}

// Write shows a whole text above the line that is being edited; it does not drive the
// terminal. It may be called from any goroutine.
func (p *Prompt) Write(b []byte) (int, error) {
	if _, err := p.editor.Write([]byte(p.out.Visible(string(b)))); err != nil {
		return 0, err
	}
	return len(b), nil
}

// Resized takes a new size of the terminal into account.
func (p *Prompt) Resized() {
	if width, height, err := term.GetSize(p.from.Fd()); err == nil && width > 0 && height > 0 {
		_ = p.editor.SetSize(width, height) // an error of the output stays there
	}
}

// Close ends the reading, restores the terminal and waits for both.
func (p *Prompt) Close() {
	close(p.done)
	p.input.stop()
	p.reading.Wait()
	p.input.release()
	p.Restore()
	p.quiet()
}

// key completes at the tabulator: as far as all candidates agree, and if they do not
// agree on more they are shown.
func (p *Prompt) key(line string, pos int, key rune) (string, int, bool) {
	if key != '\t' || p.complete == nil {
		return "", 0, false
	}
	before, after := line[:pos], line[pos:]
	from, candidates := p.complete(before)
	typed := before[from:]
	more := common(candidates)
	if len(candidates) == 1 && !strings.HasSuffix(more, "/") {
		more += " "
	}
	switch {
	case len(candidates) == 0:
		return line, pos, true
	case len(more) > len(typed) && strings.IndexFunc(more, words.Hidden) < 0: // the terminal gets it as it is
		return before[:from] + more + after, from + len(more), true
	}
	_, _ = p.Write([]byte(words.Printable(strings.Join(candidates, "  ")) + "\n"))
	return line, pos, true
}

// common is the longest text that all of the texts begin with.
func common(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	shared := texts[0]
	for _, text := range texts[1:] {
		for !strings.HasPrefix(text, shared) {
			shared = shared[:len(shared)-1]
		}
	}
	return strings.ToValidUTF8(shared, "")
}
