package host_test

import (
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/internal/approval"
	"github.com/mcpsim/mcpsim/runtime/internal/hotreload"
)

// Servers run in the directory of their pool, so that a workspace of another one
// must not use it.
func TestAPoolBelongsToOneDirectory(t *testing.T) {
	shared, err := host.NewPool(host.QwenCodePool(), host.Env{Dir: "/project"})
	assert.NilError(t, err)
	defer shared.Close()
	o := host.WorkspaceOptions{Files: &hotreload.Memory{}, Home: "/home/ann", Approvals: new(approval.Memory), Pool: shared}
	_, err = host.NewWorkspace(host.QwenCodePool(), host.Env{Dir: "/project"}, o)
	assert.Check(t, err)
	_, err = host.NewWorkspace(host.QwenCodePool(), host.Env{Dir: "/other"}, o)
	assert.Check(t, is.ErrorContains(err, "the pool of /project cannot be used in /other"))
	_, err = host.NewWorkspace(host.QwenCode(), host.Env{Dir: "/project"}, o)
	assert.Check(t, is.Error(err, "a pool is given, and the policy shares no connections: use QwenCodePool or set Settings.Pool"))
}
