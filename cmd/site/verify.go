package main

import (
	"errors"
	"fmt"
	"html"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

var (
	reference = regexp.MustCompile(`<(a|link|script|img|iframe)\b[^>]*?\s(href|src)="([^"]*)"`)
	place     = regexp.MustCompile(`\sid="([^"]*)"`)
)

// verify wants every link between the files of the site to lead to a place, and nothing
// to be loaded from elsewhere.
func verify(dir string) error {
	pages := map[string]string{}
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != ".html" {
			return err
		}
		text, err := os.ReadFile(file)
		pages[file] = string(text)
		return err
	})
	if err != nil {
		return err
	}
	var problems []error
	for file, text := range pages {
		for _, m := range reference.FindAllStringSubmatch(text, -1) {
			if problem := follow(pages, file, m[1], html.UnescapeString(m[3])); problem != "" {
				problems = append(problems, fmt.Errorf("%s: %s %s", file, m[3], problem))
			}
		}
	}
	return errors.Join(problems...)
}

// follow says what is wrong with a reference of a page, or nothing.
func follow(pages map[string]string, file, element, target string) string {
	to, err := url.Parse(target)
	switch {
	case err != nil:
		return "is no address"
	case to.Scheme == "data":
		return ""
	case to.Scheme != "" || to.Host != "":
		if element == "a" {
			return ""
		}
		return "is loaded from elsewhere"
	}
	name := file
	if to.Path != "" {
		name = filepath.Join(filepath.Dir(file), filepath.FromSlash(to.Path))
	}
	if _, err := os.Stat(name); err != nil {
		return "leads nowhere"
	}
	timeline := filepath.Base(filepath.Dir(filepath.Dir(name))) == "_static" // its script makes the places
	if text, isPage := pages[name]; isPage && !timeline && to.Fragment != "" && !hasPlace(text, to.Fragment) {
		return "leads to no place of the page"
	}
	return ""
}

func hasPlace(text, id string) bool {
	for _, m := range place.FindAllStringSubmatch(text, -1) {
		if html.UnescapeString(m[1]) == id {
			return true
		}
	}
	return strings.HasPrefix(id, ":~:") // a text fragment
}
