package outfile

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// maxLinks bounds the links that lead to a path.
const maxLinks = 40

// descriptor is the number of the open file of this program that a path means, by itself or
// through links: /dev/stdout is one, and must not be replaced, whatever it leads to.
func descriptor(path string) (n int, ok bool) {
	open := []string{"/dev/fd", "/proc/self/fd", fmt.Sprintf("/proc/%d/fd", os.Getpid())}
	for range maxLinks {
		dir := filepath.Dir(path)
		if slices.Contains(open, dir) {
			n, err := strconv.Atoi(filepath.Base(path))
			return n, err == nil
		}
		to, err := os.Readlink(path)
		if err != nil {
			return 0, false
		}
		if path = to; !filepath.IsAbs(to) {
			path = filepath.Join(dir, to)
		}
	}
	return 0, false
}
