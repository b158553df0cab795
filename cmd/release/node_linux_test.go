package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"syscall"
	"testing"

	"github.com/google/go-containerregistry/pkg/v1"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// The image with Node validates a server that npx starts, from nothing but what is in it: its
// layers are unpacked and become the root of the program. Two makings are the same bytes.
func TestNodeImageRunsNPX(t *testing.T) {
	parts, servers := os.Getenv("MCPSIM_NODE_PARTS"), os.Getenv("MCPSIM_NPM")
	if parts == "" || servers == "" {
		t.Skip("make node-try fetches the parts of the image, and a server from npm")
	}
	if os.Getuid() != 0 {
		t.Skip("only root may change the root of a program")
	}
	root := unpackedImage(t, nodeImage(t, parts))
	assert.NilError(t, os.CopyFS(filepath.Join(root, "work", "node_modules"), os.DirFS(filepath.Join(servers, "node_modules"))))
	cmd := exec.Command("/usr/bin/mcpsim", "validate", "--check", "PING-01", "--", "npx", "-y", "@modelcontextprotocol/server-everything", "stdio")
	cmd.Dir, cmd.Env = "/work", []string{"PATH=/usr/bin:/bin", "HOME=/work"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: 65532, Gid: 65532}}
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	if err != nil { // what the server does not keep is no matter here
		assert.Equal(t, cmd.ProcessState.ExitCode(), 1, "%v", err)
	}
	assert.Check(t, is.Contains(string(out), "mcp-servers/everything"))
	assert.Check(t, is.Contains(string(out), " passed"))
}

// nodeImage is the image with Node for this processor, with the program as it is now, or the
// one of MCPSIM_PROGRAM.
func nodeImage(t *testing.T, parts string) v1.Image {
	t.Helper()
	platform, program := "linux/"+goruntime.GOARCH, os.Getenv("MCPSIM_PROGRAM")
	if program == "" {
		program = filepath.Join(t.TempDir(), "mcpsim")
		assert.NilError(t, build("mcpsim", platform, program))
	}
	data, err := os.ReadFile(program)
	assert.NilError(t, err)
	sums, err := os.ReadFile(filepath.Join(parts, "node.sums"))
	assert.NilError(t, err)
	r := release{version: "v1.2.3", node: parts, sums: string(sums)}
	flavours := r.flavours()
	var digests []string
	for range 2 {
		image, err := r.imageOf(flavours[len(flavours)-1], built{system: "linux", arch: goruntime.GOARCH, program: data})
		assert.NilError(t, err)
		digest, err := image.Digest()
		assert.NilError(t, err)
		if digests = append(digests, digest.String()); len(digests) == 2 {
			assert.Equal(t, digests[0], digests[1])
			return image
		}
	}
	return nil
}

// unpackedImage is a folder with the files of all layers of an image.
func unpackedImage(t *testing.T, image v1.Image) string {
	t.Helper()
	layers, err := image.Layers()
	assert.NilError(t, err)
	assert.Equal(t, len(layers), 2)
	root := t.TempDir()
	for _, layer := range layers {
		content, err := layer.Uncompressed()
		assert.NilError(t, err)
		data, err := io.ReadAll(content)
		assert.NilError(t, err)
		members, err := untape(bytes.NewReader(data), func(name string) string { return name })
		assert.NilError(t, err)
		writeBelow(t, root, members)
	}
	for _, dir := range []string{"tmp", "work"} { // empty folders of the image
		assert.NilError(t, os.MkdirAll(filepath.Join(root, dir), 0o777))
		assert.NilError(t, os.Chmod(filepath.Join(root, dir), 0o777))
	}
	return root
}
