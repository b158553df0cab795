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

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// The image with Node validates a server that npx starts, from nothing but what is in it: its
// layers are unpacked and become the root of the program. Two makings are the same bytes.
func TestNodeImageRunsNPX(t *testing.T) {
	parts, servers := os.Getenv("MCPSIM_NODE_PARTS"), os.Getenv("MCPSIM_NPM")
	if parts == "" || servers == "" {
		t.Skip("make node-image fetches the parts of the image, and a server from npm")
	}
	if os.Getuid() != 0 {
		t.Skip("only root may change the root of a program")
	}
	var twice [2][]byte
	for i := range twice {
		r := release{dir: t.TempDir(), version: "v1.2.3", node: parts, build: build, inspect: inspected}
		assert.NilError(t, r.make([]string{"linux/" + goruntime.GOARCH}))
		data, err := os.ReadFile(filepath.Join(r.dir, "mcpsim_v1.2.3_image_node.tar"))
		assert.NilError(t, err)
		twice[i] = data
	}
	assert.Assert(t, bytes.Equal(twice[0], twice[1]), "another making differs")

	root := unpackedImage(t, twice[0])
	assert.NilError(t, os.CopyFS(filepath.Join(root, "work", "node_modules"), os.DirFS(filepath.Join(servers, "node_modules"))))
	cmd := exec.Command("/usr/bin/mcpsim", "validate", "--suite", "lifecycle", "--", "npx", "-y", "@modelcontextprotocol/server-everything", "stdio")
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

// unpackedImage is a folder with the files of all layers of an image for this processor.
func unpackedImage(t *testing.T, archive []byte) string {
	t.Helper()
	index := named(t, archive, "mcpsim:v1.2.3-node")
	manifest, err := index.IndexManifest()
	assert.NilError(t, err)
	image, err := index.Image(manifest.Manifests[0].Digest)
	assert.NilError(t, err)
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
