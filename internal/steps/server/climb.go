package server

import (
	"fmt"
	"path"
	"strings"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/internal/words"
)

// outside is a file that every system of the kind has, and no server offers.
const outside = "etc/passwd"

// passwordLine is the line by which it is known.
var passwordLine = words.Pattern(`(^|\\n|")root:[^:]*:0:0:`)

// maxFolders is in how many folders a file outside is asked for.
const maxFolders = 4

// file notes the folder of the first file, and what templates put names behind. It is not
// testable if a file outside is no secret in any of them.
func (r *resource) file(c *check) error {
	all, err := uris(c.conn)
	if err != nil {
		return err
	}
	templates, _ := c.conn.ListAll("resources/templates/list") // a server need not have any
	for _, t := range templates {
		before, _, _ := strings.Cut(probe.Text(t["uriTemplate"]), "{")
		all = append(all, before)
	}
	for _, uri := range all {
		if name, ok := strings.CutPrefix(uri, "file://"); ok {
			r.folders = append(r.folders, "file://"+strings.TrimSuffix(path.Dir("/"+name), "/"))
			break
		}
	}
	r.folders = append(r.folders, folders(templates)...)
	if len(r.folders) == 0 {
		return verdict.NotTestable("the server has no resource with a file URI, and no template that ends with a name")
	}
	return r.secret(c)
}

// folders are what templates put names behind: of those that end with a variable, and are of a
// scheme whose paths no program between resolves.
func folders(templates []probe.Item) (out []string) {
	for _, t := range templates {
		template := probe.Text(t["uriTemplate"])
		at := plainVariable().FindStringIndex(template)
		if at == nil || at[1] != len(template) || len(out) == maxFolders-1 {
			continue
		}
		scheme, _, there := strings.Cut(template, "://")
		if there && scheme != "file" && scheme != "http" && scheme != "https" {
			out = append(out, strings.TrimSuffix(template[:at[0]], "/"))
		}
	}
	return out
}

// secret leaves the folders out in which the file is given to whoever asks for it by name.
func (r *resource) secret(c *check) error {
	var kept []string
	for _, folder := range r.folders {
		root := folder
		if strings.HasPrefix(folder, "file://") {
			root = "file://"
		}
		if err := c.request("resources/read", withURI(root+"/"+outside)); err != nil {
			return err
		}
		if answer, err := c.answered(); err != nil || !passwordLine().Match(answer.Members["result"]) {
			kept = append(kept, folder)
		}
	}
	if len(kept) == 0 {
		return verdict.NotTestable("the server gives every file to whoever asks for it by name")
	}
	r.folders = kept
	return nil
}

// climb asks in several ways for what is above the folders.
func (r *resource) climb(c *check) error {
	var ways []string
	for _, folder := range r.folders {
		for _, up := range []string{"../", "%2e%2e/", "..%2f", "x/../../", "....//"} {
			ways = append(ways, folder+"/"+strings.Repeat(up, 12)+outside)
		}
	}
	return c.read(ways...)
}

func (c *check) notGiven() error {
	for _, a := range c.answers {
		if passwordLine().Match(a.Members["result"]) {
			return fmt.Errorf("/%s is given out", outside)
		}
	}
	return nil
}
