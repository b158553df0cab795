package probe

import (
	"errors"
	"fmt"
	"testing"

	"gotest.tools/v3/assert"
)

// TestBetween: only a text between both marks is one that was given back.
func TestBetween(t *testing.T) {
	for text, want := range map[string]string{
		markBegin + "a" + markEnd: "a", "x" + markBegin + "a" + markEnd + "y": "a", markBegin + "a": "", "a" + markEnd: "", "a": "", "": "",
	} {
		answer := fmt.Appendf(nil, `{"id":1,"result":{"content":[{"type":"image"},{"type":"text","text":%s}]}}`, Encoded(text))
		assert.Equal(t, between(ParseFrame(answer)), want, text)
	}
	assert.Equal(t, between(ParseFrame([]byte(`{"id":1,"error":{}}`))), "")
}

// TestNoProcess: a check that needs a process hears why there is none; one that was to be
// started ahead is left out.
func TestNoProcess(t *testing.T) {
	started := 0
	p := newPool(func() (*Conn, error) {
		if started++; started != 1 {
			return nil, errors.New("no such program")
		}
		return &Conn{}, nil
	}, func() int { return 2 })
	c, err := p.take()
	assert.NilError(t, err)
	assert.Check(t, c != nil)
	assert.Equal(t, started, 1) // one check alone costs no other process
	_, err = p.take()
	assert.Error(t, err, "no such program")
}
