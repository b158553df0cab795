package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"debug/buildinfo"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/CycloneDX/cyclonedx-go"
	"github.com/blakesmith/ar"
	"github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/validate"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// installs is what a package has to have, with the mode of the program.
var installs = map[string]int64{
	"usr/bin/mcpsim": 0o755, "usr/share/man/man1/mcpsim.1": 0o644, "usr/share/bash-completion/completions/mcpsim": 0o644,
	"usr/share/zsh/site-functions/_mcpsim": 0o644, "usr/share/fish/vendor_completions.d/mcpsim.fish": 0o644,
	"usr/share/doc/mcpsim/copyright": 0o644, "usr/share/doc/mcpsim/THIRD_PARTY_LICENSES.txt": 0o644,
}

// modes are the files of a tape archive with their modes, and the program.
func modes(t *testing.T, archive io.Reader) (found map[string]int64, program string) {
	t.Helper()
	found = map[string]int64{}
	for r := tar.NewReader(archive); ; {
		h, err := r.Next()
		if err == io.EOF {
			return found, program
		}
		assert.NilError(t, err)
		assert.Check(t, h.ModTime.Before(made.AddDate(0, 0, 1)), "%s is of %s", h.Name, h.ModTime)
		name := strings.TrimPrefix(strings.TrimPrefix(h.Name, "."), "/")
		found[name] = h.Mode & 0o7777
		if name == "usr/bin/mcpsim" || name == "usr/bin/mcpsim-explore" {
			data, err := io.ReadAll(r)
			assert.NilError(t, err)
			program = string(data)
		}
	}
}

func unpacked(t *testing.T, data []byte) io.Reader {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(data))
	assert.NilError(t, err)
	return r
}

func hasInstalled(t *testing.T, archive io.Reader) {
	t.Helper()
	found, program := modes(t, archive)
	for name, mode := range installs {
		assert.Check(t, is.Equal(found[name], mode), name)
	}
	assert.Equal(t, program, standIn)
}

func TestDeb(t *testing.T) {
	parts := map[string][]byte{}
	for r := ar.NewReader(bytes.NewReader(file(t, "mcpsim_v1.2.3_linux_arm64.deb"))); ; {
		h, err := r.Next()
		if err == io.EOF {
			break
		}
		assert.NilError(t, err)
		data, err := io.ReadAll(r)
		assert.NilError(t, err)
		parts[strings.TrimSuffix(h.Name, "/")] = data
	}
	hasInstalled(t, unpacked(t, parts["data.tar.gz"]))
	control, err := io.ReadAll(unpacked(t, parts["control.tar.gz"]))
	assert.NilError(t, err)
	for _, want := range []string{"Package: mcpsim\n", "Version: 1.2.3-1\n", "Architecture: arm64\n", "Description: " + summary} {
		assert.Check(t, is.Contains(string(control), want))
	}
}

func TestAPK(t *testing.T) {
	data := file(t, "mcpsim_v1.2.3_linux_amd64.apk") // tape archives one after the other
	hasInstalled(t, unpacked(t, data))
	text, err := io.ReadAll(unpacked(t, data))
	assert.NilError(t, err)
	assert.Check(t, is.Contains(string(text), "pkgver = 1.2.3-r1\n"))
	assert.Check(t, is.Contains(string(text), "arch = x86_64\n"))
}

func TestRPM(t *testing.T) {
	data := file(t, "mcpsim_v1.2.3_linux_amd64.rpm")
	assert.Equal(t, string(data[:4]), "\xed\xab\xee\xdb")
	head, _, found := bytes.Cut(data, []byte{0x1f, 0x8b, 8})
	assert.Assert(t, found)
	for _, want := range []string{"mcpsim-1.2.3-1", "x86_64", summary} {
		assert.Check(t, is.Contains(string(head), want))
	}
	payload, err := io.ReadAll(unpacked(t, data[len(head):]))
	assert.NilError(t, err)
	assert.Check(t, is.Contains(string(payload), standIn))
	for name := range installs {
		assert.Check(t, is.Contains(string(payload), name))
	}
}

// The version of a package begins with a digit, and a snapshot is older than every release.
func TestNumbers(t *testing.T) {
	for version, want := range map[string]string{"v1.2.3": "1.2.3", "0.1.0": "0.1.0", "v0.1.0-3-gabc-dirty": "0.0.0~v0.1.0.3.gabc.dirty", "8eb6cb9": "0.0.0~8eb6cb9"} {
		assert.Equal(t, (&release{version: version}).number(), want)
	}
}

// The images have their program for each processor, certificates, and nothing that another
// build would have differently.
func TestImages(t *testing.T) {
	for _, program := range []string{"mcpsim", "mcpsim-explore"} {
		index := named(t, file(t, program+"_v1.2.3_image.tar"), program+":v1.2.3")
		assert.NilError(t, validate.Index(index))
		manifest, err := index.IndexManifest()
		assert.NilError(t, err)
		var processors []string
		for _, d := range manifest.Manifests {
			processors = append(processors, d.Platform.String())
			image, err := index.Image(d.Digest)
			assert.NilError(t, err)
			looksRight(t, image, program)
		}
		assert.DeepEqual(t, processors, []string{"linux/amd64", "linux/arm64"})
	}
}

// named is the image with a name in an archive of an OCI layout.
func named(t *testing.T, archive []byte, name string) v1.ImageIndex {
	t.Helper()
	dir := t.TempDir()
	members, err := untape(bytes.NewReader(archive), func(name string) string { return name })
	assert.NilError(t, err)
	writeBelow(t, dir, members)
	outer, err := layout.ImageIndexFromPath(dir)
	assert.NilError(t, err)
	list, err := outer.IndexManifest()
	assert.NilError(t, err)
	assert.Equal(t, list.Manifests[0].Annotations["org.opencontainers.image.ref.name"], name)
	index, err := outer.ImageIndex(list.Manifests[0].Digest)
	assert.NilError(t, err)
	return index
}

// writeBelow writes files and links below a folder.
func writeBelow(t *testing.T, dir string, members []member) {
	t.Helper()
	for _, m := range members {
		name := filepath.Join(dir, filepath.FromSlash(m.name))
		assert.NilError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		if m.link != "" {
			assert.NilError(t, os.Symlink(m.link, name))
		} else {
			assert.NilError(t, os.WriteFile(name, m.data, os.FileMode(m.mode())))
		}
	}
}

func looksRight(t *testing.T, image v1.Image, name string) {
	t.Helper()
	config, err := image.ConfigFile()
	assert.NilError(t, err)
	assert.DeepEqual(t, config.Config.Entrypoint, []string{"/usr/bin/" + name})
	assert.Equal(t, config.Config.User, unprivileged)
	assert.Check(t, config.Created.Equal(made))
	layers, err := image.Layers()
	assert.NilError(t, err)
	assert.Equal(t, len(layers), 1)
	content, err := layers[0].Uncompressed()
	assert.NilError(t, err)
	data, err := io.ReadAll(content)
	assert.NilError(t, err)
	found, program := modes(t, bytes.NewReader(data))
	assert.DeepEqual(t, found, map[string]int64{"usr/bin/" + name: 0o755, roots: 0o644, "tmp/": 0o1777, "work/": 0o1777})
	assert.Equal(t, program, standIn)
	assert.Check(t, strings.Count(string(data), "BEGIN CERTIFICATE") > 50)
}

// What is in a program is listed with the version that was built in.
func TestBillOfMaterials(t *testing.T) {
	var list cyclonedx.BOM
	assert.NilError(t, cyclonedx.NewBOMDecoder(bytes.NewReader(file(t, "mcpsim_v1.2.3_darwin_arm64.cdx.json")), cyclonedx.BOMFileFormatJSON).Decode(&list))
	assert.Equal(t, list.Metadata.Component.PackageURL, "pkg:golang/github.com/mcpsim/mcpsim@1.2.3")
	var found []string
	for _, c := range *list.Components {
		found = append(found, c.PackageURL)
	}
	assert.DeepEqual(t, found, []string{"pkg:golang/std@1.99.1", "pkg:golang/example.test/lib@v1.2.3%2Bincompatible", "pkg:golang/example.test/new@v2.0.0"})
	assert.Equal(t, len(*(*list.Dependencies)[0].Dependencies), 3)

	self, err := os.Executable() // a real program has this, too
	assert.NilError(t, err)
	info, err := buildinfo.ReadFile(self)
	assert.NilError(t, err)
	assert.Check(t, len(info.Deps) > 0 && info.GoVersion != "")
}

// The manifests name archives of this release, with their checksums.
func TestManifests(t *testing.T) {
	sums := string(file(t, "checksums.txt"))
	sumOf := func(name string) string {
		before, _, found := strings.Cut(sums, "  "+name+"\n")
		assert.Assert(t, found, name)
		return before[len(before)-64:]
	}
	const from = "https://github.com/mcpsim/mcpsim/releases/download/v1.2.3/"
	brew := string(file(t, "mcpsim.rb"))
	for _, name := range []string{"darwin_amd64", "darwin_arm64", "linux_amd64", "linux_arm64"} {
		archive := "mcpsim_v1.2.3_" + name + ".tar.gz"
		assert.Check(t, is.Contains(brew, "      url \""+from+archive+"\"\n      sha256 \""+sumOf(archive)+"\"\n"))
	}
	assert.Check(t, is.Contains(brew, "  version \"1.2.3\"\n"))
	assert.Equal(t, strings.Count(brew, " do\n"), strings.Count(brew, "  end\n")-1, "blocks that do not end")

	var scoop struct {
		Version, Bin string
		Architecture map[string]scooped
	}
	assert.NilError(t, json.Unmarshal(file(t, "mcpsim.json"), &scoop))
	assert.Equal(t, scoop.Version+scoop.Bin, "1.2.3mcpsim.exe")
	for name, arch := range map[string]string{"64bit": "amd64", "arm64": "arm64"} {
		folder := "mcpsim_v1.2.3_windows_" + arch
		assert.DeepEqual(t, scoop.Architecture[name], scooped{from + folder + ".zip", sumOf(folder + ".zip"), folder})
	}
}
