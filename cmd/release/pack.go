package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// member is a file in an archive.
type member struct {
	name    string
	data    []byte
	program bool   // it can be run
	link    string // where a symbolic link leads; data is empty then
}

func (m member) mode() int64 {
	switch {
	case m.folder():
		return 0o1777 // for everyone, as that of temporary files
	case m.program:
		return 0o755
	}
	return 0o644
}

// folder reports whether the member is an empty folder: its name ends in a slash.
func (m member) folder() bool { return strings.HasSuffix(m.name, "/") }

// made is when every file of an archive was made, so that the same files are the same
// archive. ZIP knows nothing earlier.
var made = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// sorted are members in the order of their names below a folder.
func sorted(folder string, members []member) []member {
	out := slices.Clone(members)
	for i := range out {
		out[i].name = folder + "/" + out[i].name
	}
	slices.SortFunc(out, func(a, b member) int { return cmp.Compare(a.name, b.name) })
	return out
}

// tarball is a compressed tape archive. Writing to memory does not fail.
func tarball(folder string, members []member) []byte {
	var out bytes.Buffer
	packed := gzip.NewWriter(&out)
	_, _ = packed.Write(tape(sorted(folder, members)))
	_ = packed.Close()
	return out.Bytes()
}

// tape is a tape archive of members in their order.
func tape(members []member) []byte {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, m := range members {
		kind := byte(tar.TypeReg)
		switch {
		case m.folder():
			kind = tar.TypeDir
		case m.link != "":
			kind = tar.TypeSymlink
		}
		_ = w.WriteHeader(&tar.Header{
			Typeflag: kind, Name: m.name, Linkname: m.link, Mode: m.mode(), Size: int64(len(m.data)), ModTime: made, Format: tar.FormatPAX,
		})
		_, _ = w.Write(m.data)
	}
	_ = w.Close()
	return out.Bytes()
}

// zipped is a ZIP file.
func zipped(folder string, members []member) []byte {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, m := range sorted(folder, members) {
		header := &zip.FileHeader{Name: m.name, Method: zip.Deflate, Modified: made}
		header.SetMode(os.FileMode(m.mode()))
		if f, err := w.CreateHeader(header); err == nil {
			_, _ = f.Write(m.data)
		}
	}
	_ = w.Close()
	return out.Bytes()
}

// checksums writes the SHA-256 of files as sha256sum -c reads them.
func checksums(dir string, names []string) error {
	var out strings.Builder
	for _, name := range slices.Sorted(slices.Values(names)) {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(&out, "%x  %s\n", sha256.Sum256(data), name)
	}
	return os.WriteFile(filepath.Join(dir, "checksums.txt"), []byte(out.String()), 0o644)
}
