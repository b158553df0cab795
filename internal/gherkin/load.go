package gherkin

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// MaxFeature bounds a feature file, in bytes.
const MaxFeature = 1 << 20

// EmbeddedRoot is the folder under which the embedded features appear.
const EmbeddedRoot = "features"

// Catalogue is the feature files of a run and what of them was asked for.
type Catalogue struct {
	Features []*Feature // in the order of their URIs
	wanted   map[string]*want
}

// want is what was asked for of one file.
type want struct {
	all   bool
	lines []int
}

// InputError is a path that cannot be run.
type InputError struct{ Path, Reason, Hint string }

func (e *InputError) Error() string {
	text := e.Path + ": " + e.Reason
	if e.Hint != "" {
		text += "\n  " + e.Hint
	}
	return text
}

// Load reads the features that paths name: a file, a file with a line, or a
// folder. A path that does not exist and starts with "features" names an
// embedded file; no path at all means all of those. The error is an
// *[InputError] or [Problems].
func Load(paths []string, embedded fs.FS) (*Catalogue, error) {
	l := loader{embedded: embedded, sources: map[string][]byte{}, wanted: map[string]*want{}}
	if len(paths) == 0 {
		paths = []string{EmbeddedRoot}
		l.embeddedOnly = true
	}
	for _, p := range paths {
		if err := l.add(p); err != nil {
			return nil, err
		}
	}
	return l.parse()
}

type loader struct {
	embedded     fs.FS
	embeddedOnly bool
	sources      map[string][]byte // by URI
	wanted       map[string]*want
}

var pathLine = regexp.MustCompile(`^(.+):(\d+)$`)

func (l *loader) add(arg string) error {
	if m := pathLine.FindStringSubmatch(arg); m != nil {
		line, err := strconv.Atoi(m[2])
		if err != nil || line == 0 {
			return &InputError{Path: arg, Reason: "lines count from 1"}
		}
		return l.addPath(m[1], line)
	}
	return l.addPath(arg, 0)
}

// addPath reads a path; line is 0 for all of it.
func (l *loader) addPath(name string, line int) error {
	files, err := l.find(name)
	if err != nil {
		return err
	}
	if line > 0 && (len(files) != 1 || !strings.HasSuffix(name, ".feature")) {
		return &InputError{Path: name, Reason: fmt.Sprintf("line %d of a folder", line), Hint: "a line needs a .feature file"}
	}
	for _, uri := range files {
		w := l.wanted[uri]
		if w == nil {
			w = &want{}
			l.wanted[uri] = w
		}
		if line == 0 {
			w.all = true
		} else {
			w.lines = append(w.lines, line)
		}
	}
	return nil
}

// find reads the files that a path names and returns their URIs.
func (l *loader) find(name string) ([]string, error) {
	info, err := os.Stat(name)
	onDisk := err == nil && !l.embeddedOnly
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, &InputError{Path: name, Reason: reason(err)}
	}
	clean := filepath.Clean(name)
	switch {
	case onDisk && info.IsDir():
		return l.walk(os.DirFS(clean), ".", filepath.ToSlash(clean))
	case onDisk:
		return l.file(os.DirFS(filepath.Dir(clean)), filepath.Base(clean), filepath.ToSlash(clean))
	}
	rest, ok := strings.CutPrefix(path.Clean(filepath.ToSlash(name)), EmbeddedRoot)
	rest = strings.TrimPrefix(rest, "/")
	if rest == "" {
		rest = "."
	}
	if info, err := fs.Stat(l.embedded, rest); ok && err == nil {
		if info.IsDir() {
			return l.walk(l.embedded, rest, path.Join(EmbeddedRoot, rest))
		}
		return l.file(l.embedded, rest, path.Join(EmbeddedRoot, rest))
	}
	return nil, l.missing(name)
}

func (l *loader) missing(name string) error {
	var known []string
	_ = fs.WalkDir(l.embedded, ".", func(p string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(p, ".feature") {
			known = append(known, path.Join(EmbeddedRoot, p))
		}
		return nil
	})
	return &InputError{Path: name, Reason: "no such file or folder", Hint: didYouMean(filepath.ToSlash(name), known)}
}

// walk reads all feature files below a folder that appears as root.
func (l *loader) walk(fsys fs.FS, dir, root string) ([]string, error) {
	var found []string
	err := fs.WalkDir(fsys, dir, func(p string, d fs.DirEntry, err error) error {
		rel := strings.TrimPrefix(strings.TrimPrefix(p, dir), "/")
		if err != nil {
			return &InputError{Path: path.Join(root, rel), Reason: reason(err)}
		}
		if d.IsDir() || !strings.HasSuffix(p, ".feature") {
			return nil
		}
		uris, err := l.file(fsys, p, path.Join(root, rel))
		found = append(found, uris...)
		return err
	})
	return found, err
}

func (l *loader) file(fsys fs.FS, name, uri string) ([]string, error) {
	if !strings.HasSuffix(name, ".feature") {
		return nil, &InputError{Path: uri, Reason: "not a feature file", Hint: "its name would end in .feature"}
	}
	if _, ok := l.sources[uri]; ok {
		return []string{uri}, nil
	}
	info, err := fs.Stat(fsys, name)
	if err == nil && !info.Mode().IsRegular() { // a pipe would wait for a writer
		return nil, &InputError{Path: uri, Reason: "not a regular file"}
	}
	var f fs.File
	if err == nil {
		f, err = fsys.Open(name)
	}
	if err != nil {
		return nil, &InputError{Path: uri, Reason: reason(err)}
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, MaxFeature+1))
	if err != nil {
		return nil, &InputError{Path: uri, Reason: reason(err)}
	}
	if len(data) > MaxFeature {
		return nil, &InputError{Path: uri, Reason: fmt.Sprintf("longer than %d bytes", MaxFeature)}
	}
	l.sources[uri] = data
	return []string{uri}, nil
}

// reason is an error of the file system without the path, which is shown anyway.
func reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

func (l *loader) parse() (*Catalogue, error) {
	c := &Catalogue{wanted: l.wanted}
	uris := make([]string, 0, len(l.sources))
	for uri := range l.sources {
		uris = append(uris, uri)
	}
	slices.Sort(uris)
	features, found := make([]*Feature, len(uris)), make([]Problems, len(uris))
	each(len(uris), func(i int) { features[i], found[i] = ParseFeature(uris[i], l.sources[uris[i]]) })
	for i, f := range features {
		if len(found[i]) == 0 {
			c.Features = append(c.Features, f)
		}
	}
	return c, slices.Concat(found...).or()
}

// Rules returns the Rules of all features.
func (c *Catalogue) Rules() []*Rule {
	var out []*Rule
	for _, f := range c.Features {
		out = append(out, f.Rules...)
	}
	return out
}
