package redact

import (
	"encoding/base64"
	"regexp"
	"strconv"
	"strings"

	"github.com/mcpsim/mcpsim/internal/words"
)

// encodings are steps to what a text says in base64, hex or numbers of bytes, with doubled
// quotation marks, in several lines, or between characters that are not seen.
var encodings = []func(view) view{unhidden, unhexed, unnumbered, unbased, unquoted}

// Runs of what may be encoded. A word of base64 has 16 characters at least, so that hardly a
// word of a language is taken for one.
var (
	unseen  = words.Pattern("[ \\t|]*[\r\n]+[ \\t|]*|\x1b\\[[0-9;]*[A-Za-z]|[\x00-\x1f\x7f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+")
	hexRun  = words.Pattern(`(?:0x)?[0-9a-fA-F]{2}(?:(?:,\s*|\s+|-|:)(?:0x)?[0-9a-fA-F]{2}){3,}|[0-9a-fA-F]{16,}`)
	numbers = words.Pattern(`\d{1,3}(?:(?:,\s*|\s+)\d{1,3}){3,}`)
	base64s = words.Pattern(`[A-Za-z0-9+/_-]{16,}`)
	pair    = words.Pattern(`(?:0x)?([0-9a-fA-F]{2})`)
	number  = words.Pattern(`(\d+)`)
	doubled = words.Pattern(`''|""`)
)

// piece is what a part of a run says.
type piece struct {
	text     string
	from, to int
}

// unhidden is a view without ends of lines and what indents these, and without what a reader
// does not see.
func unhidden(v view) view {
	if strings.IndexFunc(v.text, func(r rune) bool { return r < ' ' || r >= 0x7f }) < 0 {
		return v
	}
	return v.with(unseen(), func(string) ([]piece, bool) { return nil, true })
}

// unquoted is a view with one of each two quotation marks, as SQL, CSV and YAML double them.
func unquoted(v view) view {
	if !strings.Contains(v.text, "''") && !strings.Contains(v.text, `""`) {
		return v
	}
	return v.with(doubled(), func(run string) ([]piece, bool) { return []piece{{run[:1], 0, 1}}, true })
}

// unhexed is a view with what runs of hex stand for.
func unhexed(v view) view { return v.decoded(hexRun, fromHex) }

// unnumbered is one with what runs of numbers stand for.
func unnumbered(v view) view { return v.decoded(numbers, fromNumbers) }

// unbased is one with what runs of base64 stand for.
func unbased(v view) view { return v.decoded(base64s, fromBase64) }

func (v view) decoded(runs func() *regexp.Regexp, say func(run string) ([]piece, bool)) view {
	if !mayBeEncoded(v.text) {
		return v
	}
	return v.with(runs(), say)
}

// mayBeEncoded reports whether a text has as many characters of base64, or of lists of
// numbers, as a run has at least: to look for runs takes longer.
func mayBeEncoded(text string) bool {
	letters, digits := 0, 0
	for i := range len(text) {
		letters, digits = letters+1, digits+1
		if !inBase64(text[i]) {
			letters = 0
		}
		if strings.IndexByte("0123456789abcdefABCDEFx ,:-\n\t", text[i]) < 0 {
			digits = 0
		}
		if letters >= 16 || digits >= 7 {
			return true
		}
	}
	return false
}

func fromHex(run string) ([]piece, bool)     { return fromDigits(run, pair(), 16) }
func fromNumbers(run string) ([]piece, bool) { return fromDigits(run, number(), 10) }

// fromDigits is what digits of a base stand for, which are a group of each match.
func fromDigits(run string, digits *regexp.Regexp, base int) (out []piece, ok bool) {
	for _, found := range digits.FindAllStringSubmatchIndex(run, -1) {
		c, err := strconv.ParseUint(run[found[2]:found[3]], base, 8)
		if err != nil {
			return nil, false
		}
		out = append(out, piece{string([]byte{byte(c)}), found[0], found[1]})
	}
	return out, true
}

func fromBase64(run string) (out []piece, ok bool) {
	said, err := unbase64(run)
	for i := range said { // three bytes are four characters
		out = append(out, piece{string(said[i : i+1]), i * 4 / 3, ((i+1)*4 + 2) / 3})
	}
	return out, err == nil
}

// unbase64 is what another text says in base64, with or without what fills it up.
func unbase64(text string) ([]byte, error) {
	encoding := base64.RawStdEncoding
	if text = strings.TrimRight(text, "="); strings.ContainsAny(text, "-_") {
		encoding = base64.RawURLEncoding
	}
	if len(text)%4 == 1 { // it was cut
		text = text[:len(text)-1]
	}
	return encoding.DecodeString(text)
}

// with is a view with something else for each run that says something else.
func (v view) with(runs *regexp.Regexp, say func(run string) ([]piece, bool)) view {
	found := runs.FindAllStringIndex(v.text, -1)
	if found == nil {
		return v
	}
	next, end := &building{view: v}, 0
	for _, run := range found {
		pieces, ok := say(v.text[run[0]:run[1]])
		if !ok {
			continue
		}
		next.keep(end, run[0])
		for _, p := range pieces {
			next.add(p.text, run[0]+p.from, run[0]+p.to)
		}
		end = run[1]
	}
	if end == 0 {
		return v
	}
	next.keep(end, len(v.text))
	return view{string(next.text), append(next.at, int32(v.below(len(v.text), len(v.text)).to)), next.ends}
}

// building is a view of a view that is being made.
type building struct {
	view     view
	text     []byte
	at, ends []int32
}

// keep adds a part as it is.
func (b *building) keep(from, to int) {
	for i := from; i < to; i++ {
		b.add(b.view.text[i:i+1], i, i+1)
	}
}

// add adds what a part of the view below says.
func (b *building) add(text string, from, to int) {
	part := b.view.below(from, to)
	for i := range len(text) {
		b.text, b.at, b.ends = append(b.text, text[i]), append(b.at, int32(part.from)), append(b.ends, int32(part.to))
	}
}
