package watch

import (
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
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
