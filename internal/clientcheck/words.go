package clientcheck

import (
	"errors"
	"strings"
)

// Words splits a command line as a POSIX shell does, but expands nothing: words
// are separated by white space, and quotes and backslashes keep it together. The
// official suite splits at every space; a command without quotes means the same.
func Words(line string) (words []string, err error) {
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

// Quote writes a word so that [Words] and a POSIX shell read it back.
func Quote(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./:+,@=", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
