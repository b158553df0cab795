package schema

import (
	"errors"
	"strconv"
	"strings"
)

// Why a pattern is a regular expression in no dialect.
var (
	errEscape   = errors.New("it ends with a backslash")
	errClass    = errors.New("a class of characters has no end")
	errRange    = errors.New("a range of characters is the other way round")
	errGroup    = errors.New("a group has no end")
	errNoGroup  = errors.New("a group ends that has not begun")
	errNothing  = errors.New("there is nothing to repeat")
	errRepeated = errors.New("it is repeated at least more often than at most")
)

// wellFormed says what is wrong with a pattern, whichever dialect of regular expressions
// it is written in. What one of the known dialects reads is right: whether a word behind
// "(?" or a backslash is one of JavaScript's is not judged.
func wellFormed(pattern string) error {
	p := patternReader{rest: pattern}
	for p.rest != "" {
		if err := p.next(); err != nil {
			return err
		}
	}
	if p.open > 0 {
		return errGroup
	}
	return nil
}

// patternReader reads a pattern from left to right.
type patternReader struct {
	rest string
	open int  // groups
	atom bool // what was read last can be repeated
}

func (p *patternReader) next() error {
	c := p.rest[0]
	p.rest = p.rest[1:]
	switch c {
	case '\\':
		if p.rest == "" {
			return errEscape
		}
		p.rest, p.atom = p.rest[1:], true
	case '[':
		p.atom = true
		return p.class()
	case '(':
		p.open++
		p.atom = false
		p.rest = strings.TrimPrefix(p.rest, "?") // of a group of another kind
	case ')':
		if p.open--; p.open < 0 {
			return errNoGroup
		}
		p.atom = true
	case '|':
		p.atom = false
	case '*', '+', '?':
		return p.repeat()
	case '{':
		return p.count()
	default:
		p.atom = true
	}
	return nil
}

// repeat reads what makes a repetition lazy or possessive, too.
func (p *patternReader) repeat() error {
	if !p.atom {
		return errNothing
	}
	if p.rest != "" && (p.rest[0] == '?' || p.rest[0] == '+') {
		p.rest = p.rest[1:]
	}
	return nil
}

// count reads {2}, {2,} and {2,3}; anything else in braces stands for itself.
func (p *patternReader) count() error {
	inner, after, ended := strings.Cut(p.rest, "}")
	least, most, two := strings.Cut(inner, ",")
	from, err := strconv.Atoi(least)
	if !ended || err != nil {
		p.atom = true
		return nil
	}
	to := from
	if two && most != "" {
		if to, err = strconv.Atoi(most); err != nil {
			p.atom = true
			return nil
		}
	}
	if to < from {
		return errRepeated
	}
	p.rest = after
	return p.repeat()
}

// class reads a class of characters to its end. A bracket that comes first stands for itself
// in some dialects, and ends the class in others: both are right.
func (p *patternReader) class() error {
	inner := strings.TrimPrefix(p.rest, "^")
	if strings.HasPrefix(inner, "]") {
		p.rest = inner[1:]
		return nil
	}
	var before rune // that a range may begin with; 0 = none
	ranging := false
	for at := 0; at < len(inner); {
		one, size := classItem(inner[at:])
		switch {
		case size == 0:
			return errClass
		case inner[at] == ']':
			p.rest = inner[at+1:]
			return nil
		case one == '-' && size == 1 && before != 0 && !ranging:
			ranging = true
			at += size
			continue
		case ranging && one != 0 && one < before:
			return errRange
		}
		if before = one; ranging {
			before, ranging = 0, false
		}
		at += size
	}
	return errClass
}

// classItem is one member of a class and its length; the rune is 0 if it may stand for
// several characters, the length if there is none.
func classItem(text string) (rune, int) {
	if text[0] == '\\' {
		if len(text) == 1 {
			return 0, 0
		}
		return 0, 2
	}
	for i, r := range text {
		return r, i + len(string(r))
	}
	return 0, 0
}
