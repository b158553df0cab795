package host_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/internal/backoff"
)

var policies = cmp.Options{cmpopts.IgnoreFields(backoff.Schedule{}, "Jitter")}

// The first value of each switch is what the profile does anyway, and every
// other one does something else.
func TestDefaultsOfSwitchesAreTheProfile(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range host.Switches() {
		assert.Check(t, !seen[s.Name], s.Name)
		seen[s.Name] = true
		for i, v := range s.Values {
			profile := host.WorkspacePolicy{Policy: host.OhMyPi()}
			p := profile
			assert.NilError(t, p.Set(s.Name, v.Name))
			assert.Equal(t, cmp.Equal(p, profile, policies), i == 0, "%s=%s", s.Name, v.Name)
			assert.NilError(t, p.Set(s.Name, s.Values[0].Name))
			assert.DeepEqual(t, p, profile, policies)
		}
	}
}

func TestSwitchMistakes(t *testing.T) {
	for setting, want := range map[string]string{
		"startup.uncachd=return": `unknown switch "startup.uncachd", did you mean "startup.uncached"?`,
		"rpc.ids=integers":       `switch rpc.ids has no value "integers", did you mean "integer"?`,
		"rpc.ids=uuid":           `switch rpc.ids has no value "uuid": known are snowflake, integer`,
		"rpc.ids":                `switch "rpc.ids": want NAME=VALUE`,
		"pool=on":                `switch pool is about servers that settings define, and decides nothing here`,
		"startup.gate=-1s":       `switch startup.gate has no value "-1s": known are 250ms, wait, environment, another time, such as 2s`,
	} {
		p := host.OhMyPi()
		assert.Error(t, p.SetAll([]string{setting}), want)
		assert.DeepEqual(t, p, host.OhMyPi(), policies)
	}
	assert.ErrorContains(t, new(host.Policy).Set("x", ""), `unknown switch "x": known are startup.uncached, handshake.listener, `)
}

func TestSwitchesAreSetInOrder(t *testing.T) {
	p := host.OhMyPi()
	assert.NilError(t, p.SetAll([]string{"startup.gate=2s", "rpc.ids=integer", "startup.gate=3s"}))
	assert.Equal(t, p.Manager.Gate, 3*time.Second)
	assert.Check(t, p.IntegerIDs)
}

func TestGateOfTheEnvironment_D_21(t *testing.T) {
	for _, c := range []struct {
		value, variable, warning string
		want                     time.Duration
	}{
		{"250ms", "700", "", 250 * time.Millisecond},
		{"environment", "", "", 250 * time.Millisecond},
		{"environment", "700", "", 700 * time.Millisecond},
		{"environment", "0", "", 0},
		{"environment", "-1", "ignoring the environment variable OMP_MCP_STARTUP_TIMEOUT_MS: want a number of milliseconds, 0 or more", 250 * time.Millisecond},
	} {
		p := host.OhMyPi()
		assert.NilError(t, p.Set("startup.gate", c.value))
		m, err := host.ManagerPolicy(p, func(string) (string, bool) { return c.variable, true })
		if c.warning != "" {
			assert.Error(t, err, c.warning)
		} else {
			assert.NilError(t, err)
		}
		assert.Equal(t, m.Gate, c.want)
	}
}
