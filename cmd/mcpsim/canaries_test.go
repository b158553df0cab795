package main

import (
	"encoding/base64"
	"encoding/hex"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The canaries are secrets, each of a place in a definition. No two have a piece in common.
var canaries = map[string]string{
	"env": "kEnv1-qzWxy", "header": "jHead2-vbNmr", "user": "pUser3tYuio", "password": "wPass4+lk/Jh", "query": "xQuer5 fgHds",
	"path": "zPath6cVbnMqwErty00789", "variable": "rVari7-oiUyt", "flag": "uFlag8-aSdfg", "assigned": "tAsgn9-hjKlz",
}

// The canaries of the two kinds of servers of a stage.
var (
	inCommands = []string{"env", "variable", "flag", "assigned"}
	inURLs     = []string{"user", "password", "query", "path"}
)

// heldBy are the canaries that the definitions of a command line hold: it knows no others.
func heldBy(line string) []string {
	switch {
	case strings.HasPrefix(line, "client --command"):
		return []string{"flag"}
	case strings.HasPrefix(line, "client @"):
		return inURLs
	case strings.Contains(line, "--server io-"), strings.Contains(line, "login io-"):
		return inCommands
	case strings.Contains(line, "--server web-"), strings.Contains(line, "login web-"), strings.Contains(line, "logout web-"):
		return append([]string{"header", "variable"}, inURLs...)
	case strings.Contains(line, "good.json"), strings.Contains(line, "omp --do"), strings.Contains(line, "qwen"), strings.HasSuffix(line, "--discover"), strings.Contains(line, "agents.json"):
		return slices.Collect(maps.Keys(canaries))
	}
	return nil
}

// forms are the ways in which a server may say a secret.
func forms(secret string) []string {
	out := []string{secret, secret[:len(secret)-2], url.QueryEscape(secret), url.PathEscape(secret), strings.Trim(string(encoded(secret)), `"`),
		hex.EncodeToString([]byte(secret)), strings.ToUpper(hex.EncodeToString([]byte(secret)))}
	for _, before := range []string{"", "u", "u:", "user:", "user1:"} {
		out = append(out, base64.StdEncoding.EncodeToString([]byte(before+secret)), base64.RawURLEncoding.EncodeToString([]byte(before+secret+":x")))
	}
	return out
}

// leaks are texts of which none may be anywhere: the secret, most of it, as where it was cut,
// and what of it stays the same whatever it is encoded with.
func leaks(secret string) []string {
	out := []string{secret, url.QueryEscape(secret), url.PathEscape(secret), hex.EncodeToString([]byte(secret))[:16], strings.ToUpper(hex.EncodeToString([]byte(secret)))[:16]}
	for shift := range 3 {
		all := base64.StdEncoding.EncodeToString([]byte("xxx"[:shift] + secret))
		out = append(out, all[4:12])
	}
	return append(out, inNames(secret)...)
}

// inNames is what the runtimes make of a secret in the name of a tool (F-25, S-QWEN-40).
func inNames(secret string) []string {
	letters := strings.FieldsFunc(strings.ToLower(secret), func(r rune) bool { return r < 'a' || r > 'z' })
	safe := strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-') {
			return r
		}
		return '_'
	}, secret)
	return []string{strings.Join(letters, "_"), safe}
}

// spoken is all canaries in all forms.
func spoken() string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(canaries)) {
		all = append(all, forms(canaries[name])...)
	}
	return "HOSTILE " + strings.Join(all, " ")
}
