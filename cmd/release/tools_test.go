package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// tool runs a program of those who install packages, or skips the test: machines have those
// of their own system.
func tool(t *testing.T, name string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Skipf("there is no %s here", name)
	}
	out, err := exec.Command(name, args...).CombinedOutput()
	assert.NilError(t, err, "%s", out)
	return string(out)
}

// madeFile is the path of a file of the release.
func madeFile(t *testing.T, name string) string {
	t.Helper()
	dir, err := theRelease()
	assert.NilError(t, err)
	return filepath.Join(dir, name)
}

// Debian's own program installs the package, finds it whole, and takes it away again.
func TestDpkgInstallsTheDeb(t *testing.T) {
	deb := madeFile(t, "mcpsim_v1.2.3_linux_arm64.deb")
	assert.Check(t, is.Contains(tool(t, "dpkg-deb", "--contents", deb), "-rwxr-xr-x root/root"))
	root := t.TempDir()
	for _, dir := range []string{"info", "updates", "triggers"} {
		assert.NilError(t, os.MkdirAll(filepath.Join(root, "var/lib/dpkg", dir), 0o755))
	}
	for _, file := range []string{"status", "available"} {
		assert.NilError(t, os.WriteFile(filepath.Join(root, "var/lib/dpkg", file), nil, 0o600))
	}
	dpkg := func(args ...string) string {
		return tool(t, "dpkg", append([]string{"--root=" + root, "--log=" + filepath.Join(root, "log"), "--force-not-root", "--force-architecture"}, args...)...)
	}
	dpkg("--install", deb)
	program, err := os.ReadFile(filepath.Join(root, "usr/bin/mcpsim"))
	assert.NilError(t, err)
	assert.Equal(t, string(program), standIn)
	assert.Check(t, is.Contains(dpkg("--status", "mcpsim"), "Status: install ok installed"))
	assert.Equal(t, dpkg("--verify", "mcpsim"), "")
	dpkg("--purge", "mcpsim")
	_, err = os.Stat(filepath.Join(root, "usr/bin/mcpsim"))
	assert.Check(t, os.IsNotExist(err))
}

// RPM's own program reads the package, finds its sums right, and installs it.
func TestRPMInstallsTheRPM(t *testing.T) {
	file := madeFile(t, "mcpsim_v1.2.3_linux_amd64.rpm")
	assert.Check(t, is.Contains(tool(t, "rpm", "--query", "--package", "--list", file), "/usr/bin/mcpsim\n"))
	assert.Check(t, is.Contains(tool(t, "rpm", "--checksig", "--verbose", file), "Payload SHA256 digest: OK"))
	root := t.TempDir()
	tool(t, "rpm", "--root="+root, "--initdb")
	tool(t, "rpm", "--root="+root, "--install", "--nodeps", "--ignorearch", file)
	program, err := os.ReadFile(filepath.Join(root, "usr/bin/mcpsim"))
	assert.NilError(t, err)
	assert.Equal(t, string(program), standIn)
}

// Ruby reads the formula, and its methods are those of Homebrew.
func TestRubyReadsTheFormula(t *testing.T) {
	assert.Check(t, is.Contains(tool(t, "ruby", "-c", madeFile(t, "mcpsim.rb")), "Syntax OK"))
	const homebrew = `class Formula
  def self.test = nil
  def self.method_missing(name, *args) = (puts [name, *args].join(" "); yield if block_given?)
end
require ARGV[0]`
	said := tool(t, "ruby", "-e", homebrew, madeFile(t, "mcpsim.rb"))
	assert.Equal(t, strings.Count(said, "sha256 "), 4)
	assert.Check(t, is.Contains(said, "version 1.2.3\n"))
}
