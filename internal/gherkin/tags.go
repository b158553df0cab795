package gherkin

import (
	"regexp"
	"slices"
	"strings"
)

// TagInfo is a tag of the closed set, for the help.
type TagInfo struct{ Name, Manual string }

// Tags returns the closed set, apart from guarantee ids.
func Tags() []TagInfo {
	return []TagInfo{
		{"@omp", "the profile of oh-my-pi"},
		{"@qwen", "the profile of qwen-code"},
		{"@room", "the profile of RoomServer"},
		{"@agents", "the profile of openai-agents"},
		{"@virtual", "runs in the virtual world (and in no other unless tagged so too)"},
		{"@real", "runs in the real world (and in no other unless tagged so too)"},
		{"@linux", "runs on Linux only: it needs what other systems do not tell"},
		{"@seed-1", "runs with seed 1 whatever seed was asked for: it expects what that draws"},
		{"@should", "a failed step warns instead of failing"},
		{"@expected-failure", "is expected not to hold; fails when it starts to"},
		{"@target", "checks a server from outside: for mcpsim validate, not for mcpsim run"},
		{"@stdio", "a check of servers over stdio only"},
		{"@http", "a check of servers over HTTP only: streamable HTTP unless tagged @sse too"},
		{"@sse", "a check of servers over HTTP+SSE of 2024-11-05 only; tagged @http too"},
		{"@modern", "a check of servers in the era from 2026-07-28 on only; all others are for the revisions before"},
		{"@login", "a check of clients that log in: of those that speak only the modern era, without a handshake"},
		{"@last", "runs after all others: it judges what they have seen"},
		{"@MUST", "a check whose failure fails the server"},
		{"@SHOULD", "a check whose failure warns"},
		{"@MAY", "a check whose failure informs: robustness beyond the specification"},
	}
}

const (
	tagVirtual  = "@virtual"
	tagReal     = "@real"
	tagLinux    = "@linux"
	tagSeed1    = "@seed-1"
	tagShould   = "@should"
	tagExpected = "@expected-failure"
	tagTarget   = "@target"
	tagLast     = "@last"
)

// levels are the tags that say how much a check weighs; they look like ids and
// are none. Of several on a scenario the last one, which is the nearest, counts.
var levels = []string{"@MUST", "@SHOULD", "@MAY"}

// levelOf is the level of a scenario with these tags, without @; "" = none.
func levelOf(tags []string) string {
	for _, t := range slices.Backward(tags) {
		if slices.Contains(levels, t) {
			return t[1:]
		}
	}
	return ""
}

// ExpectedToFail reports whether a scenario with these tags is expected to fail.
func ExpectedToFail(tags []string) bool { return slices.Contains(tags, tagExpected) }

func tagNames() []string {
	var out []string
	for _, t := range Tags() {
		out = append(out, t.Name)
	}
	return out
}

// idForm is an id of no registry: a prefix, words in capitals, a number.
var idForm = regexp.MustCompile(`^([A-Z]+)(?:-[A-Z][A-Z0-9]*)*-[0-9]+$`)

// freePrefixes are those of ids that are in no registry: field failures, facts
// read in the source of a documented runtime, named switches, the harness's own
// promises, and a user's own rules.
var freePrefixes = []string{"FF", "F", "D", "HARNESS", "X"}

// IDs is a registry of guarantee ids. It is immutable.
type IDs struct{ known, prefixes []string }

// NewIDs returns a registry. Besides the ids given, every id that starts with
// FF-, F-, D-, HARNESS- or X-, or with one of the prefixes given (without
// hyphen), is known.
func NewIDs(known []string, prefixes ...string) *IDs {
	return &IDs{known: slices.Clone(known), prefixes: append(slices.Clone(freePrefixes), prefixes...)}
}

// Known reports whether id (without @) may be used.
func (ids *IDs) Known(id string) bool {
	if slices.Contains(ids.known, id) {
		return true
	}
	m := idForm.FindStringSubmatch(id)
	return m != nil && slices.Contains(ids.prefixes, m[1])
}

// CheckID returns an error with a hint for an id that is not known.
func (ids *IDs) CheckID(id string) error {
	if ids.Known(id) {
		return nil
	}
	return &UnknownError{What: "guarantee id", Word: id, Hint: didYouMean(id, ids.known)}
}

// UnknownError is a word that is not in a closed set.
type UnknownError struct{ What, Word, Hint string }

func (e *UnknownError) Error() string {
	text := "unknown " + e.What + " " + e.Word
	if e.Hint != "" {
		text += ": " + e.Hint
	}
	return text
}

// isID tells an id tag from the others by its form.
func isID(tag string) bool {
	name := strings.TrimPrefix(tag, "@")
	return name != "" && name[0] >= 'A' && name[0] <= 'Z' && !slices.Contains(levels, tag)
}

// checkTag returns what is wrong with a tag: a reason and a hint, or "".
func (ids *IDs) checkTag(tag string) (reason, hint string) {
	if isID(tag) {
		if ids.Known(tag[1:]) {
			return "", ""
		}
		return "unknown guarantee id " + tag, didYouMean(tag[1:], ids.known)
	}
	names := tagNames()
	if slices.Contains(names, tag) {
		return "", ""
	}
	hint = didYouMean(tag, names)
	if hint == "" {
		hint = "known tags: " + strings.Join(names, " ") + " and guarantee ids"
	}
	return "unknown tag " + tag, hint
}

// ParseTags parses a tag expression and checks its tags. Every error is a
// *[TagError].
func (ids *IDs) ParseTags(source string) (*TagExpr, error) {
	expr, err := parseTagExpr(source)
	if err != nil {
		return nil, err
	}
	for _, t := range expr.tags {
		if reason, hint := ids.checkTag(t.name); reason != "" {
			if hint != "" {
				reason += ": " + hint
			}
			return nil, &TagError{Source: oneLine.Replace(source), Offset: t.offset, Reason: reason}
		}
	}
	return expr, nil
}

// worlds says where a scenario with these tags can run on a system, none for nowhere.
func worlds(tags []string, system string) []string {
	switch {
	case slices.Contains(tags, tagTarget):
		return []string{Target}
	case slices.Contains(tags, tagLinux) && system != "linux":
		return nil
	}
	virtual, real := slices.Contains(tags, tagVirtual), slices.Contains(tags, tagReal)
	switch {
	case virtual && !real:
		return []string{Virtual}
	case real && !virtual:
		return []string{Real}
	}
	return []string{Virtual, Real}
}
