package conn

import (
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func TestPauseBetweenPolls(t *testing.T) {
	for named, want := range map[string]time.Duration{
		``:                          time.Second,
		`,"pollIntervalMs":null`:    time.Second,
		`,"pollIntervalMs":0`:       time.Second,
		`,"pollIntervalMs":-5`:      time.Second,
		`,"pollIntervalMs":1`:       100 * time.Millisecond,
		`,"pollIntervalMs":99`:      100 * time.Millisecond,
		`,"pollIntervalMs":101`:     101 * time.Millisecond,
		`,"pollIntervalMs":2500.5`:  2500500 * time.Microsecond,
		`,"pollIntervalMs":3600000`: time.Hour,
		`,"pollIntervalMs":3600001`: time.Hour,
		`,"pollIntervalMs":1e300`:   time.Hour,
	} {
		got, err := readTask([]byte(`{"taskId":"a","status":"working"` + named + `}`))
		assert.NilError(t, err, named)
		assert.Equal(t, got.pause(), want, named)
	}
}

func TestTasksThatAreNone(t *testing.T) {
	for raw, want := range map[string]string{
		`[]`:              "reading a task",
		`{}`:              "its id has 0 bytes",
		`{"taskId":7}`:    "reading a task",
		`{"taskId":null}`: "its id has 0 bytes",
		`{"taskId":"` + strings.Repeat("x", maxTaskID+1) + `"}`: "its id has 1025 bytes, want 1 to 1024",
		`{"taskId":"a","pollIntervalMs":"soon"}`:                "reading a task",
	} {
		_, err := readTask([]byte(raw))
		assert.Check(t, is.ErrorContains(err, want), raw)
	}
}
