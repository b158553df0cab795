package watch

import (
	"os"
	"os/signal"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
)

// The size of a screen that does not say how large it is.
const (
	defaultWidth  = 80
	defaultHeight = 24
)

// The sequences before the first frame and after the last one: another screen, so
// that what was there comes back; no cursor; pasted text is marked as such.
const (
	enterScreen = ansi.SetModeAltScreenSaveCursor + ansi.ResetModeTextCursorEnable + ansi.SetModeBracketedPaste
	leaveScreen = ansi.ResetModeBracketedPaste + ansi.SetModeTextCursorEnable + ansi.ResetModeAltScreenSaveCursor
)

// screen is a terminal while a table is on it. However the program ends, restore
// makes it what it was.
type screen struct {
	out      *ui.Output
	terminal term.File
	keys     *keyReader // nil without a keyboard
	input    term.File
	saved    *term.State
	signals  chan os.Signal
	watched  sync.WaitGroup // the goroutine that looks at signals

	unraw sync.Once
	mu    sync.Mutex
	left  bool
}

// newScreen takes the terminal over. Without one to read keys from there are none.
func newScreen(out *ui.Output, terminal, input term.File) (*screen, error) {
	s := &screen{out: out, terminal: terminal, input: input, signals: make(chan os.Signal, 1)}
	if input != nil {
		saved, err := term.MakeRaw(input.Fd())
		if err != nil {
			return nil, err
		}
		s.saved = saved
		if s.keys, err = newKeyReader(input); err != nil {
			s.cook()
			return nil, err
		}
	}
	if len(abortSignals) > 0 {
		signal.Notify(s.signals, abortSignals...)
	}
	s.watched.Go(s.abort)
	s.write(enterScreen)
	return s, nil
}

// abort restores the terminal before a signal that ends the program at once.
func (s *screen) abort() {
	for sig := range s.signals {
		s.restore()
		signal.Reset(sig)
		raise(sig)
	}
}

// pressed are the keys, nil if there are none.
func (s *screen) pressed() <-chan rune {
	if s.keys == nil {
		return nil
	}
	return s.keys.keys
}

// size is that of the terminal in columns and lines.
func (s *screen) size() (width, height int) {
	width, height, err := term.GetSize(s.terminal.Fd())
	if err != nil || width <= 0 || height <= 0 {
		return defaultWidth, defaultHeight
	}
	return width, height
}

// draw replaces what is on the screen, in one write.
func (s *screen) draw(lines []string) {
	var b strings.Builder
	b.WriteString(ansi.CursorHomePosition)
	for i, line := range lines {
		if i > 0 {
			b.WriteString("\r\n")
		}
		b.WriteString(ansi.EraseEntireLine + line) // first: the last column may be taken
	}
	b.WriteString(ansi.EraseScreenBelow)
	s.write(b.String())
}

func (s *screen) write(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.left {
		_, _ = s.out.Write([]byte(text)) // the error stays in out
	}
}

// restore gives the terminal back. It may be called from any goroutine; further
// calls are no-ops.
func (s *screen) restore() {
	s.cook() // first: the other half may have to wait for a write
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.left {
		s.left = true
		_, _ = s.out.Raw().Write([]byte(leaveScreen)) // whatever became of the output
	}
}

// cook ends the raw mode.
func (s *screen) cook() {
	s.unraw.Do(func() {
		if s.saved != nil {
			_ = term.Restore(s.input.Fd(), s.saved) // nothing else can be done
		}
	})
}

// close restores the terminal and ends what belongs to the screen.
func (s *screen) close() {
	if s.keys != nil {
		s.keys.close()
	}
	s.restore()
	signal.Stop(s.signals)
	close(s.signals)
	s.watched.Wait()
}
