//go:build !linux

package process

import "os"

// output is what a process writes, until every process that inherited the pipe has
// closed it.
type output struct{ *os.File }
