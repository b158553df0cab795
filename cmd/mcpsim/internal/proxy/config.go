package proxy

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/serve"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
)

// showConfig prints the settings that make a client use the proxy in place of the server.
func (c *command) showConfig(args []string) error {
	entry, err := c.clientEntry(args)
	if err != nil {
		return ui.Usage(err)
	}
	text, err := serve.ClientSettings(c.printConfig, c.name(args), entry)
	if err != nil {
		return ui.Usage(err)
	}
	_, err = io.WriteString(c.ui.Out, text)
	return ui.Written(err)
}

// name is what the server is called in the settings.
func (f flags) name(args []string) string {
	if to, err := f.server(); f.to != "" && err == nil {
		return to.Hostname()
	}
	return filepath.Base(args[0])
}

// clientEntry is the proxy as a client finds it.
func (f flags) clientEntry(args []string) (serve.ClientEntry, error) {
	if f.to == "" {
		self, err := os.Executable()
		if err != nil {
			return serve.ClientEntry{}, fmt.Errorf("finding this program: %w", err)
		}
		own, err := f.clientArguments()
		return serve.ClientEntry{Type: "stdio", Command: self, Args: append(append(own, "--"), args...)}, err
	}
	to, err := f.server()
	if err != nil {
		return serve.ClientEntry{}, err
	}
	addr, scheme, err := f.address()
	if err == nil && strings.HasSuffix(addr, ":0") {
		err = errors.New("--print-config needs a port that stays: --http 127.0.0.1:8080")
	}
	return serve.ClientEntry{Type: scheme, URL: scheme + "://" + addr + to.EscapedPath()}, err
}

// clientArguments are those with which a client starts the proxy. It may do so in another
// folder, so files get absolute names.
func (f flags) clientArguments() ([]string, error) {
	out := []string{"proxy"}
	file := func(flag, name string) error {
		if name == "" {
			return nil
		}
		absolute, err := filepath.Abs(name)
		out = append(out, flag, absolute)
		return err
	}
	for _, name := range f.rules {
		if err := file("--rules", name); err != nil {
			return nil, err
		}
	}
	for _, text := range f.faults {
		out = append(out, "--fault", text)
	}
	for _, name := range f.secrets {
		out = append(out, "--secret", name)
	}
	if f.seed != 1 {
		out = append(out, "--seed", strconv.FormatUint(f.seed, 10))
	}
	return out, file("--record", f.record)
}
