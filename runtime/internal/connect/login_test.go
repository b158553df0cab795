package connect

import (
	"errors"
	"fmt"
	"testing"

	"gotest.tools/v3/assert"
)

func TestLoginErrors(t *testing.T) {
	refused, why := errors.New("HTTP 401"), errors.New("the user said no")
	alone := &LoginError{Refused: refused}
	assert.Error(t, alone, "HTTP 401")
	assert.Check(t, errors.Is(alone, refused) && !errors.Is(alone, why))
	both := &LoginError{Refused: refused, Why: why}
	assert.Error(t, both, "HTTP 401: the user said no")
	assert.Check(t, errors.Is(both, refused) && errors.Is(both, why))
	assert.Equal(t, LoginOf(fmt.Errorf("x: %w", both)), both)
	assert.Check(t, LoginOf(refused) == nil && LoginOf(nil) == nil)
}
