package redact_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/redact"
)

// What one side says is remembered up to a bound, the newest of it; what was known before stays.
func TestSeenIsBounded(t *testing.T) {
	var s redact.Seen
	s.Keep("kept-for-good")
	value := func(i int) string { return fmt.Sprintf("%04d", i) + strings.Repeat("v", 1020) }
	for i := range 100 {
		s.Add("server", 1000, value(i))
	}
	s.Add("server", 1000, strings.Repeat("w", redact.MostSeen+1))
	s.Add("client", 2, "client-one", "client-two", "client-three")
	hides := func(text string) bool { return !strings.Contains(s.Text("a "+text+" b"), text) }
	for i := range 100 {
		assert.Equal(t, hides(value(i)), i >= 36, i)
	}
	assert.Assert(t, !hides(strings.Repeat("w", redact.MostSeen+1)))
	assert.Assert(t, hides("kept-for-good") && hides("client-two") && hides("client-three") && !hides("client-one"))
}

// Very many secrets that begin alike are looked for as fast as one: each byte of a text is
// compared with all of them at once. It would take minutes otherwise.
func TestSecretsThatBeginAlike(t *testing.T) {
	var secrets []string
	for i := range 1000 {
		secrets = append(secrets, strings.Repeat("a", 30+i))
	}
	r := redact.New(secrets)
	assert.Equal(t, r.Text(strings.Repeat("a", 16<<10)), redact.Placeholder)
	assert.Equal(t, r.Text("b"+strings.Repeat("a", 29)+"b "+strings.Repeat("a", 30)+"b"), "b"+strings.Repeat("a", 29)+"b "+redact.Placeholder+"b")
}
