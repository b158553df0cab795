package catalog

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"gotest.tools/v3/assert"
)

func TestSubscriptionIsDue_F_52(t *testing.T) {
	for s, want := range map[subscription][2]subscription{ // not wanted, wanted
		unsubscribed:  {unsubscribed, subscribing},
		subscribing:   {subscribing, subscribing},
		subscribed:    {unsubscribing, subscribed},
		unsubscribing: {unsubscribing, unsubscribing},
		refused:       {refused, refused},
	} {
		assert.Equal(t, s.next(false), want[0], "%d", s)
		assert.Equal(t, s.next(true), want[1], "%d", s)
	}
}

func TestSubscriptionIsAnswered(t *testing.T) {
	no := errors.New("no")
	assert.Equal(t, subscribing.answered(nil), subscribed)
	assert.Equal(t, subscribing.answered(no), refused)
	assert.Equal(t, unsubscribing.answered(nil), unsubscribed)
	assert.Equal(t, unsubscribing.answered(no), unsubscribed)
}

func TestInstructionsAreClipped_F_54(t *testing.T) {
	for in, want := range map[string]int{
		"":                              0,
		"short":                         5,
		strings.Repeat("é", 4000):       4000,
		strings.Repeat("é", 4000) + "x": 4000,
		strings.Repeat("\xff", 4001):    4000, // not UTF-8
	} {
		out := clip(in)
		assert.Equal(t, utf8.RuneCountInString(out), want)
		assert.Assert(t, strings.HasPrefix(in, out))
	}
}
