package manager

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// at asks a breaker at these seconds and writes down what it says: p for pass, B for
// the moment it opens, - for refused.
func at(f *breaker, b Breaker, seconds ...int) string {
	begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var said []byte
	for _, s := range seconds {
		switch ok, first := f.allow(b, begin.Add(time.Duration(s)*time.Second)); {
		case ok:
			said = append(said, 'p')
		case first:
			said = append(said, 'B')
		default:
			said = append(said, '-')
		}
	}
	return string(said)
}

func TestFuse_D_06(t *testing.T) {
	five := Breaker{Limit: 5, Within: 30 * time.Second}
	for name, c := range map[string]struct {
		breaker Breaker
		seconds []int
		want    string
	}{
		"no limit":           {Breaker{}, []int{0, 0, 0, 0, 0, 0, 0}, "ppppppp"},
		"six at once":        {five, []int{0, 0, 0, 0, 0, 0}, "pppppB"},
		"open is open":       {five, []int{0, 0, 0, 0, 0, 0, 1, 3600}, "pppppB--"},
		"29 s are too few":   {five, []int{0, 6, 12, 18, 24, 29}, "pppppB"},
		"30 s are enough":    {five, []int{0, 6, 12, 18, 24, 30, 36, 42}, "pppppppp"},
		"the window slides":  {five, []int{0, 29, 29, 29, 29, 30, 31}, "ppppppB"},
		"one is never given": {Breaker{Limit: 1, Within: time.Second}, []int{0, 0}, "pB"},
	} {
		assert.Equal(t, at(new(breaker), c.breaker, c.seconds...), c.want, name)
	}
}

func TestAskingResetsTheBreaker_D_06(t *testing.T) {
	five := Breaker{Limit: 5, Within: 30 * time.Second}
	s := &server{m: new(Manager)}
	assert.Equal(t, at(&s.breaker, five, 0, 0, 0, 0, 0, 0), "pppppB")
	s.resetBreaker()
	assert.Equal(t, at(&s.breaker, five, 0, 0, 0, 0, 0, 0, 0), "ppppppB", "what was asked for does not count")
	s.reconnect = newOutcome()
	s.resetBreaker()
	assert.Equal(t, at(&s.breaker, five, 0, 0, 0, 0, 0, 0), "pppppB", "what is under way has passed")
}
