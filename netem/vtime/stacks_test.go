package vtime

import (
	"testing"

	"gotest.tools/v3/assert"
)

// Of all goroutines those of one bubble are told, and as culprits only those that hold it up.
func TestStacksOfABubble(t *testing.T) {
	const all = "goroutine 1 [running]:\na()\n\ngoroutine 2 [select (durable), synctest bubble 7]:\nb()\n\n" +
		"goroutine 3 [sync.Mutex.Lock, synctest bubble 7, 3 minutes]:\nc()\n\ngoroutine 4 [running, synctest bubble 77]:\nd()\n"
	assert.Equal(t, bubbleStacks([]byte(all), "synctest bubble 7", false),
		"goroutine 2 [select (durable), synctest bubble 7]:\nb()\n\ngoroutine 3 [sync.Mutex.Lock, synctest bubble 7, 3 minutes]:\nc()")
	assert.Equal(t, bubbleStacks([]byte(all), "synctest bubble 7", true), "goroutine 3 [sync.Mutex.Lock, synctest bubble 7, 3 minutes]:\nc()")
	assert.Equal(t, bubbleStacks([]byte(all), "synctest bubble 8", false), "")
	assert.Equal(t, trimPanicStack("goroutine 1:\ndebug.Stack()\npanic(x)\nculprit()\n"), "panic(x)\nculprit()")
	assert.Equal(t, trimPanicStack(" no panic "), "no panic")
}

// Of a storm the five busiest are told, the busiest first, and of equals in order of their names.
func TestWhoStorms(t *testing.T) {
	var fired []string
	for name, n := range map[string]int{"a": 1, "b": 3, "c": 2, "d": 2, "e": 1, "f": 1} {
		for range n {
			fired = append(fired, name)
		}
	}
	assert.Error(t, newStormError(fired, 7), "storm: 10 events within one virtual millisecond at 7ns: an endless loop without delay; busiest: b (3), c (2), d (2), a (1), e (1)")
}
