package login

import (
	"bufio"
	"context"
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/connect"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/terminal"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/config"
)

// Offer asks the user of a terminal whether to log in to a server that wants it, and does
// that: it reports whether there is a login now. Where stdin, stdout or stderr is no
// terminal nothing is asked: a script must never wait for an answer.
func Offer(ctx context.Context, u *ui.UI, s config.Server, o connect.LoginOptions) bool {
	if !ui.IsTerminal(u.Stdin) || !ui.IsTerminal(u.Stdout) || !ui.IsTerminal(u.Stderr) {
		return false
	}
	u.Clear()
	fmt.Fprintf(u.Err, "%s ", Question(s.Name))
	if !Agrees(answer(ctx, u)) {
		return false
	}
	text, err := Run(ctx, u, s, o)
	if err != nil {
		text = err.Error()
	}
	u.Hint("%s", words.PrintableLines(text))
	return err == nil
}

// Run logs in to a server as mcpsim login does with a browser, whose address is shown on
// stderr, and says what there is now.
func Run(ctx context.Context, u *ui.UI, s config.Server, o connect.LoginOptions) (string, error) {
	return (&command{ui: u, credentials: o.Credentials, revision: o.Revision}).perform(ctx, s, o.Redact)
}

// Question asks whether to log in to a server.
func Question(server string) string {
	return words.Printable(server) + " needs a login. Log in now? [Y/n]"
}

// Agrees reports whether an answer to a [Question] is yes, which is what no words mean.
func Agrees(answer string) bool {
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "", "y", "yes":
		return true
	}
	return false
}

// answer is a line of the user; "no" if there is none.
func answer(ctx context.Context, u *ui.UI) string {
	from, stop := terminal.Interruptible(u.Stdin)
	lines := make(chan string)
	go func() { // joined below
		line, err := bufio.NewReaderSize(from, 1).ReadString('\n')
		if err != nil {
			line = "no"
		}
		lines <- line
	}()
	select {
	case line := <-lines:
		stop()
		return line
	case <-ctx.Done():
		stop()
		<-lines
		return "no"
	}
}
