package atomicfile

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
)

// maxName is how long the name of a file may be, in bytes, on nearly every file system.
const maxName = 255

// Beside is the path of a file that accompanies another one in its folder: prefix, the
// name of that file and suffix, or, where that would be too long for a name, a hash of the
// name between them.
func Beside(name, prefix, suffix string) string {
	base := filepath.Base(name)
	if len(prefix)+len(base)+len(suffix) > maxName {
		sum := sha256.Sum256([]byte(base))
		base = hex.EncodeToString(sum[:16])
	}
	return filepath.Join(filepath.Dir(name), prefix+base+suffix)
}
