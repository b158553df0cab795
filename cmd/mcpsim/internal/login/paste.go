package login

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// fixedRedirect is where a browser is sent to that does not come back by itself. Nothing
// listens there.
const fixedRedirect = "http://127.0.0.1:33418/callback"

// maxPasted bounds what a user may paste, in bytes.
const maxPasted = 64 << 10

// paste is a user who opens the address elsewhere and pastes where the browser went.
type paste struct{ ui *ui.UI }

func (*paste) Redirect(context.Context, []string) (string, error) { return fixedRedirect, nil }

// Authorize reads one line. The read cannot be ended: it ends with the program.
func (p *paste) Authorize(ctx context.Context, r host.AuthorizationRequest) (string, error) {
	fmt.Fprintf(p.ui.Err, "open this address, log in at %s, and paste where the browser went (a page that cannot be reached):\n%s\n",
		words.Printable(r.Issuer), words.Visible(r.URL))
	lines := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(io.LimitReader(p.ui.Stdin, maxPasted)).ReadString('\n')
		lines <- strings.TrimSpace(line)
	}()
	select {
	case line := <-lines:
		if line == "" {
			return "", errors.New("nothing was pasted")
		}
		return line, nil
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}
