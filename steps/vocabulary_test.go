package steps

import (
	"testing"

	"github.com/mcpsim/mcpsim/internal/judgetest"
)

func TestDictionaryIsPinned(t *testing.T) { judgetest.Dictionary(t, Vocabulary()) }
