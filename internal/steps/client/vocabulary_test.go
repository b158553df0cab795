package client

import (
	"testing"

	"github.com/mcpsim/mcpsim/internal/gherkin/gherkintest"
)

func TestDictionaryIsPinned(t *testing.T) { gherkintest.Dictionary(t, Vocabulary()) }
