// Command release makes the files of a release: an archive for each platform with the
// program, its manual pages, completions and licences; a list of what is in each program
// (CycloneDX); packages for Debian, Red Hat and Alpine; images for containers, one of them
// with Node if its parts are there; manifests for Homebrew and Scoop; and the checksums of
// all. It publishes nothing. The same commit and toolchain give the same bytes.
//
//	go -C cmd/release run . -o DIR [-version NAME] [-node DIR] [OS/ARCH ...]
//
// It is a module of its own, so that its libraries are not those of mcpsim.
package main

import (
	"bytes"
	"debug/buildinfo"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	goruntime "runtime"
	"runtime/debug"
	"strings"
)

// platforms are those for which a release has an archive.
var platforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

// documents of this repository are in every archive.
var documents = []string{"README.md", "LICENSE", "CHANGELOG.md", "SECURITY.md"}

// inward are the links of a page to another file of the repository.
var inward = regexp.MustCompile(`\]\(([^():#\s][^():\s]*)\)`)

// outward is a page whose links lead to the repository, as what they name is not beside it.
func outward(page []byte) []byte {
	return inward.ReplaceAll(page, []byte("]("+homepage+"/blob/main/$1)"))
}

// shells are those for which there is a completion, with the names of its file.
var shells = map[string]string{"bash": "mcpsim.bash", "zsh": "_mcpsim", "fish": "mcpsim.fish", "powershell": "mcpsim.ps1"}

func main() {
	dir := flag.String("o", ".artifacts/release", "write into `DIR`, which is made anew")
	version := flag.String("version", "snapshot", "the `NAME` of the version in those of the files")
	node := flag.String("node", "", "make an image with Node, too, of the parts in `DIR`, which scripts/node-parts.sh fetches")
	root := flag.String("C", "../..", "the `DIR` of the source")
	flag.Parse()
	chosen := flag.Args()
	if len(chosen) == 0 {
		chosen = platforms
	}
	out, err := filepath.Abs(*dir)
	if err == nil && *node != "" {
		*node, err = filepath.Abs(*node)
	}
	if err == nil {
		err = os.Chdir(*root)
	}
	if err == nil {
		r := release{dir: out, version: *version, node: *node, build: build, inspect: buildinfo.ReadFile}
		err = r.make(chosen)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release is what is made, and from what.
type release struct {
	dir, version string
	node         string // a folder with the parts of the image with Node; "" = there is none
	sums         string // of these parts; "" = those that are pinned
	// build builds a program for a platform into a file; inspect says what is in it.
	build   func(program, platform, file string) error
	inspect func(file string) (*debug.BuildInfo, error)

	work   string   // a folder of its own
	shared []member // files that are the same in every archive
	names  []string // of what was written
}

// built is the program for one platform.
type built struct {
	system, arch string
	program      []byte
	explore      []byte // mcpsim-explore; of Linux only
	info         *debug.BuildInfo
}

// make makes everything for platforms.
func (r *release) make(platforms []string) (err error) {
	if err := os.RemoveAll(r.dir); err != nil {
		return err
	}
	if r.work, err = os.MkdirTemp("", "mcpsim-release-"); err != nil {
		return err
	}
	defer os.RemoveAll(r.work)
	if r.shared, err = common(r.work, r.build); err != nil {
		return err
	}
	if err := os.MkdirAll(r.dir, 0o755); err != nil {
		return err
	}
	var all []built
	for _, platform := range platforms {
		b, err := r.one(platform)
		if err != nil {
			return err
		}
		all = append(all, b)
	}
	if err := errors.Join(r.images(all), r.homebrew(all), r.scoop(all)); err != nil {
		return err
	}
	return checksums(r.dir, r.names)
}

// one makes what there is for one platform.
func (r *release) one(platform string) (b built, err error) {
	var ok bool
	if b.system, b.arch, ok = strings.Cut(platform, "/"); !ok {
		return b, fmt.Errorf("%s: want OS/ARCH, such as linux/amd64", platform)
	}
	file := filepath.Join(r.work, "program-"+b.system+"-"+b.arch)
	if b.program, err = r.built("mcpsim", platform, file); err != nil {
		return b, err
	}
	if b.system == "linux" {
		if b.explore, err = r.built("mcpsim-explore", platform, file+"-explore"); err != nil {
			return b, err
		}
	}
	if b.info, err = r.inspect(file); err != nil {
		return b, fmt.Errorf("reading what is in the program: %w", err)
	}
	if err := errors.Join(r.archive(b), r.bom(b)); err != nil || b.system != "linux" {
		return b, err
	}
	return b, r.packages(b)
}

// built builds a program into a file.
func (r *release) built(program, platform, file string) ([]byte, error) {
	if err := r.build(program, platform, file); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// write writes a file of the release.
func (r *release) write(name string, data []byte) error {
	r.names = append(r.names, name)
	return os.WriteFile(filepath.Join(r.dir, name), data, 0o644)
}

// name is that of the files for a platform, without what follows.
func (r *release) name(b built) string {
	return fmt.Sprintf("mcpsim_%s_%s_%s", r.version, b.system, b.arch)
}

// archived is the name of the archive for a platform.
func (r *release) archived(b built) string {
	if b.system == "windows" {
		return r.name(b) + ".zip"
	}
	return r.name(b) + ".tar.gz"
}

func (r *release) archive(b built) error {
	pack, program := tarball, "mcpsim"
	if b.system == "windows" {
		pack, program = zipped, "mcpsim.exe"
	}
	return r.write(r.archived(b), pack(r.name(b), append([]member{{name: program, data: b.program, program: true}}, r.shared...)))
}

// common are the files that are the same in every archive. The program of this machine
// writes the pages and completions.
func common(work string, make func(program, platform, file string) error) ([]member, error) {
	program := filepath.Join(work, "mcpsim")
	if err := make("mcpsim", goruntime.GOOS+"/"+goruntime.GOARCH, program); err != nil {
		return nil, err
	}
	var out []member
	for _, name := range documents {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		out = append(out, member{name: name, data: outward(data)})
	}
	licences, err := licences()
	if err != nil {
		return nil, err
	}
	out = append(out, member{name: "THIRD_PARTY_LICENSES.txt", data: licences})
	for shell, file := range shells {
		text, err := output(program, "completion", shell)
		if err != nil {
			return nil, err
		}
		out = append(out, member{name: "completions/" + file, data: text})
	}
	pages := filepath.Join(work, "man")
	if _, err := output(program, "man", "-o", pages); err != nil {
		return nil, err
	}
	return addPages(out, pages)
}

func addPages(out []member, dir string) ([]member, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		out = append(out, member{name: "man/man1/" + e.Name(), data: data})
	}
	return out, nil
}

// folders are where the programs are; a module of its own is built in its folder.
var folders = map[string]string{"mcpsim": "cmd/mcpsim", "mcpsim-explore": "cmd/mcpsim/mcpsim-explore"}

// build builds a program as a user would, without paths and symbols of this machine, and with
// the version and commit of the source whatever the settings of this machine's Go are.
func build(program, platform, file string) error {
	system, arch, _ := strings.Cut(platform, "/")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w", "-o", file, ".")
	cmd.Dir = folders[program]
	cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+arch, "CGO_ENABLED=0", "GOFLAGS=")
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building for %s: %w\n%s", platform, err, text)
	}
	return nil
}

// output is what a command writes to stdout.
func output(name string, args ...string) ([]byte, error) {
	var out, errs bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err, &errs)
	}
	return out.Bytes(), nil
}
