// Command site writes the documentation as a site that works from files and needs no
// network: the pages of docs/, and those that it makes of the program's own words and of
// the features. Sphinx with MyST and Furo does the rest. A link that leads nowhere, or a
// page that would load something from the network, is an error.
//
//	go run ./cmd/site [-o DIR]
package main

import (
	"bytes"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed conf.py
var conf string

//go:embed site.css
var style string

func main() {
	dir := flag.String("o", ".artifacts/site", "write into `DIR`, which is made anew")
	flag.Parse()
	if err := site(*dir); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// site writes the site into dir. The working directory is the repository.
func site(dir string) error {
	work, err := os.MkdirTemp("", "mcpsim-site-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	program := filepath.Join(work, "mcpsim")
	if _, err := output("go", "build", "-o", program, "./cmd/mcpsim"); err != nil {
		return err
	}
	s := source{dir: filepath.Join(work, "source"), program: program}
	for _, write := range []func() error{s.documents, s.guarantees, s.commands, s.steps, s.checks, s.events, s.schemas, s.field, s.matrix, s.clientMatrix, s.index} {
		if err := write(); err != nil {
			return err
		}
	}
	if err := errors.Join(s.write("conf.py", conf), s.write("_static/site.css", style)); err != nil {
		return err
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if _, err := output("sphinx-build", "-q", "-W", "--keep-going", "-d", filepath.Join(work, "doctrees"), s.dir, dir); err != nil {
		return fmt.Errorf("%w\nnext: make site installs Sphinx with MyST and Furo where apt-get can", err)
	}
	if err := os.RemoveAll(filepath.Join(dir, ".buildinfo")); err != nil {
		return err
	}
	return verify(dir)
}

// source is what the site is made of.
type source struct {
	dir     string // the pages are written here
	program string // mcpsim
}

// write writes a page, or another file, under its name with slashes.
func (s source) write(name, text string) error {
	file := filepath.Join(s.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text), 0o644)
}

// ask is what mcpsim says.
func (s source) ask(args ...string) (string, error) {
	out, err := output(s.program, args...)
	return string(out), err
}

// output is what a command writes to stdout.
func output(name string, args ...string) ([]byte, error) {
	var out, errs bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s%s", filepath.Base(name), strings.Join(args, " "), err, &out, &errs)
	}
	return out.Bytes(), nil
}
