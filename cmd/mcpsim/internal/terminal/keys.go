package terminal

import (
	"sync"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
)

// keyInterrupt is Ctrl-C, which a raw terminal does not turn into a signal.
const keyInterrupt = 0x03

// The sequences around what is pasted, and the one before the keys of a keypad.
const (
	pasteBegins = "\x1b[200~"
	pasteEnds   = "\x1b[201~"
	keypad      = "\x1bO"
)

// keyDecoder finds the plain keys in what a terminal sends. Sequences, such as
// those of arrows, which end like plain keys, are no keys, and neither is
// anything that is pasted: pasting a text approves no server. The zero
// value is ready.
type keyDecoder struct {
	rest   []byte // a sequence that has not ended
	pasted bool
	keypad bool // the next key belongs to a sequence
}

// keys decodes what was read. A sequence may go on in the next call.
func (d *keyDecoder) keys(read []byte) []rune {
	b := append(d.rest, read...)
	d.rest = nil
	var keys []rune
	for len(b) > 0 {
		seq, _, n, state := ansi.DecodeSequence(b, ansi.NormalState, nil)
		if state != ansi.NormalState || !utf8.FullRune(b) {
			d.rest = b
			return keys
		}
		b = b[n:]
		if k, ok := d.key(string(seq)); ok {
			keys = append(keys, k)
		}
	}
	return keys
}

func (d *keyDecoder) key(seq string) (rune, bool) {
	partial := d.keypad
	d.keypad = false
	switch {
	case seq == pasteBegins, seq == pasteEnds:
		d.pasted = seq == pasteBegins
		return 0, false
	case seq == keypad:
		d.keypad = true
		return 0, false
	}
	k, size := utf8.DecodeRuneInString(seq)
	return k, size == len(seq) && !partial && !d.pasted
}

// keyReader reads the keys of a terminal until it is closed.
type keyReader struct {
	keys    chan rune // closed when the terminal is gone
	from    *input
	reading sync.WaitGroup
	done    chan struct{}
}

func newKeyReader(from term.File) (*keyReader, error) {
	in, err := newInput(from)
	if err != nil {
		return nil, err
	}
	r := &keyReader{keys: make(chan rune), from: in, done: make(chan struct{})}
	r.reading.Go(r.read)
	return r, nil
}

// close ends the reading and waits for its end.
func (r *keyReader) close() {
	close(r.done)
	r.from.stop()
	r.reading.Wait()
	r.from.release()
}

func (r *keyReader) read() {
	defer close(r.keys)
	var d keyDecoder
	buf := make([]byte, 256)
	for {
		n, err := r.from.Read(buf)
		for _, k := range d.keys(buf[:max(0, n)]) {
			if k == keyInterrupt {
				interruptSelf()
				continue
			}
			select {
			case r.keys <- k:
			case <-r.done:
				return
			}
		}
		if err != nil {
			return
		}
	}
}
