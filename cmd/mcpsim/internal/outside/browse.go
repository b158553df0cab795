package outside

import (
	"fmt"
	"os/exec"
	goruntime "runtime"
)

// Browse asks the machine to show a file in its browser, and does not wait until that is
// closed. path is absolute.
func Browse(path string) error {
	cmd := exec.Command("xdg-open", path)
	switch goruntime.GOOS {
	case "darwin":
		cmd = exec.Command("open", path)
	case "windows":
		cmd = exec.Command("rundll32", "url.dll,FileProtocolHandler", path)
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w %s", err, out)
	}
	return nil
}
