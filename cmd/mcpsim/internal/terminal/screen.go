package terminal

import (
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

// Screen is a terminal while a table is on it. However the program ends, Restore
// makes it what it was.
type Screen struct {
	out      *ui.Output
	terminal term.File
	keys     *keyReader // nil without a keyboard
	input    term.File
	saved    *term.State
	quiet    func() // ends the watch for signals

	unraw sync.Once
	mu    sync.Mutex
	left  bool
}

// NewScreen takes the terminal over. Without one to read keys from there are none.
func NewScreen(out *ui.Output, terminal, input term.File) (*Screen, error) {
	s := &Screen{out: out, terminal: terminal, input: input}
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
	s.quiet = beforeAbort(s.Restore)
	s.write(enterScreen)
	return s, nil
}

// Pressed are the keys, nil if there are none.
func (s *Screen) Pressed() <-chan rune {
	if s.keys == nil {
		return nil
	}
	return s.keys.keys
}

// Size is that of the terminal in columns and lines.
func (s *Screen) Size() (width, height int) {
	width, height, err := term.GetSize(s.terminal.Fd())
	if err != nil || width <= 0 || height <= 0 {
		return defaultWidth, defaultHeight
	}
	return width, height
}

// Draw replaces what is on the screen, in one write. No line drives the terminal.
func (s *Screen) Draw(lines []string) {
	var b strings.Builder
	b.WriteString(ansi.CursorHomePosition)
	for i, line := range lines {
		if i > 0 {
			b.WriteString("\r\n")
		}
		b.WriteString(ansi.EraseEntireLine + strings.ReplaceAll(s.out.Visible(line), "\n", " ")) // first: the last column may be taken
	}
	b.WriteString(ansi.EraseScreenBelow)
	s.write(b.String())
}

func (s *Screen) write(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.left {
		_, _ = ui.Control{Output: s.out}.Write([]byte(text)) // the error stays in out
	}
}

// Restore gives the terminal back. It may be called from any goroutine; further
// calls are no-ops.
func (s *Screen) Restore() {
	s.cook() // first: the other half may have to wait for a write
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.left {
		s.left = true
		_, _ = s.out.Raw().Write([]byte(leaveScreen)) // whatever became of the output
	}
}

// cook ends the raw mode.
func (s *Screen) cook() {
	s.unraw.Do(func() {
		if s.saved != nil {
			_ = term.Restore(s.input.Fd(), s.saved) // nothing else can be done
		}
	})
}

// Close restores the terminal and ends what belongs to the screen.
func (s *Screen) Close() {
	if s.keys != nil {
		s.keys.close()
	}
	s.Restore()
	s.quiet()
}
