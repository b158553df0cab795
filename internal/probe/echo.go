package probe

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// The texts that tools are given. What is between the marks must come back from a
// tool that gives text back as it is.
const (
	markBegin, markEnd = "mcpsim[", "]mcpsim"
	plainText          = "plain"
	wideText           = "ü é 日本語 🚀 𝄞 ﷽"
	// brokenText has all that some line reader takes for a line end, and what JSON
	// escapes.
	brokenText = "a\nb\rc\u0085d\u2028e\u2029f\tg\"h\\i/j"
	// longText is more than a pipe holds.
	longText = 70_000
)

const (
	echoTools = 4                      // tools that are given texts
	echoPace  = 500 * time.Millisecond // slower tools are not
)

// echoes is what tools did with the texts that they were given.
type echoes struct {
	mangled error // text came back changed; nil = none did
	given   int   // texts that came back
}

// texts gives texts to tools that take any, and notes whether what comes back is what
// was sent, of those that give back what they are given.
func (t tour) texts(s *Survey) {
	given := 0
	for _, one := range s.Trials {
		with, name, ok := one.Tool.Input.Texted()
		if !ok || one.Err != nil || one.Took > echoPace || given == echoTools {
			continue
		}
		given++
		say := func(spelled func(json.RawMessage) json.RawMessage, text string) string {
			arguments, err := with(markBegin + text + markEnd)
			if err != nil {
				return ""
			}
			return between(t.ask("tools/call", CallOf(one.Tool, spelled(arguments), "")))
		}
		gives := say(asIs, plainText) == plainText
		for _, spelled := range []func(json.RawMessage) json.RawMessage{asIs, inASCII} {
			if back := say(spelled, wideText); gives && back != "" {
				t.c.bench.echoed(one.Tool.Name, name, back)
			}
		}
		say(asIs, brokenText)
		if arguments, err := with(""); err == nil { // what it gives back is text all the same
			t.ask("tools/call", CallOf(one.Tool, arguments, ""))
		}
		for _, shift := range []string{"", "."} { // one of them has a character across each boundary
			if back := say(asIs, shift+strings.Repeat("🚀", longText/4)); gives && back != "" {
				t.c.bench.echoedLong(one.Tool.Name, name, strings.TrimPrefix(back, shift))
			}
		}
	}
}

// echoed takes what came back for the wide text.
func (b *Bench) echoed(tool, argument, back string) {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	b.ledger.echoes.given++
	if b.ledger.echoes.mangled == nil && mangledText(back) {
		b.ledger.echoes.mangled = fmt.Errorf("the tool %q gives back the text of its argument %q, but %s as %s", tool, argument, Quote([]byte(wideText)), Quote([]byte(back)))
	}
}

// echoedLong takes what came back for a text of many rockets: it may be cut or left out,
// but what is there is made of whole ones.
func (b *Bench) echoedLong(tool, argument, back string) {
	whole := strings.Count(back, "🚀")
	lost := whole < longText/4 && len(back) == whole*len("🚀") // what cuts a text in the middle says so there
	if !lost && !strings.ContainsRune(back, utf8.RuneError) {
		return
	}
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	if b.ledger.echoes.mangled == nil {
		b.ledger.echoes.mangled = fmt.Errorf("the tool %q gives back the text of its argument %q, but of %d characters outside ASCII without a space %d come back whole",
			tool, argument, longText/4, whole)
	}
}

func asIs(arguments json.RawMessage) json.RawMessage { return arguments }

// inASCII escapes all that is not ASCII, as many encoders do.
func inASCII(arguments json.RawMessage) json.RawMessage {
	var out []byte
	for _, r := range string(arguments) {
		switch {
		case r < utf8.RuneSelf:
			out = append(out, byte(r))
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return out
}

// between is what a result has between the marks.
func between(answer Frame) string {
	r := ResultOf(answer)
	if r == nil {
		return ""
	}
	for _, block := range r.Content {
		_, rest, found := strings.Cut(Text(block["text"]), markBegin)
		if text, _, ended := strings.Cut(rest, markEnd); found && ended {
			return text
		}
	}
	return ""
}

// mangledText reports whether the wide text came back in a way that only a wrong
// encoding explains: tools may well escape, cut or change what they are given.
func mangledText(back string) bool {
	if back == "" || back == wideText {
		return false
	}
	for _, spelled := range []func(string) string{unescaped, percented} {
		if spelled(back) == wideText {
			return false
		}
	}
	return strings.ContainsRune(back, utf8.RuneError) || strings.Contains(back, "Ã¼") || strings.Contains(back, "? ? ")
}

// Misread reports whether JSON comes back as one gets it that takes UTF-8 for Latin-1.
func Misread(sent, back string) bool {
	var wrong []rune
	for _, b := range []byte(sent) {
		wrong = append(wrong, rune(b))
	}
	return sent != back && SameJSON([]byte(back)) == SameJSON([]byte(string(wrong)))
}

// unescaped is text that was written as JSON.
func unescaped(text string) string {
	var out string
	_ = jsonparts.Unmarshal([]byte(`"`+text+`"`), &out)
	return out
}

func percented(text string) string {
	out, _ := url.QueryUnescape(text)
	return out
}

// Echoes is an error if a tool that gives text back gave it back in a wrong encoding,
// and not observed if none that may be called does so. It is that of a [Bench.Tour].
func (b *Bench) Echoes() error {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	if b.ledger.echoes.mangled != nil {
		return b.ledger.echoes.mangled
	}
	return verdict.NotObservedIf(b.ledger.echoes.given == 0, "no tool that may be called gives back the text that it is given")
}
