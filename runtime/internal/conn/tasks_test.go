package conn

import (
	"fmt"
	goruntime "runtime"
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

// Questions are counted before memory is spent on them: a million in one result took 200 MB.
func TestMillionsOfQuestions(t *testing.T) {
	var text strings.Builder
	for n := range 1_000_000 {
		fmt.Fprintf(&text, `,"%x":{}`, n)
	}
	inputs := []byte("{" + text.String()[1:] + "}")
	c := new(Conn)
	var before, after goruntime.MemStats
	goruntime.ReadMemStats(&before)
	_, round := c.answerAll(t.Context(), inputs)
	task := c.answerTask(t.Context(), &task{Inputs: inputs}, map[string]bool{})
	goruntime.ReadMemStats(&after)
	assert.Error(t, round, "1000000 questions at once, more than 64")
	assert.Error(t, task, "the task asks more than 64 questions")
	used := after.TotalAlloc - before.TotalAlloc
	assert.Check(t, used < 1<<20, "%d bytes", used)
}

// Questions are counted over the whole life of a task.
func TestATaskThatAsksOnAndOn(t *testing.T) {
	answered := map[string]bool{}
	for n := range maxInputs {
		answered[fmt.Sprint(n)] = true
	}
	err := new(Conn).answerTask(t.Context(), &task{Inputs: []byte(`{"one more":{}}`)}, answered)
	assert.Error(t, err, "the task asks more than 64 questions")
}

func TestTasksThatAreNone(t *testing.T) {
	for raw, want := range map[string]string{
		`[]`:                              "an array, not an object",
		`{`:                               "invalid JSON at byte 1: member name expected",
		`{}`:                              "its id has 0 bytes, want 1 to 1024",
		`{"taskId":7}`:                    `"taskId" is a number at byte 10, not a string`,
		`{"taskId":null}`:                 "its id has 0 bytes, want 1 to 1024",
		`{"taskId":"` + long(1025) + `"}`: "its id has 1025 bytes, want 1 to 1024",
		`{"status":{}}`:                   `"status" is an object at byte 10, not a string`,
		`{"statusMessage":[]}`:            `"statusMessage" is an array at byte 17, not a string`,
		`{"pollIntervalMs":"soon"}`:       `"pollIntervalMs" is a string at byte 18, not a number`,
		`{"pollIntervalMs":true}`:         `"pollIntervalMs" is a boolean at byte 18, not a number`,
	} {
		_, err := readTask([]byte(raw))
		assert.Check(t, is.Error(err, "reading a task: "+want), raw)
	}
}

func long(n int) string { return strings.Repeat("x", n) }

func TestTasksThatAreOne(t *testing.T) {
	got, err := readTask([]byte(`{"taskId":"` + long(1024) + `","status":"failed","statusMessage":"m","inputRequests":{"a":1},"result":[],"error":{"code":-1,"message":"no"}}`))
	assert.NilError(t, err)
	assert.Equal(t, got.ID, long(1024))
	assert.Equal(t, got.Status+" "+got.Message+" "+string(got.Inputs)+" "+string(got.Result), `failed m {"a":1} []`)
	assert.Error(t, got.failure.Err(), "MCP error -1: no")
	got, err = readTask([]byte(`{"TASKID":"a","error":null}`))
	assert.NilError(t, err)
	assert.Check(t, got.ID == "a" && got.failure.Err() == nil)
}
