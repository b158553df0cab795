package proxy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/infile"
	"github.com/mcpsim/mcpsim/internal/plainhttp"
)

// ctlCommand returns `mcpsim proxy ctl`.
func ctlCommand(u *ui.UI) *cobra.Command {
	var tokenEnv string
	cmd := &cobra.Command{
		Use:   "ctl URL status | fault TEXT | rule FILE | change ID TEXT|FILE | remove ID | release [LABEL] | events",
		Short: "Give commands to a running proxy",
		Long: `Gives a command to a proxy that was started with --control and prints its answer, as
JSON. URL is the one that the proxy told on stderr.`,
		Example: `  mcpsim proxy ctl http://127.0.0.1:40901 status
  mcpsim proxy ctl http://127.0.0.1:40901 fault 'stall down'
  mcpsim proxy ctl http://127.0.0.1:40901 remove fault-1`,
		Args: cobra.MinimumNArgs(2),
		RunE: ui.Run(func(cmd *cobra.Command, args []string) error {
			return control(cmd.Context(), u, tokenEnv, args)
		}),
	}
	cmd.Flags().StringVar(&tokenEnv, "token-env", "", "send the token in the environment variable `NAME`")
	return cmd
}

// control asks a proxy.
func control(ctx context.Context, u *ui.UI, tokenEnv string, args []string) error {
	method, path, body, err := request(ctx, args[1], args[2:])
	switch {
	case err != nil && ctx.Err() != nil:
		return ui.Usage(err)
	case err != nil:
		return ui.Usage(fmt.Errorf("%w\nsee: mcpsim proxy ctl --help", err))
	}
	r, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(args[0], "/")+path, bytes.NewReader(body))
	if err != nil || r.URL.Scheme != "http" && r.URL.Scheme != "https" || r.URL.Host == "" {
		return ui.Usage(errors.New("want the URL of a proxy, such as http://127.0.0.1:40901")) // err repeats it
	}
	if tokenEnv != "" {
		r.Header.Set("Authorization", "Bearer "+os.Getenv(tokenEnv))
	}
	resp, err := client().Do(r)
	if err != nil {
		return ui.Fail(ui.ExitUnreachable, fmt.Errorf("asking the proxy: %s", masked(err)))
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
		return ui.Fail(ui.ExitFailed, fmt.Errorf("the proxy refused: %s", bytes.TrimSpace(text)))
	}
	_, err = io.Copy(u.Out, resp.Body)
	if cause := context.Cause(ctx); cause != nil {
		return ui.Fail(ui.ExitCode(cause), nil) // a signal is the usual end of events
	}
	return ui.Written(err)
}

// client follows no redirect: what it sends is for the proxy alone.
func client() *http.Client {
	return &http.Client{
		Transport:     plainhttp.Wire{RoundTripper: &http.Transport{MaxResponseHeaderBytes: 64 << 10}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// request is the request of a command.
func request(ctx context.Context, name string, args []string) (method, path string, body []byte, err error) {
	want := map[string]int{"fault": 1, "rule": 1, "change": 2, "remove": 1}[name]
	if name != "release" && len(args) != want {
		return "", "", nil, fmt.Errorf("%s: want %d words after it, have %d", name, want, len(args))
	}
	switch name {
	case "status", "events":
		return http.MethodGet, "/" + name, nil, nil
	case "fault":
		return http.MethodPost, "/faults", []byte(args[0]), nil
	case "rule":
		body, err = infile.Read(ctx, args[0], fakeserver.MaxScript)
		return http.MethodPost, "/rules", body, err
	case "remove":
		return http.MethodDelete, pathOf(args[0]), nil, nil
	case "change":
		if body = []byte(args[1]); strings.HasPrefix(args[0], "rule-") {
			body, err = infile.Read(ctx, args[1], fakeserver.MaxScript)
		}
		return http.MethodPut, pathOf(args[0]), body, err
	case "release":
		return http.MethodPost, "/release?label=" + url.QueryEscape(strings.Join(args, " ")), nil, nil
	}
	return "", "", nil, fmt.Errorf("%q is no command: want status, fault, rule, change, remove, release or events", name)
}

// pathOf is where a rule or a fault is found.
func pathOf(id string) string {
	kind, _, _ := strings.Cut(id, "-")
	return "/" + kind + "s/" + url.PathEscape(id)
}
