package jsonscan

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Unquote decodes a string token that a scanner has stepped over. What is no text
// becomes U+FFFD: a byte that is not of UTF-8, and an escaped surrogate without its
// other half. A text that is one of known shares its memory.
func Unquote(token []byte, known ...string) string {
	text := token[1 : len(token)-1]
	for _, k := range known {
		if k == string(text) {
			return k
		}
	}
	if isPlain(text) {
		return string(text)
	}
	return decode(text)
}

// unquoted is Unquote without copying a string that needs no decoding.
func unquoted(token []byte) []byte {
	text := token[1 : len(token)-1]
	if isPlain(text) {
		return text
	}
	return []byte(decode(text))
}

func isPlain(text []byte) bool { return bytes.IndexByte(text, '\\') < 0 && utf8.Valid(text) }

func decode(text []byte) string {
	var out strings.Builder
	out.Grow(len(text)) // escapes are longer than what they mean
	for len(text) > 0 {
		i := bytes.IndexByte(text, '\\')
		if i < 0 {
			i = len(text)
		}
		writeText(&out, text[:i])
		if text = text[i:]; len(text) > 0 {
			text = text[writeEscape(&out, text):]
		}
	}
	return out.String()
}

// writeText writes text without escapes.
func writeText(out *strings.Builder, text []byte) {
	if utf8.Valid(text) {
		out.Write(text)
		return
	}
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		out.WriteRune(r)
		text = text[size:]
	}
}

// writeEscape writes what the escape at the start of text means, and returns its length.
func writeEscape(out *strings.Builder, text []byte) int {
	switch c := text[1]; c {
	case 'u':
		r, size := codePoint(text)
		out.WriteRune(r)
		return size
	case 'b':
		out.WriteByte('\b')
	case 'f':
		out.WriteByte('\f')
	case 'n':
		out.WriteByte('\n')
	case 'r':
		out.WriteByte('\r')
	case 't':
		out.WriteByte('\t')
	default: // it stands for itself
		out.WriteByte(c)
	}
	return 2
}

// codePoint is what one \u, or two that are the halves of a pair, mean.
func codePoint(text []byte) (r rune, size int) {
	const one = len(`\u0000`)
	r = codeUnit(text[2:one])
	if !utf16.IsSurrogate(r) {
		return r, one
	}
	if next := text[one:]; len(next) >= one && next[0] == '\\' && next[1] == 'u' {
		if pair := utf16.DecodeRune(r, codeUnit(next[2:one])); pair != utf8.RuneError {
			return pair, 2 * one
		}
	}
	return utf8.RuneError, one
}

// codeUnit is the value of four hexadecimal digits.
func codeUnit(digits []byte) rune {
	var unit [2]byte
	_, _ = hex.Decode(unit[:], digits) // the scanner has checked them
	return rune(binary.BigEndian.Uint16(unit[:]))
}
