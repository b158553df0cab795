package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// standIn is a program that writes a page and completions as mcpsim does.
const standIn = "#!/bin/sh\nif [ $1 = man ]; then mkdir -p $3 && echo page >$3/mcpsim.1 && echo run >$3/mcpsim-run.1; else echo completion $2; fi\n"

func pretend(_, _, file string) error { return os.WriteFile(file, []byte(standIn), 0o755) }

// inspected is what is said to be in that program.
func inspected(string) (*debug.BuildInfo, error) {
	return &debug.BuildInfo{GoVersion: "go1.99.1", Main: debug.Module{Path: "github.com/mcpsim/mcpsim"}, Deps: []*debug.Module{
		{Path: "example.test/Lib", Version: "v1.2.3+incompatible"},
		{Path: "example.test/old", Version: "v1.0.0", Replace: &debug.Module{Path: "example.test/new", Version: "v2.0.0"}},
	}}, nil
}

// theRelease makes a release once for all tests and returns its folder.
var theRelease = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "mcpsim-release-test-")
	if err != nil {
		return "", err
	}
	r := release{dir: dir, version: "v1.2.3", build: pretend, inspect: inspected}
	return dir, r.make(platforms)
})

func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		panic(err)
	}
	code := m.Run()
	if dir, err := theRelease(); err == nil {
		_ = os.RemoveAll(dir)
	}
	os.Exit(code)
}

// file is a file of the release.
func file(t *testing.T, name string) []byte {
	t.Helper()
	dir, err := theRelease()
	assert.NilError(t, err)
	data, err := os.ReadFile(filepath.Join(dir, name))
	assert.NilError(t, err)
	return data
}

// Every file of a release is in the list of checksums, and another release is the same bytes.
func TestReleaseIsReproducible(t *testing.T) {
	again := release{dir: t.TempDir(), version: "v1.2.3", build: pretend, inspect: inspected}
	assert.NilError(t, again.make(platforms))
	var names []string
	for line := range strings.Lines(string(file(t, "checksums.txt"))) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		data := file(t, name)
		other, err := os.ReadFile(filepath.Join(again.dir, name))
		assert.NilError(t, err)
		assert.Check(t, bytes.Equal(data, other), "%s differs", name)
		assert.Equal(t, sum, fmt.Sprintf("%x", sha256.Sum256(data)))
		names = append(names, name)
	}
	entries, err := os.ReadDir(again.dir)
	assert.NilError(t, err)
	assert.Equal(t, len(entries), len(names)+1, "and nothing but these and their checksums")
	assert.Equal(t, len(names), 6+6+2*3+2+2, "archives, lists of what is in them, packages, images, manifests")
}

// The archives hold the program and what belongs to it.
func TestArchives(t *testing.T) {
	for _, platform := range platforms {
		folder, program, ending, look := "mcpsim_v1.2.3_"+strings.ReplaceAll(platform, "/", "_"), "mcpsim", ".tar.gz", inTarball
		if strings.HasPrefix(platform, "windows") {
			program, ending, look = "mcpsim.exe", ".zip", inZIP
		}
		var want []string
		for _, member := range []string{
			"CHANGELOG.md", "LICENSE", "README.md", "SECURITY.md", "THIRD_PARTY_LICENSES.txt", "completions/_mcpsim", "completions/mcpsim.bash",
			"completions/mcpsim.fish", "completions/mcpsim.ps1", "man/man1/mcpsim-run.1", "man/man1/mcpsim.1", program + "*",
		} {
			want = append(want, folder+"/"+member)
		}
		slices.Sort(want)
		members := look(t, file(t, folder+ending))
		assert.DeepEqual(t, slices.Sorted(maps.Keys(members)), want)
		assert.Equal(t, string(members[folder+"/"+program+"*"]), standIn)
		assert.Equal(t, string(members[folder+"/completions/_mcpsim"]), "completion zsh\n")
	}
}

// inTarball are the members of an archive; the name of one that can be run has a star.
func inTarball(t *testing.T, data []byte) map[string][]byte {
	t.Helper()
	packed, err := gzip.NewReader(bytes.NewReader(data))
	assert.NilError(t, err)
	r, out := tar.NewReader(packed), map[string][]byte{}
	for {
		h, err := r.Next()
		if err == io.EOF {
			return out
		}
		assert.NilError(t, err)
		text, err := io.ReadAll(r)
		assert.NilError(t, err)
		out[h.Name+star(h.Mode)] = text
	}
}

func inZIP(t *testing.T, data []byte) map[string][]byte {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	assert.NilError(t, err)
	out := map[string][]byte{}
	for _, f := range r.File {
		in, err := f.Open()
		assert.NilError(t, err)
		text, err := io.ReadAll(in)
		assert.NilError(t, err)
		out[f.Name+star(int64(f.Mode()))] = text
	}
	return out
}

func star(mode int64) string {
	if mode&0o100 != 0 {
		return "*"
	}
	return ""
}

// Every module that is in the program is in the list of licences.
func TestLicences(t *testing.T) {
	text, err := licences()
	assert.NilError(t, err)
	for _, want := range []string{"== github.com/spf13/cobra v", "== github.com/coder/websocket v", "== github.com/inconshreveable/mousetrap v", "== Go \n", "Apache License", "MIT License"} {
		assert.Check(t, is.Contains(string(text), want))
	}
	assert.Check(t, !strings.Contains(string(text), "gotest.tools"), "only tests need it")
	_, err = licence(t.TempDir())
	assert.Check(t, is.ErrorContains(err, "no licence in"))
}

// The list of dependencies says which modules are in the program.
func TestDependenciesAreListed(t *testing.T) {
	page, err := os.ReadFile("docs/dependencies.md")
	assert.NilError(t, err)
	listed := map[string]string{} // "yes" or "no" by module
	for line := range strings.Lines(string(page)) {
		if cells := strings.Split(line, "|"); len(cells) == 6 && strings.Contains(cells[1], "`") {
			listed[strings.Trim(cells[1], " `")] = strings.TrimSpace(cells[3])
		}
	}
	modules, err := modules()
	assert.NilError(t, err)
	for _, m := range modules {
		path, _, _ := strings.Cut(m, " ")
		assert.Check(t, is.Equal(listed[path], "yes"), path)
		delete(listed, path)
	}
	text, err := os.ReadFile("go.mod")
	assert.NilError(t, err)
	for path, in := range listed {
		assert.Check(t, in == "no" && strings.Contains(string(text), "\t"+path+" v"), "%s is not in the program, or in go.mod", path)
	}
	assert.Check(t, is.Equal(strings.Count(string(text), "\n\t"), len(modules)+len(listed)), "a module of go.mod is not listed")
}

// The pages in an archive lead to what is in the repository alone.
func TestOutward(t *testing.T) {
	got := outward([]byte("[a](docs/a.md#b), [c](https://c.test/d), [e](#f), [g](runtime/)\n"))
	assert.Equal(t, string(got), "[a](https://github.com/mcpsim/mcpsim/blob/main/docs/a.md#b), [c](https://c.test/d), [e](#f), "+
		"[g](https://github.com/mcpsim/mcpsim/blob/main/runtime/)\n")
}
