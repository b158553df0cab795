package probe

import (
	"slices"
	"strconv"
)

// Reserved reports whether the code of an error is one of those that are reserved for the
// specification and not defined there. One of an earlier revision is another check's business.
func Reserved(code string) bool {
	n, err := strconv.Atoi(code)
	return err == nil && n <= -32020 && n >= -32099 && n != -32042 && !slices.Contains(modernErrors, code)
}

// Legacy reports whether the code of an error is one of those that were there before they were
// handed out by the specification, and that no new server is to use. One of an earlier revision is
// another check's business.
func Legacy(code string) bool {
	n, err := strconv.Atoi(code)
	return err == nil && n <= -32000 && n >= -32019 && n != -32002
}
