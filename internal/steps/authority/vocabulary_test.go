package authority_test

import (
	"testing"

	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/internal/steps/authority"
)

func TestDictionaryIsPinned(t *testing.T) { judgetest.Dictionary(t, authority.Vocabulary()) }
