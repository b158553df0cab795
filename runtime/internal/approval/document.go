package approval

import (
	"regexp"

	"github.com/tailscale/hujson"

	"github.com/mcpsim/mcpsim/runtime/config"
)

// document is the content of the file (S-QWEN-12):
//
//	{"<project>": {"<server>": {"hash": "<64 hex digits>", "status": "approved"}}}
//
// It is kept as it was written, so that storing a decision loses nothing that
// another version of the program put there.
type document struct{ root *hujson.Object }

func parseDocument(file string, data []byte) (*document, error) {
	root, err := config.ParseObject(file, data)
	if err != nil {
		return nil, err
	}
	return &document{root}, nil
}

var hashText = regexp.MustCompile(`^[0-9a-f]{64}$`)

// records are the usable records of one project.
func (d *document) records(project string) Records {
	servers, ok := find(d.root, project)
	if !ok {
		return nil
	}
	out := Records{}
	for _, m := range servers.Members {
		name := textOf(m.Name)
		delete(out, name) // of two with one name the later one counts, also if it is broken
		object, ok := m.Value.Value.(*hujson.Object)
		if !ok {
			continue
		}
		record := Record{Hash: stringIn(object, "hash"), State: State(stringIn(object, "status"))}
		if hashText.MatchString(record.Hash) && (record.State == Approved || record.State == Rejected) {
			out[name] = record
		}
	}
	return out
}

// put stores a record. A project that is no object is replaced.
func (d *document) put(project, server string, r Record) {
	servers, ok := find(d.root, project)
	if !ok {
		servers = &hujson.Object{}
	}
	set(servers, server, &hujson.Object{Members: []hujson.ObjectMember{
		{Name: literal("hash"), Value: literal(r.Hash)},
		{Name: literal("status"), Value: literal(string(r.State))},
	}})
	set(d.root, project, servers)
}

// text is the document as it is written to the file.
func (d *document) text() []byte {
	value := hujson.Value{Value: d.root}
	value.Minimize()
	return indent(value.Pack())
}

// find is the object that the last member with a name is.
func find(object *hujson.Object, name string) (*hujson.Object, bool) {
	for i := len(object.Members) - 1; i >= 0; i-- {
		if textOf(object.Members[i].Name) == name {
			inner, ok := object.Members[i].Value.Value.(*hujson.Object)
			return inner, ok
		}
	}
	return nil, false
}

// set replaces all members with a name by one.
func set(object *hujson.Object, name string, value hujson.ValueTrimmed) {
	kept := object.Members[:0]
	placed := false
	for _, m := range object.Members {
		if textOf(m.Name) != name {
			kept = append(kept, m)
			continue
		}
		if !placed {
			kept = append(kept, hujson.ObjectMember{Name: literal(name), Value: hujson.Value{Value: value}})
			placed = true
		}
	}
	if !placed {
		kept = append(kept, hujson.ObjectMember{Name: literal(name), Value: hujson.Value{Value: value}})
	}
	object.Members = kept
}

func literal(text string) hujson.Value { return hujson.Value{Value: hujson.String(text)} }

func textOf(v hujson.Value) string { return v.Value.(hujson.Literal).String() }

func stringIn(object *hujson.Object, name string) string {
	text := ""
	for _, m := range object.Members {
		if textOf(m.Name) == name {
			text = ""
			if m.Value.Value.Kind() == '"' {
				text = textOf(m.Value)
			}
		}
	}
	return text
}
