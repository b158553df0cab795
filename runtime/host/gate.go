package host

import (
	"fmt"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
)

// ManagerPolicy is what a manager needs of the policy, with the gate that the
// environment asks for (D-21). A value that cannot be used changes nothing; the
// error is a warning then.
func (p Policy) ManagerPolicy(env config.Lookup) (manager.Policy, error) {
	if p.GateVariable == "" {
		return p.Manager, nil
	}
	text, _ := env(p.GateVariable)
	gate, warning := config.ParseTimeout(text)
	if warning != "" {
		return p.Manager, fmt.Errorf("ignoring the environment variable %s: want a number of milliseconds, 0 or more", p.GateVariable)
	}
	if gate != nil {
		p.Manager.Gate = *gate
	}
	return p.Manager, nil
}
