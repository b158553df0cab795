package excerpt_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/internal/excerpt"
)

func TestTo(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit int
		want  string
	}{
		{"", 0, ""},
		{"abc", 3, "abc"},
		{"abcd", 3, "abc… (4 bytes, 3 shown)"},
		{"éé", 4, "éé"},
		{"éé", 3, "é… (4 bytes, 2 shown)"},
		{"\xbf\xbf\xbf\xbf\xbf\xbf\xbf\xbf", 6, "\xbf\xbf… (8 bytes, 2 shown)"}, // no character at all
		{strings.Repeat("x", 10_000_447), 1, "x… (10,000,447 bytes, 1 shown)"},
		{strings.Repeat("x", 999), 998, strings.Repeat("x", 998) + "… (999 bytes, 998 shown)"},
	} {
		assert.Equal(t, excerpt.To(c.text, c.limit), c.want)
	}
	assert.Equal(t, excerpt.Of(strings.Repeat("x", 2000)), strings.Repeat("x", 2000))
	assert.Equal(t, excerpt.Of(strings.Repeat("x", 2001)), strings.Repeat("x", 2000)+"… (2,001 bytes, 2,000 shown)")
}

func TestError(t *testing.T) {
	assert.Error(t, excerpt.Error(io.EOF), "EOF")
	exact := strings.Repeat("x", 2000)
	assert.Error(t, excerpt.Error(errors.New(exact)), exact)
	long := excerpt.Error(fmt.Errorf("%s: %w", strings.Repeat("x", 3000), io.EOF))
	assert.Check(t, errors.Is(long, io.EOF))
	assert.Error(t, long, strings.Repeat("x", 2000)+"… (3,005 bytes, 2,000 shown)")
}
