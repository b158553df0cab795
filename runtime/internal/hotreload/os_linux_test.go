package hotreload

import (
	"syscall"
	"testing"

	"gotest.tools/v3/assert"
)

func TestASystemWithoutDescriptorsLeft(t *testing.T) {
	dir := t.TempDir()
	var limit syscall.Rlimit
	assert.NilError(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit))
	assert.NilError(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Max: limit.Max}))
	stop, err := OS{}.Watch(dir, nil)
	assert.NilError(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit))
	assert.Error(t, err, "watching "+dir+": couldn't initialize inotify: too many open files")
	assert.Check(t, stop == nil)
}
