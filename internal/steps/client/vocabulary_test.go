package client

import (
	"testing"

	"github.com/mcpsim/mcpsim/internal/steps/stepstest"
)

func TestDictionaryIsPinned(t *testing.T) { stepstest.Dictionary(t, Vocabulary()) }
