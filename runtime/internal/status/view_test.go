package status

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestLine(t *testing.T) {
	for _, tc := range []struct {
		server Server
		want   Line
		failed bool
	}{
		{Server{Connection: Connected}, Line{"", "connected", Good}, false},
		{Server{Connection: Connecting}, Line{"", "connecting", Neutral}, false},
		{Server{Connection: Disconnected}, Line{"", "disconnected", Bad}, true},
		{Server{}, Line{"", "disconnected", Bad}, true},
		{Server{Problems: []string{"no command", "no args"}, NeedsAuth: true}, Line{"", "no command; no args", Bad}, false},
		{Server{Problems: []string{"no command"}, Approval: Pending}, Line{"", "needs approval", Warning}, false},
		{Server{NeedsAuth: true}, Line{"", "needs authentication", Warning}, false},
		{Server{Approval: Pending, NeedsAuth: true}, Line{"", "needs approval", Warning}, false},
		{Server{Approval: Rejected, NeedsAuth: true}, Line{"", "rejected — edit config to re-approve", Warning}, false},
		{Server{Approval: Rejected, Connection: Connected}, Line{"", "rejected — edit config to re-approve", Warning}, false},
		{Server{Disabled: true, Approval: Rejected, NeedsAuth: true}, Line{"", "disabled", Neutral}, false},
	} {
		assert.DeepEqual(t, tc.server.Line(), tc.want)
		assert.Equal(t, tc.server.Failed(), tc.failed)
	}
}

func TestTheHintIsForFailuresOnly(t *testing.T) {
	skipped := []Server{
		{Name: "ok", Connection: Connected}, {Name: "asked", Approval: Pending}, {Name: "no", Approval: Rejected},
		{Name: "off", Disabled: true}, {Name: "login", NeedsAuth: true},
	}
	v := Of(skipped)
	assert.Equal(t, v.Hint, "")
	assert.Equal(t, len(v.Lines), 5)
	assert.Equal(t, v.Lines[1].String(), "asked: needs approval")
	v = Of(append(skipped, Server{Name: "down", Connection: Disconnected}))
	assert.Equal(t, v.Hint, "Run qwen --debug to see error logs")
	assert.Equal(t, Of(nil).Hint, "")
}
