package main

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/apk" // the formats of packages
	_ "github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

// formats are those of the packages that are made for Linux.
var formats = []string{"deb", "rpm", "apk"}

// homepage is where mcpsim is found.
const homepage = "https://github.com/mcpsim/mcpsim"

// summary says what mcpsim is, in one line.
const summary = "Simulate MCP clients, servers and everything that goes wrong between them"

// packages makes a package of each format.
func (r *release) packages(b built) error {
	contents, err := r.installed(b)
	if err != nil {
		return err
	}
	for _, format := range formats {
		packager, err := nfpm.Get(format)
		if err != nil {
			return err
		}
		info := nfpm.WithDefaults(&nfpm.Info{
			Name: "mcpsim", Arch: b.arch, Platform: b.system, Version: r.number(), Release: "1", Section: "devel", Priority: "optional",
			Maintainer: "The mcpsim authors <mcpsim@users.noreply.github.com>", Description: summary, Homepage: homepage, License: "Apache-2.0", MTime: made,
			Overridables: nfpm.Overridables{Contents: contents, RPM: nfpm.RPM{BuildHost: "mcpsim", Summary: summary}},
		})
		var out bytes.Buffer
		if err := packager.Package(info, &out); err != nil {
			return fmt.Errorf("making the %s for %s: %w", format, b.arch, err)
		}
		if err := r.write(r.name(b)+"."+format, out.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

var released = regexp.MustCompile(`^v?(\d+\.\d+\.\d+)$`)

// number is the version as packages want it: that of a snapshot is before all others.
func (r *release) number() string {
	if m := released.FindStringSubmatch(r.version); m != nil {
		return m[1]
	}
	return "0.0.0~" + strings.Map(func(c rune) rune {
		if c == '-' || c == '_' {
			return '.'
		}
		return c
	}, r.version)
}

// place is where a file of an archive is installed, empty for one that is not.
func place(name string) string {
	switch dir, base := path.Split(name); {
	case dir == "man/man1/":
		return "/usr/share/man/man1/" + base
	case base == "mcpsim.bash":
		return "/usr/share/bash-completion/completions/mcpsim"
	case base == "_mcpsim":
		return "/usr/share/zsh/site-functions/_mcpsim"
	case base == "mcpsim.fish":
		return "/usr/share/fish/vendor_completions.d/mcpsim.fish"
	case base == "mcpsim.ps1":
		return "" // for Windows
	case base == "LICENSE":
		return "/usr/share/doc/mcpsim/copyright"
	}
	return "/usr/share/doc/mcpsim/" + name
}

// installed are the files of a package, which the packagers read from the disk.
func (r *release) installed(b built) (files.Contents, error) {
	root := filepath.Join(r.work, "installed-"+b.arch)
	var out files.Contents
	for _, m := range append([]member{{name: "mcpsim", data: b.program, program: true}}, r.shared...) {
		target := place(m.name)
		if m.program {
			target = "/usr/bin/mcpsim"
		}
		if target == "" {
			continue
		}
		source := filepath.Join(root, filepath.FromSlash(m.name))
		if err := os.MkdirAll(filepath.Dir(source), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(source, m.data, os.FileMode(m.mode())); err != nil {
			return nil, err
		}
		out = append(out, &files.Content{Source: source, Destination: target, FileInfo: &files.ContentFileInfo{
			Owner: "root", Group: "root", Mode: os.FileMode(m.mode()), MTime: made, Size: int64(len(m.data)),
		}})
	}
	return out, nil
}
