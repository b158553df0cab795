package main

import (
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// byTools are ways in which shells, dumps, logs and other programs write a secret.
func byTools(secret string) []string {
	twice := base64.StdEncoding.EncodeToString([]byte(base64.StdEncoding.EncodeToString([]byte(secret))))
	wide := strings.Join(append(strings.Split(secret, ""), ""), "\x00") // UTF-16
	return []string{
		strings.ToUpper(secret), strings.ToLower(secret), fmt.Sprintf("% x", secret), fmt.Sprint([]byte(secret)), twice,
		base64.StdEncoding.EncodeToString([]byte(wide)), secret[:6] + "\x1b[31m" + secret[6:], secret[:5] + "\u200b" + secret[5:],
	}
}

// No secret gets out as other programs write it, either.
func TestNoCanaryGetsOutByTools(t *testing.T) {
	t.Parallel()
	var all []string
	for _, name := range slices.Sorted(maps.Keys(canaries)) {
		all = append(all, byTools(canaries[name])...)
	}
	s := newStage(t, "HOSTILE "+strings.Join(all, " ; "))
	met := 0
	s.each(t, 2, func(t *testing.T, line, where, text string) {
		met += strings.Count(text, "HOSTILE")
		for _, name := range heldBy(line) {
			for _, leak := range append(byTools(canaries[name]), leaks(canaries[name])...) {
				if i := strings.Index(text, leak); i >= 0 {
					t.Errorf("%s: %s as %q in %q", where, name, leak, text[max(0, i-120):min(len(text), i+60)])
				}
			}
		}
	})
	assert.Check(t, met > 20, "they were met %d times", met)
}
