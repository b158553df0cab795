package config

import (
	"errors"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func TestPlacesCountCharactersInAnyOrder(t *testing.T) {
	p := NewPlaces([]byte("aé\nb\n"))
	for _, tc := range []struct{ offset, line, column int }{
		{0, 1, 1}, {3, 1, 3}, {4, 2, 1}, {1, 1, 2}, {6, 3, 1}, {99, 3, 1},
	} {
		line, column := p.At(tc.offset)
		assert.DeepEqual(t, []int{line, column}, []int{tc.line, tc.column})
	}
}

func TestParseObject(t *testing.T) {
	object, err := ParseObject("f", []byte(`{"a": 1, "a": 2, /* and */ "b": [],}`))
	assert.NilError(t, err)
	assert.Equal(t, len(object.Members), 3)
	for text, want := range map[string]string{
		`[]`:                                  "f:1:1: expecting an object, not a list",
		"{\n  \"a\" 1}":                       "f:2:7: ",
		strings.Repeat(`{"a":`, MaxNesting+1): "nested more than 100 levels deep",
	} {
		_, err := ParseObject("f", []byte(text))
		var syntax *SyntaxError
		assert.Assert(t, errors.As(err, &syntax), text)
		assert.ErrorContains(t, err, want)
	}
	_, err = ParseObject("f", make([]byte, MaxFileSize+1))
	assert.ErrorContains(t, err, "too large")
	assert.ErrorContains(t, ErrorAt("f", []byte("a\nb"), 2, "wrong"), "f:2:1: wrong")
}
