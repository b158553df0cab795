package approval

import (
	"maps"
	"regexp"
	"slices"

	"github.com/mcpsim/mcpsim/internal/jsonc"
)

// document is the content of the file (S-QWEN-12):
//
//	{"<project>": {"<server>": {"hash": "<64 hex digits>", "status": "approved"}}}
//
// It is kept as it was written, so that storing a decision loses nothing that
// another version of the program put there.
type document struct{ root jsonc.Value }

func parseDocument(file string, data []byte) (*document, error) {
	doc, err := jsonc.Source{File: file, Data: data}.Parse()
	if err != nil {
		return nil, err
	}
	return &document{doc.Root}, nil
}

var hashText = regexp.MustCompile(`^[0-9a-f]{64}$`)

// records are the usable records of one project.
func (d *document) records(project string) Records {
	servers := d.root.Get(project)
	if servers.Kind() != jsonc.Object {
		return nil
	}
	out := Records{}
	for m := range servers.Members() {
		delete(out, m.Name) // of two with one name the later one counts, also if it is broken
		record := Record{Hash: m.Get("hash").Text(), State: State(m.Get("status").Text())}
		if hashText.MatchString(record.Hash) && (record.State == Approved || record.State == Rejected) {
			out[m.Name] = record
		}
	}
	return out
}

// put stores a record of each server. A project that is no object is replaced.
func (d *document) put(project string, records Records) {
	servers := d.root.Get(project)
	if servers.Kind() != jsonc.Object {
		servers = jsonc.FromMap(nil).Root
	}
	var members []jsonc.Member
	for _, name := range slices.Sorted(maps.Keys(records)) {
		record := map[string]any{"hash": records[name].Hash, "status": string(records[name].State)}
		members = append(members, jsonc.Member{Name: name, Value: jsonc.FromMap(record).Root})
	}
	servers.Put(members...)
	d.root.Put(jsonc.Member{Name: project, Value: servers})
}

// text is the document as it is written to the file.
func (d *document) text() []byte { return indent(d.root.RawObject()) }
