package server

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/features"
)

// What a check of the modern era is not testable for names one that there is.
func TestCausesOfTheModernEraExist(t *testing.T) {
	tags := regexp.MustCompile(`@(M-[A-Z]+-\d+)`)
	known := map[string]bool{}
	files, err := fs.Glob(features.FS, "server/*.feature")
	assert.NilError(t, err)
	for _, name := range files {
		text, err := fs.ReadFile(features.FS, name)
		assert.NilError(t, err)
		for _, tag := range tags.FindAllStringSubmatch(string(text), -1) {
			known[tag[1]] = true
		}
	}
	assert.Assert(t, len(known) > 0)
	for _, own := range modernIDs {
		assert.Check(t, known[own], "there is no check %s", own)
	}
	for _, r := range reruns {
		modern := slices.ContainsFunc(r.checks, func(id string) bool { return strings.HasPrefix(id, "M-") || known[modernID(id)] })
		legacyOnly := slices.Contains(legacyRules, r.see)
		assert.Check(t, !modern || legacyOnly || strings.HasPrefix(r.see, "M-") || known[modernID(r.see)], "%s for %v names no check of the modern era", r.see, r.checks)
	}
}

// legacyRules are those of sessions, GET streams and requests of the server's, which the modern era has not.
var legacyRules = []string{placeCheck, streamCheck, acceptCheck, "BASE-15", "HL-11"}
