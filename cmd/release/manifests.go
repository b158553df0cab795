package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
)

// download is where the files of a release will be.
func (r *release) download(name string) string {
	return homepage + "/releases/download/" + r.version + "/" + name
}

// sum is the SHA-256 of a file of the release.
func (r *release) sum(name string) (string, error) {
	data, err := os.ReadFile(filepath.Join(r.dir, name))
	return fmt.Sprintf("%x", sha256.Sum256(data)), err
}

// archiveOf is what a manifest says of an archive.
type archiveOf struct{ Arch, URL, Sum string }

// archivesOf are those of a system, in the order in which they were built.
func (r *release) archivesOf(system string, all []built) (out []archiveOf, err error) {
	for _, b := range all {
		if b.system != system {
			continue
		}
		sum, err := r.sum(r.archived(b))
		if err != nil {
			return nil, err
		}
		out = append(out, archiveOf{b.arch, r.download(r.archived(b)), sum})
	}
	return out, nil
}

var formula = template.Must(template.New("formula").Parse(`class Mcpsim < Formula
  desc "{{.Desc}}"
  homepage "{{.Homepage}}"
  version "{{.Version}}"
  license "Apache-2.0"
{{range .Systems}}
  on_{{.Name}} do
{{- range .Archives}}
    on_{{if eq .Arch "arm64"}}arm{{else}}intel{{end}} do
      url "{{.URL}}"
      sha256 "{{.Sum}}"
    end
{{- end}}
  end
{{end}}
  def install
    bin.install "mcpsim"
    man1.install Dir["man/man1/*.1"]
    bash_completion.install "completions/mcpsim.bash" => "mcpsim"
    zsh_completion.install "completions/_mcpsim"
    fish_completion.install "completions/mcpsim.fish"
  end

  test do
    assert_match "self-test passed", shell_output("#{bin}/mcpsim version --self-test")
  end
end
`))

// homebrew writes a formula for macOS and Linux.
func (r *release) homebrew(all []built) error {
	type system struct {
		Name     string
		Archives []archiveOf
	}
	var systems []system
	for _, s := range []struct{ name, system string }{{"macos", "darwin"}, {"linux", "linux"}} {
		archives, err := r.archivesOf(s.system, all)
		if err != nil {
			return err
		}
		if len(archives) > 0 {
			systems = append(systems, system{s.name, archives})
		}
	}
	if len(systems) == 0 {
		return nil
	}
	var out bytes.Buffer
	err := formula.Execute(&out, map[string]any{
		"Desc": summary, "Homepage": homepage, "Version": strings.TrimPrefix(r.version, "v"), "Systems": systems,
	})
	if err != nil {
		return err
	}
	return r.write("mcpsim.rb", out.Bytes())
}

// scooped is what a manifest of Scoop says of an archive.
type scooped struct {
	URL  string `json:"url"`
	Hash string `json:"hash"`
	Dir  string `json:"extract_dir"`
}

// scoop writes a manifest for Windows.
func (r *release) scoop(all []built) error {
	archives, err := r.archivesOf("windows", all)
	if err != nil || len(archives) == 0 {
		return err
	}
	architecture := map[string]scooped{}
	for _, a := range archives {
		name := map[string]string{"amd64": "64bit", "arm64": "arm64"}[a.Arch]
		i := slices.IndexFunc(all, func(b built) bool { return b.system == "windows" && b.arch == a.Arch })
		architecture[name] = scooped{a.URL, a.Sum, r.name(all[i])}
	}
	data, err := json.MarshalIndent(map[string]any{
		"version": strings.TrimPrefix(r.version, "v"), "description": summary, "homepage": homepage, "license": "Apache-2.0",
		"architecture": architecture, "bin": "mcpsim.exe",
	}, "", "  ")
	if err != nil {
		return err
	}
	return r.write("mcpsim.json", append(data, '\n'))
}
