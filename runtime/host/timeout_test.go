package host

import (
	"cmp"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

func TestTimeoutOfTheEnvironment(t *testing.T) { // OMP-LC-54 to 57, F-17
	const ms = time.Millisecond
	for _, c := range []struct {
		env        string
		configured *time.Duration
		want       time.Duration
		warned     bool
	}{
		{"", nil, 30 * time.Second, false},
		{"", new(1500 * ms), 1500 * ms, false},
		{"700", new(5 * time.Second), 700 * ms, false},
		{"0", new(5 * time.Second), 0, false},
		{"", new(time.Duration(0)), 0, false},
		{" \t\ufeff700\n", nil, 700 * ms, false},
		{"   ", nil, 30 * time.Second, false},
		{"1e3", nil, time.Second, false},
		{"0x10", nil, 16 * ms, false},
		{"0b11", nil, 3 * ms, false},
		{"0o17", nil, 15 * ms, false},
		{"010", nil, 10 * ms, false},
		{".5", nil, 500 * time.Microsecond, false},
		{"5.", nil, 5 * ms, false},
		{"+5", nil, 5 * ms, false},
		{"-0", nil, 0, false},
		{"1e-300", nil, 1, false},
		{"1e300", nil, 1<<63 - 1, false},
		{"-1", new(time.Second), time.Second, true},
		{"soon", nil, 30 * time.Second, true},
		{"1_000", nil, 30 * time.Second, true},
		{"1e999", nil, 30 * time.Second, true},
		{"Infinity", nil, 30 * time.Second, true},
		{"NaN", nil, 30 * time.Second, true},
		{"+0x10", nil, 30 * time.Second, true},
		{"0x1p4", nil, 30 * time.Second, true},
		{".", nil, 30 * time.Second, true},
		{"5s", nil, 30 * time.Second, true},
	} {
		outranking, warning := parseTimeout(c.env)
		got := *cmp.Or(outranking, c.configured, new(defaultTimeout))
		assert.Equal(t, got, c.want, "env %q", c.env)
		assert.Equal(t, warning != "", c.warned, "env %q", c.env)
	}
	_, warning := parseTimeout("x")
	assert.Equal(t, warning, "Ignoring invalid OMP_MCP_TIMEOUT_MS env value; expected a non-negative number")
}
