package authority_test

import (
	"testing"

	"github.com/mcpsim/mcpsim/internal/gherkin/gherkintest"
	"github.com/mcpsim/mcpsim/internal/steps/authority"
)

func TestDictionaryIsPinned(t *testing.T) { gherkintest.Dictionary(t, authority.Vocabulary()) }
