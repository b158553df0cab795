package words

import (
	"errors"
	"strings"
)

// Split splits a command line as a POSIX shell does, but expands nothing: words
// are separated by white space, and quotes and backslashes keep it together. An
// open quote and a backslash at the end are errors.
func Split(line string) (words []string, err error) {
	var word strings.Builder
	inside, quote, escaped := false, byte(0), false
	for i := range len(line) {
		switch r := line[i]; {
		case escaped:
			if quote == '"' && strings.IndexByte("\"\\$`", r) < 0 {
				word.WriteByte('\\')
			}
			word.WriteByte(r)
			escaped = false
		case r == '\\' && quote != '\'':
			escaped, inside = true, true
		case r == quote:
			quote = 0
		case quote != 0:
			word.WriteByte(r)
		case r == '\'' || r == '"':
			quote, inside = r, true
		case strings.IndexByte(" \t\r\n", r) >= 0:
			if inside {
				words = append(words, word.String())
				word.Reset()
			}
			inside = false
		default:
			word.WriteByte(r)
			inside = true
		}
	}
	switch {
	case quote != 0:
		return nil, errors.New("a quote is not closed")
	case escaped:
		return nil, errors.New("nothing follows the last backslash")
	case inside:
		return append(words, word.String()), nil
	}
	return words, nil
}

// Quote writes a word so that [Split] and a POSIX shell read it back, with quotes
// only where it needs them.
func Quote(word string) string {
	special := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("_-./:+,@=", r)
	}
	if word != "" && strings.IndexFunc(word, special) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
