//go:build !unix

package proxy

import (
	"os"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
)

// signals are not passed on here: there are no process groups.
type signals struct{ late func() }

func (*signals) passTo(int, func(string)) (stop func()) { return func() {} }
func (*signals) over(int)                               {}

func codeOfSignal(*os.ProcessState) int { return ui.ExitFailed }
