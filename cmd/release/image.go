package main

import (
	"bytes"
	"cmp"
	"encoding/pem"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	layers "github.com/google/go-containerregistry/pkg/v1/tarball"
	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// unprivileged is the user and the group that the program runs as in a container.
const unprivileged = "65532:65532"

// roots is where Go looks for the certificates of authorities.
const roots = "etc/ssl/certs/ca-certificates.crt"

// flavour is an image: what is in it besides its program.
type flavour struct {
	file, tag string // of the archive, and of the image, before and behind the version
	program   string // its entry point, in /usr/bin
	of        func(b built) []byte
	below     func(arch string) ([]member, error) // a layer below the program; nil = there is none
}

// flavours are the images that are made.
func (r *release) flavours() []flavour {
	flavours := []flavour{
		{file: "image.tar", program: "mcpsim", of: func(b built) []byte { return b.program }},
		{file: "image.tar", program: "mcpsim-explore", of: func(b built) []byte { return b.explore }},
	}
	if r.node != "" {
		node := flavours[0]
		node.file, node.tag = "image_node.tar", "-node"
		node.below = func(arch string) ([]member, error) { return nodeBelow(r.node, cmp.Or(r.sums, pins), arch) }
		flavours = append(flavours, node)
	}
	return flavours
}

// images writes the images for containers.
func (r *release) images(all []built) error {
	for _, f := range r.flavours() {
		if err := r.image(f, all); err != nil {
			return fmt.Errorf("making the image %s%s: %w", f.program, f.tag, err)
		}
	}
	return nil
}

// image writes an image, for all processors of Linux that were built: an archive of an OCI
// layout, which podman and docker load. It is made from scratch: the program, certificates
// of authorities, an empty folder to work in and one for what is temporary.
func (r *release) image(f flavour, all []built) error {
	var index v1.ImageIndex = mutate.IndexMediaType(empty.Index, "application/vnd.oci.image.index.v1+json")
	found := false
	for _, b := range all {
		if b.system != "linux" {
			continue
		}
		found = true
		one, err := r.imageOf(f, b)
		if err != nil {
			return fmt.Errorf("for %s: %w", b.arch, err)
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{Add: one, Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: b.system, Architecture: b.arch}}})
	}
	if !found {
		return nil
	}
	dir := filepath.Join(r.work, "image-"+f.program+f.tag)
	named := mutate.AppendManifests(mutate.IndexMediaType(empty.Index, "application/vnd.oci.image.index.v1+json"), mutate.IndexAddendum{
		Add: index, Descriptor: v1.Descriptor{Annotations: map[string]string{"org.opencontainers.image.ref.name": f.program + ":" + r.version + f.tag}},
	})
	if _, err := layout.Write(dir, named); err != nil {
		return err
	}
	members, err := below(dir)
	if err != nil {
		return err
	}
	return r.write(f.program+"_"+r.version+"_"+f.file, tape(members))
}

func (r *release) imageOf(f flavour, b built) (v1.Image, error) {
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, "application/vnd.oci.image.manifest.v1+json"), "application/vnd.oci.image.config.v1+json")
	contents := [][]member{{
		{name: "usr/bin/" + f.program, data: f.of(b), program: true},
		{name: roots, data: authorities()},
		{name: "tmp/"},
		{name: "work/"},
	}}
	if f.below != nil {
		under, err := f.below(b.arch)
		if err != nil {
			return nil, err
		}
		contents = [][]member{under, contents[0]}
	}
	for _, members := range contents {
		content := tape(members)
		layer, err := layers.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil },
			layers.WithMediaType("application/vnd.oci.image.layer.v1.tar+gzip"))
		if err != nil {
			return nil, err
		}
		if image, err = mutate.AppendLayers(image, layer); err != nil {
			return nil, err
		}
	}
	return mutate.ConfigFile(image, configured(image, f.program, b, r.version))
}

// configured is the configuration of an image: the program is its entry point.
func configured(image v1.Image, program string, b built, version string) *v1.ConfigFile {
	config, err := image.ConfigFile()
	if err != nil { // of an image that was made here
		config = &v1.ConfigFile{}
	}
	config = config.DeepCopy()
	config.OS, config.Architecture, config.Created = b.system, b.arch, v1.Time{Time: made}
	config.Config = v1.Config{
		Entrypoint: []string{"/usr/bin/" + program}, User: unprivileged, WorkingDir: "/work", Env: []string{"PATH=/usr/bin:/bin", "HOME=/work"},
		Labels: map[string]string{
			"org.opencontainers.image.title": program, "org.opencontainers.image.description": summary, "org.opencontainers.image.licenses": "Apache-2.0",
			"org.opencontainers.image.source": homepage, "org.opencontainers.image.version": version,
		},
	}
	return config
}

// authorities are the certificates that Mozilla trusts without conditions, which a file of
// certificates has no words for.
func authorities() []byte {
	var out bytes.Buffer
	for root := range bundle.Roots() {
		if root.Constraint == nil {
			_ = pem.Encode(&out, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}) // to memory
		}
	}
	return out.Bytes()
}

// below are the files below a folder, sorted.
func below(dir string) (out []member, err error) {
	err = filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, file)
		out = append(out, member{name: filepath.ToSlash(name), data: data})
		return err
	})
	return out, err
}
