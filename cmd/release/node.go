package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/blakesmith/ar"
	"github.com/ulikunitz/xz"
)

// pins are the parts that the image with Node is made of, as sha256sum writes them: packages
// of Debian (the C library, and a shell for npx) and of npm (node, npm), by processor.
//
//go:embed node.sums
var pins string

// nodeBelow is the layer with Node for a processor, of the parts in a folder with these sums.
func nodeBelow(dir, sums, arch string) ([]member, error) {
	var out []member
	for line := range strings.Lines(sums) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		if !strings.HasPrefix(name, arch+"/") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return nil, fmt.Errorf("%w: scripts/node-parts.sh fetches it", err)
		}
		if fmt.Sprintf("%x", sha256.Sum256(data)) != sum {
			return nil, fmt.Errorf("%s is not the one of cmd/release/node.sums", name)
		}
		members, err := partsOf(path.Base(name), data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		out = append(out, members...)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("cmd/release/node.sums names nothing for %s", arch)
	}
	out = append(out, nodeLinks...)
	slices.SortFunc(out, func(a, b member) int { return strings.Compare(a.name, b.name) })
	return out, nil
}

// nodeLinks are the names under which programs of the image are called, and who runs them.
var nodeLinks = []member{
	{name: "bin/sh", link: "busybox"},
	{name: "usr/bin/env", link: "../../bin/busybox"},
	{name: "usr/bin/npm", link: "../lib/node_modules/npm/bin/npm-cli.js"},
	{name: "usr/bin/npx", link: "../lib/node_modules/npm/bin/npx-cli.js"},
	{name: "etc/passwd", data: []byte("root:x:0:0:root:/:/bin/sh\nmcpsim:x:65532:65532:mcpsim:/work:/bin/sh\n")},
	{name: "etc/group", data: []byte("root:x:0:\nmcpsim:x:65532:\n")},
}

// partsOf are the files of a package that belong into the image.
func partsOf(name string, data []byte) ([]member, error) {
	switch {
	case strings.HasSuffix(name, ".deb"):
		packed, err := contentOfDeb(data)
		if err != nil {
			return nil, err
		}
		return untape(packed, ofDebian)
	case strings.HasPrefix(name, "node-linux-"):
		return ungzip(data, func(file string) string {
			return map[string]string{"package/bin/node": "usr/bin/node", "package/LICENSE": "usr/share/doc/node/LICENSE"}[file]
		})
	case strings.HasPrefix(name, "npm-"):
		return ungzip(data, func(file string) string {
			return "usr/lib/node_modules/npm/" + strings.TrimPrefix(file, "package/")
		})
	}
	return nil, errors.New("want a package of Debian, of Node or npm")
}

// ofDebian is where a file of a package of Debian goes, "" for what only people read, but
// for its licence.
func ofDebian(file string) string {
	file = strings.TrimPrefix(file, "./")
	if strings.Contains(file, "/gconv/") || strings.HasPrefix(file, "usr/share/") && path.Base(file) != "copyright" {
		return ""
	}
	return file
}

// contentOfDeb are the files of a package of Debian, as a tape archive.
func contentOfDeb(data []byte) (io.Reader, error) {
	for r := ar.NewReader(bytes.NewReader(data)); ; {
		h, err := r.Next()
		if err != nil {
			return nil, fmt.Errorf("reading the package: %w", err)
		}
		if strings.HasPrefix(h.Name, "data.tar.xz") {
			return xz.NewReader(r)
		}
	}
}

func ungzip(data []byte, place func(string) string) ([]member, error) {
	packed, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return untape(packed, place)
}

// untape are the files and symbolic links of a tape archive where place wants them; "" leaves
// one out.
func untape(from io.Reader, place func(string) string) (out []member, err error) {
	for r := tar.NewReader(from); ; {
		h, err := r.Next()
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		m := member{name: place(h.Name), program: h.Mode&0o111 != 0}
		switch {
		case m.name == "" || h.Typeflag == tar.TypeDir:
			continue
		case h.Typeflag == tar.TypeSymlink:
			m.link = h.Linkname
		case h.Typeflag != tar.TypeReg:
			return nil, fmt.Errorf("%s is neither a file nor a symbolic link", h.Name)
		}
		if m.data, err = io.ReadAll(r); err != nil {
			return nil, err
		}
		out = append(out, m)
	}
}
