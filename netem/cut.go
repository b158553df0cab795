package netem

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Cut ends the connection inside one message, which here is what was written at once:
// the bytes before At arrive, those behind it do not. A message that has no such place
// passes, and so do all others.
type Cut struct {
	Message uint64 // of each stream, from 1; 0 = 1
	At      Place  // empty = start
	End     Ending // empty = reset
}

// Kind is "cut".
func (Cut) Kind() string { return "cut" }

// Attach waits for the message.
func (f Cut) Attach(*Stream) Rule {
	return Rule{Write: func(u Unit) Verdict {
		if u.Ordinal != max(f.Message, 1) {
			return pass
		}
		n, found := f.At.in(u.Data)
		if !found {
			return pass
		}
		return u.Cut(n, f.End.end())
	}}
}

// Ending is a way to end a connection, by name.
type Ending string

// end is what a name stands for.
func (e Ending) end() End {
	switch e {
	case "close":
		return CloseEnd
	case "half":
		return HalfEnd
	}
	return ResetEnd
}

func (Ending) choices() []string { return []string{"reset", "close", "half"} }

// Place is a class of bytes of a message, by name: the first byte of a message that is of
// that class.
type Place string

// places are the classes in the order of their help. A function returns how many bytes
// come before the place, -1 if there is none.
var places = []struct {
	name Place
	what string
	find func(data []byte) int
}{
	{"start", "before the first byte", func([]byte) int { return 0 }},
	{"first", "behind the first byte", func(data []byte) int { return inside(data, 1) }},
	{"brace", "behind the first brace", behind(`\{`)},
	{"name", "inside the name of a member", behind(`[{,]\s*"[^"\\]`)},
	{"colon", "behind a colon of JSON", behind(`":`)},
	{"string", "inside a string", behind(`":\s*"[^"\\]`)},
	{"escape", "behind a backslash", behind(`\\`)},
	{"utf8", "inside a character of several bytes", insideCharacter},
	{"number", "inside a number of several digits", behind(`[:\[,]\s*-?\d[\d.]`)},
	{"literal", "inside true, false or null", behind(`[:\[,]\s*(?:t|f|n)`)},
	{"comma", "behind a comma", behind(`[\]}"0-9el],`)},
	{"status", "inside the first line of HTTP", behind(`^(?:HTTP/1.\d |[A-Z]+ /)`)},
	{"header", "inside the value of a header", behind(`\r\n[A-Za-z-]+: .`)},
	{"body", "between head and body", behind(`\r\n\r\n`)},
	{"chunk", "behind the size of a chunk", behind(`(?:^|\r\n)[0-9a-f]+\r\n`)},
	{"cr", "between carriage return and line feed", behind(`\r`)},
	{"half", "in the middle", func(data []byte) int { return inside(data, len(data)/2) }},
	{"last", "before the last byte, mostly a line feed", func(data []byte) int { return inside(data, len(data)-1) }},
	{"end", "behind the last byte", func(data []byte) int { return len(data) }},
}

// behind finds the first place that an expression ends at, which is not the end.
func behind(expression string) func([]byte) int {
	expr := regexp.MustCompile(expression)
	return func(data []byte) int {
		if found := expr.FindIndex(data); found != nil {
			return inside(data, found[1])
		}
		return -1
	}
}

// inside is n if that is a place between two bytes.
func inside(data []byte, n int) int {
	if n <= 0 || n >= len(data) {
		return -1
	}
	return n
}

func insideCharacter(data []byte) int {
	for i := 0; i < len(data); {
		_, size := utf8.DecodeRune(data[i:])
		if size > 1 {
			return i + 1
		}
		i += size
	}
	return -1
}

// in is where a message has the place.
func (p Place) in(data []byte) (n int, found bool) {
	for _, known := range places {
		if known.name == p || p == "" && known.name == "start" {
			n = known.find(data)
			return n, n >= 0
		}
	}
	return 0, false
}

// PlacesIn are the places that a message has, no two before the same byte.
func PlacesIn(data []byte) []Place {
	var out []Place
	seen := map[int]bool{}
	for _, p := range places {
		if n := p.find(data); n >= 0 && !seen[n] {
			seen[n] = true
			out = append(out, p.name)
		}
	}
	return out
}

func (Place) choices() []string {
	var out []string
	for _, p := range places {
		out = append(out, string(p.name))
	}
	return out
}

// choice is a value of a fault that is one of several words.
type choice interface{ choices() []string }

// chosen checks a word.
func chosen(c choice, word string) error {
	for _, known := range c.choices() {
		if word == known {
			return nil
		}
	}
	return fmt.Errorf("unknown word %q; there are %s", word, strings.Join(c.choices(), ", "))
}
