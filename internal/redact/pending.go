package redact

import (
	"regexp"
	"sort"
	"strings"
)

// mostEscaped is how many bytes of a text may stand for one byte of a secret that is looked
// for at its end: an escape of JSON in a URL in a URL.
const mostEscaped = 16

// unfinishedEscape matches an escape at the end of a text that has not ended, if it is one.
var unfinishedEscape = regexp.MustCompile(`(?:%(?:[0-9a-fA-F]|u[0-9a-fA-F]{0,3})?|&(?:#?[0-9a-zA-Z]{0,9})|\\(?:x[0-9a-fA-F]?|u[0-9a-fA-F]{0,3}|u\{[0-9a-fA-F]{0,8}|U[0-9a-fA-F]{0,7}|[0-7]{1,2})?|` +
	`\\u[dD][89abAB][0-9a-fA-F]{2}(?:\\(?:u[0-9a-fA-F]{0,3})?)?)$`)

// longestEscape bounds what unfinishedEscape matches, in bytes.
const longestEscape = 12

// Pending is where at the end of a text something begins that is a secret if more text
// follows, len(text) if nothing does. A text that comes in pieces, cut by someone who may
// want a secret to get through, is redacted up to there, and the rest with the next piece.
func (r *Redactor) Pending(text string) int {
	if r.longest == 0 {
		return len(text)
	}
	from := max(0, len(text)-r.longest*mostEscaped)
	first := len(text)
	var said []span
	for _, v := range viewsOf(text[from:]) {
		if at := r.pending(v.text); at < len(v.text) {
			first = min(first, from+v.below(at, len(v.text)).from)
		}
		said = append(said, r.find(v, false, false)...)
	}
	for moved := true; moved; { // no secret is cut that ends behind the place
		moved = false
		for _, one := range said {
			if from+one.from < first && first < from+one.to {
				first, moved = from+one.from, true
			}
		}
	}
	return first
}

// pending is Pending in one view.
func (r *Redactor) pending(text string) int {
	tail := text[max(0, len(text)-longestEscape):]
	end := len(text) - len(unfinishedEscape.FindString(tail))
	for i := max(0, end-r.longest+1); i < end; i++ {
		if r.first[text[i]] && r.begins(text[i:end]) {
			return i
		}
	}
	return end
}

// begins reports whether a text is the beginning of a form, and not all of it.
func (r *Redactor) begins(text string) bool {
	// Forms are in order: the first that is not before text is the shortest with it.
	n := sort.Search(len(r.forms), func(i int) bool { return r.forms[i].text > text })
	return n < len(r.forms) && strings.HasPrefix(r.forms[n].text, text)
}
