package redact

import (
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// view is a text with some escapes undone. at says for each byte where in the text
// below it begins and for the end where that ends; nil: the view is the text itself.
// ends says for each byte where it ends there; nil: where the next one begins.
type view struct {
	text     string
	at, ends []int32 // a text has at most 2 GiB
}

// below is a part of the view in the text below it.
func (v view) below(from, to int) span {
	switch {
	case v.at == nil:
		return span{from, to}
	case v.ends != nil && to > from:
		return span{int(v.at[from]), int(v.ends[to-1])}
	}
	return span{int(v.at[from]), int(v.at[to])}
}

// mostUndone is how often escapes are undone: JSON in a string of JSON in a URL. In a
// text longer than largeText, in bytes, they are once: views of it take memory. Then there are
// no views of encodings either, and else at most mostViews, of mostViewed bytes together.
const (
	mostUndone = 3
	mostViews  = 48
	mostViewed = 256 << 10
	largeText  = 1 << 20
)

// viewsOf are the text itself, and what it says with escapes undone, in every order. Of
// these there are views with what hides in it and with what is encoded in it.
func viewsOf(s string) []view {
	all := []view{{text: s}}
	if len(s) > largeText {
		return unfolded(all, 1, math.MaxInt, escapes)
	}
	all = unfolded(all, mostUndone, math.MaxInt, escapes)
	return unfolded(all, mostUndone, max(min(mostViews, mostViewed/(len(s)+1)), len(all)), encodings)
}

// unfolded adds views that the steps make of views, so often and up to so many.
func unfolded(all []view, depth, most int, steps []func(view) view) []view {
	from := 0
	for range depth {
		end := len(all)
		for _, v := range all[from:end] {
			for _, step := range steps {
				if len(all) >= most {
					return all
				}
				if next := step(v); !slices.ContainsFunc(all, func(o view) bool { return o.text == next.text }) {
					all = append(all, next)
				}
			}
		}
		from = end
	}
	return all
}

var escapes = []func(view) view{undoing(percent), undoing(backslash), undoing(entity)}

func undoing(e escape) func(view) view { return func(v view) view { return v.undo(e) } }

// undo makes a view in which one kind of escapes is undone.
func (v view) undo(e escape) view {
	if strings.IndexByte(v.text, e.mark) < 0 {
		return v
	}
	text, at := make([]byte, 0, len(v.text)), make([]int32, 0, len(v.text)+1)
	for i := 0; i < len(v.text); {
		said, n := v.text[i:i+1], 1
		if v.text[i] == e.mark {
			said, n = e.read(v.text[i:])
		}
		for range len(said) {
			at = append(at, int32(v.below(i, i).from))
		}
		text = append(text, said...)
		i += n
	}
	at = append(at, int32(v.below(len(v.text), len(v.text)).to))
	return view{text: string(text), at: at}
}

// escape is a kind of escapes: how each begins, and what one at the beginning of a text
// stands for and how long it is. What is none stands for itself.
type escape struct {
	mark byte
	read func(text string) (said string, n int)
}

// percent is the escape of URLs.
var percent = escape{'%', func(text string) (string, int) {
	if len(text) > 2 {
		if c, err := strconv.ParseUint(text[1:3], 16, 8); err == nil {
			return string([]byte{byte(c)}), 3
		}
	}
	if len(text) > 5 && text[1] == 'u' { // of JavaScript's escape
		if c, err := strconv.ParseUint(text[2:6], 16, 16); err == nil {
			return string(rune(c)), 6
		}
	}
	return text[:1], 1
}}

// backslash is the escape of strings in JSON, in Go and in other languages, and of shells.
var backslash = escape{'\\', func(text string) (string, int) {
	if len(text) < 2 {
		return text, 1
	}
	if i := strings.IndexByte(`"\/abfnrtv`, text[1]); i >= 0 {
		return "\"\\/\a\b\f\n\r\t\v"[i : i+1], 2
	}
	if said, n := otherBackslash(text); n > 0 {
		return said, n
	}
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[text[1]]
	if digits == 0 || len(text) < 2+digits {
		return text[:1], 1
	}
	code, err := strconv.ParseUint(text[2:2+digits], 16, 32)
	switch {
	case err != nil:
		return text[:1], 1
	case digits == 2:
		return string([]byte{byte(code)}), 4
	case utf16.IsSurrogate(rune(code)) && len(text) >= 12 && text[6:8] == `\u`:
		low, _ := strconv.ParseUint(text[8:12], 16, 16)
		return string(utf16.DecodeRune(rune(code), rune(low))), 12
	}
	return string(rune(code)), 2 + digits
}}

// otherBackslash are the escapes that JSON and Go do not have: \' and \$, \047, \u{27}.
// n is 0 if the text begins with none.
func otherBackslash(text string) (said string, n int) {
	c := text[1]
	if c >= utf8.RuneSelf || inBase64(c) && strings.IndexByte("+/-_", c) < 0 {
		if end := strings.IndexByte(text[:min(len(text), longestEscape)], '}'); strings.HasPrefix(text, `\u{`) && end > 0 {
			if code, err := strconv.ParseUint(text[3:end], 16, 32); err == nil {
				return string(rune(code)), end + 1
			}
		}
		if len(text) > 3 {
			if code, err := strconv.ParseUint(text[1:4], 8, 8); err == nil {
				return string([]byte{byte(code)}), 4
			}
		}
		return "", 0
	}
	return text[1:2], 2
}

// entity is the escape of HTML and XML.
var entity = escape{'&', func(text string) (string, int) {
	end := strings.IndexByte(text[:min(len(text), longestEscape)], ';')
	if end < 0 {
		return text[:1], 1
	}
	said := html.UnescapeString(text[:end+1])
	if said == text[:end+1] {
		return text[:1], 1
	}
	return said, end + 1
}}
