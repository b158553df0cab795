package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// licences are the licences of the modules that are in the program on any platform, and
// that of Go, whose library is in it, too.
func licences() ([]byte, error) {
	lines, err := modules()
	if err != nil {
		return nil, err
	}
	root, err := output("go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	for _, line := range append(lines, "Go - "+strings.TrimSpace(string(root))) {
		path, rest, _ := strings.Cut(line, " ")
		version, dir, _ := strings.Cut(rest, " ")
		text, err := licence(dir)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		fmt.Fprintf(&out, "== %s %s\n\n%s\n", path, strings.TrimPrefix(version, "-"), text)
	}
	return out.Bytes(), nil
}

// modules are the modules that are in the program: path, version and folder.
func modules() (lines []string, err error) {
	const form = `{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}`
	for _, system := range []string{"linux", "darwin", "windows"} {
		cmd := exec.Command("go", "list", "-deps", "-f", form, "./cmd/mcpsim")
		cmd.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		list, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("listing the modules for %s: %w", system, err)
		}
		lines = append(lines, strings.FieldsFunc(string(list), func(r rune) bool { return r == '\n' })...)
	}
	return slices.Compact(slices.Sorted(slices.Values(lines))), nil
}

// licence is the text of the licence in a folder.
func licence(dir string) ([]byte, error) {
	for _, pattern := range []string{"LICENSE*", "LICENCE*", "License*", "COPYING*"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err == nil && len(found) > 0 {
			return os.ReadFile(found[0])
		}
	}
	return nil, fmt.Errorf("no licence in %s", dir)
}
