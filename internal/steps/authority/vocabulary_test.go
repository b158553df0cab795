package authority_test

import (
	"testing"

	"github.com/mcpsim/mcpsim/internal/steps/authority"
	"github.com/mcpsim/mcpsim/internal/steps/stepstest"
)

func TestDictionaryIsPinned(t *testing.T) { stepstest.Dictionary(t, authority.Vocabulary()) }
