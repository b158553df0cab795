package words

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression that is compiled when it is needed first, and panics then
// if it is none. All that a program has would be compiled whenever it begins.
func Pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
