// Package redact removes secrets from texts before they are shown or written. It
// finds no secrets by itself: its caller knows them. It finds them as they are and as
// they look in JSON, in URLs, in base64 and in hex, also where a text was cut off.
package redact

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/reports"
)

// Placeholder stands where a secret was.
const Placeholder = "[redacted]"

// Shortest is the length of a secret in bytes. What is shorter is not removed: that
// would hide every "1" and "on" in a text, and tell the reader what they are (X-TEXT-2).
const Shortest = 4

// shortestCut is how much of a secret is looked for where a text begins or ends, as it
// may have been cut there, in bytes.
const shortestCut = 8

// Redactor removes secrets from texts. The zero value removes only what looks
// like the value of an Authorization header. It is immutable, so any goroutine may
// use it.
type Redactor struct {
	forms   []form
	longest int              // length of the longest form, in bytes
	first   [256]bool        // bytes that a form begins with
	index   map[string][]int // forms by their first bytes
	joined  string           // all forms, one after another
}

// ownWords are what mcpsim itself says all the time. A value that is one of them is no
// secret: hiding it would make every output unreadable, and tell the reader what it is.
var ownWords = map[string]bool{
	"true": true, "false": true, "null": true, "none": true, "debug": true, "info": true, "warn": true, "error": true,
	"stdio": true, "http": true, "https": true, "room": true, "team": true, "owner": true, "member": true, "visitor": true,
	"live": true, "idle": true, "ready": true, "closed": true, "failed": true, "pending": true, "deferred": true, "disabled": true,
	"connecting": true, "connected": true, "disconnected": true, "passed": true, "warned": true,
}

// New returns a redactor for the given secrets. Those below [Shortest] are ignored, and
// words such as "true" or "connected", which mcpsim itself writes as values.
func New(secrets []string) *Redactor {
	r := &Redactor{}
	for _, s := range secrets {
		if len(s) >= Shortest && !ownWords[s] {
			r.forms = append(r.forms, formsOf(s)...)
		}
	}
	slices.SortFunc(r.forms, func(a, b form) int {
		return cmp.Or(cmp.Compare(a.text, b.text), cmp.Compare(a.before, b.before), cmp.Compare(a.after, b.after))
	})
	r.forms = slices.Compact(r.forms)
	r.index = map[string][]int{}
	var joined strings.Builder
	for i, f := range r.forms {
		if i > 0 {
			r.forms[i].shared = common(r.forms[i-1].text, f.text)
		}
		r.longest = max(r.longest, len(f.text))
		r.first[f.text[0]] = true
		key := f.text[:Shortest]
		r.index[key] = append(r.index[key], i)
		joined.WriteString(f.text)
	}
	r.joined = joined.String()
	return r
}

// header matches an Authorization header in a message, a log or JSON; what is
// kept is its name and the scheme.
var header = regexp.MustCompile(`(?i)(authorization\\?["']?\s*[:=]\s*\\?["']?(?:[a-z]+ +)?)[^\s"'\\,]+`)

// Text returns s without secrets.
func (r *Redactor) Text(s string) string {
	s = r.replace(s, false)
	// Looking first is cheap, matching every text of a trace is not.
	if strings.Contains(s, "uthorization") || strings.Contains(s, "UTHORIZATION") {
		s = header.ReplaceAllString(s, "${1}"+Placeholder)
	}
	return s
}

// Rest is [Redactor.Text] for the end of a text that came in pieces: all of it may be the
// beginning of a secret, of which the rest did not come.
func (r *Redactor) Rest(s string) string {
	const before = "\x00"
	return strings.TrimPrefix(r.Text(before+s), before)
}

// Own returns a message of the program's own without secrets: of these one that is a
// plain word stays, as it is one of the message's.
func (r *Redactor) Own(s string) string { return r.replace(s, true) }

// span is a part of a text, from a byte to before another.
type span struct{ from, to int }

// replace writes the placeholder for every part that says a secret in some way. Parts
// that overlap are one: of two secrets that share a piece nothing is left.
func (r *Redactor) replace(s string, own bool) string {
	if len(r.forms) == 0 || s == "" {
		return s
	}
	var found []span
	for _, v := range viewsOf(s) {
		found = append(append(found, r.find(v, own, true)...), r.cut(v, own)...)
	}
	if len(found) == 0 {
		return s
	}
	slices.SortFunc(found, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	var b strings.Builder
	end := 0
	for i := 0; i < len(found); {
		one := found[i]
		for i++; i < len(found) && found[i].from < one.to; i++ {
			one.to = max(one.to, found[i].to)
		}
		b.WriteString(s[end:one.from] + Placeholder)
		end = one.to
	}
	return b.String() + s[end:]
}

// find returns the parts of the text in which a view of it says a form, and, if it is asked
// for cuts, the beginning of one that is followed by a cut.
func (r *Redactor) find(v view, own, cuts bool) []span {
	var found []span
	for i := range len(v.text) {
		if !r.first[v.text[i]] || len(v.text)-i < Shortest {
			continue
		}
		shared := 0 // with the form before: forms that begin alike are compared once
		for k, n := range r.index[v.text[i:i+Shortest]] {
			f := r.forms[n]
			switch {
			case k == 0 || f.shared == shared:
				shared += common(v.text[i+shared:], f.text[shared:])
			case f.shared < shared:
				shared = f.shared
			}
			switch {
			case shared == len(f.text) && !(own && Plain(f.text)):
				found = joined(found, v.below(f.around(v.text, i)))
			case cuts && shared >= shortestCut && shared < len(f.text) && v.cutAt(i, shared, own) && !Plain(f.text[:shared]):
				found = joined(found, v.below(i, i+shared))
			}
		}
	}
	return found
}

// joined adds a span. It makes the last one longer if they overlap: a text may say as many
// secrets as it has characters.
func joined(found []span, s span) []span {
	if last := len(found) - 1; last >= 0 && found[last].from <= s.from && s.from < found[last].to {
		found[last].to = max(found[last].to, s.to)
		return found
	}
	return append(found, s)
}

// common is how many bytes at the beginning of two texts are the same.
func common(a, b string) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// cutAt reports whether the view was cut n bytes after a place: by who has shortened it, or,
// unless it is one of the program's own or these bytes are all of it, at its end.
func (v view) cutAt(i, n int, own bool) bool {
	rest := v.text[i+n:]
	return rest == "" && i > 0 && !own || strings.HasPrefix(strings.TrimLeft(rest, besideShortened), shortened)
}

// shortened is what stands where a text was cut: behind its beginning, and before its end.
const shortened = "…"

// around shortened there may be quotation marks, escaped ones too, and a space.
const besideShortened = " \"'`\\"

// mostStarts is how many cuts of a text are looked behind.
const mostStarts = 64

// cut returns the parts of a view that are the end of a form, where it was cut: at its
// beginning, unless it is one of the program's own, and behind [shortened].
func (r *Redactor) cut(v view, own bool) []span {
	var found []span
	if !own {
		found = r.ended(v, 0)
	}
	for at, starts := 0, 0; starts < mostStarts; starts++ {
		n := strings.Index(v.text[at:], shortened)
		if n < 0 {
			break
		}
		rest := strings.TrimLeft(v.text[at+n+len(shortened):], besideShortened)
		at = len(v.text) - len(rest)
		found = append(found, r.ended(v, at)...)
	}
	return found
}

// ended returns the parts of a view that begin at a place, and are the end of a form.
func (r *Redactor) ended(v view, at int) []span {
	rest := v.text[at:]
	if len(rest) <= shortestCut || !strings.Contains(r.joined, rest[:shortestCut]) {
		return nil
	}
	var found []span
	for _, f := range r.forms {
		if n := overlap(f.text, rest); n > 0 {
			found = append(found, v.below(at, at+n))
		}
	}
	return found
}

// overlap is how many bytes at the end of a are the beginning of b and not all of either,
// 0 if they may be so by chance: they are few, or a word. b has more than [shortestCut].
func overlap(a, b string) int {
	for at := max(0, len(a)-len(b)) + 1; at < len(a); at++ {
		n := strings.Index(a[at:], b[:shortestCut])
		if n < 0 {
			return 0
		}
		at += n
		if shared := a[at:]; strings.HasPrefix(b, shared) && !Plain(shared) {
			return len(shared)
		}
	}
	return 0
}

// Plain reports whether a secret looks like a word, which a text may hold by chance.
func Plain(secret string) bool { return strings.Trim(secret, "abcdefghijklmnopqrstuvwxyz") == "" }

// Event returns e without secrets in any of its texts.
func (r *Redactor) Event(e reports.Event) reports.Event {
	for _, s := range []*string{&e.Actor, &e.Server, &e.Name, &e.ID, &e.From, &e.To, &e.Err, &e.Text, &e.Raw} {
		*s = r.Text(*s)
	}
	return e
}
