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

// The profile Hardened has the safe value of each switch, and each of them can be set.
func TestHardenedHasTheSafeValues(t *testing.T) {
	p := host.OhMyPi()
	for _, s := range host.Switches() {
		if s.Safe != "" {
			assert.NilError(t, p.Set(s.Name, s.Safe))
		}
	}
	assert.DeepEqual(t, p, host.Hardened(), policies)
	assert.Check(t, p.Manager.NoRepeat)
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

func TestModernIsOhMyPiInBothEras_MOD_01(t *testing.T) {
	p := host.OhMyPi()
	assert.NilError(t, p.SetAll([]string{"protocol.era=auto"}))
	assert.DeepEqual(t, host.Modern(), p, policies)
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
