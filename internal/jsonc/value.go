package jsonc

import (
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tailscale/hujson"

	"github.com/mcpsim/mcpsim/internal/words"
)

// Kind is what a value is, as messages call it.
type Kind string

// The kinds of values.
const (
	Absent Kind = "nothing"
	Null   Kind = "null"
	Bool   Kind = "a boolean"
	String Kind = "a string"
	Number Kind = "a number"
	Object Kind = "an object"
	List   Kind = "a list"
)

// Value is a cursor: a value of a document and where it is. The zero Value is
// absent. Its readers return the zero value for what is absent or null, which is a
// way to write "not set", and for what is not of the kind that they want; the
// latter is a [Mistake]. In a list, and where all members of an object are strings,
// null is a mistake too.
type Value struct {
	doc     *Document
	node    *hujson.Value
	server  string
	path    string
	element bool // null does not mean "not set"
}

// Member is a member of an object.
type Member struct {
	Name string
	Key  Value // the name and its place
	Value
}

// Kind is what is written.
func (v Value) Kind() Kind {
	if v.node == nil {
		return Absent
	}
	switch v.node.Value.Kind() {
	case 'n':
		return Null
	case 'f', 't':
		return Bool
	case '"':
		return String
	case '0':
		return Number
	case '{':
		return Object
	}
	return List
}

// IsSet reports whether there is a value that means something.
func (v Value) IsSet() bool { return v.node != nil && (v.element || v.Kind() != Null) }

// Path is the keys and indices that lead here, as in `mcp.allowed[1]`.
func (v Value) Path() string { return v.path }

// Place is the line and the column, in characters, both from 1. Asking in the
// order of the file costs one pass over it, all together.
func (v Value) Place() (line, column int) { return v.doc.place(v.node.StartOffset) }

// Line is the line for the text of a problem; 0 when there is no room for one, since
// asking for places out of order costs passes over the file.
func (v Value) Line() int {
	if v.doc.full() {
		return 0
	}
	line, _ := v.Place()
	return line
}

// Of is the definition of a server: paths begin there, and problems name it.
func (v Value) Of(server string) Value {
	v.server, v.path = server, ""
	return v
}

// Mistakes is [Document.Mistakes].
func (v Value) Mistakes() []Mistake { return v.doc.Mistakes() }

// Report adds a problem at the place of the value, as far as there is room. The
// result may be changed until the next problem.
func (v Value) Report(format string, args ...any) *Problem {
	if v.doc.full() {
		return &Problem{}
	}
	line, column := v.Place()
	v.doc.problems = append(v.doc.problems, Problem{
		File: v.doc.source.File, Line: line, Column: column, Server: v.server, Text: fmt.Sprintf(format, args...),
	})
	return &v.doc.problems[len(v.doc.problems)-1]
}

// Error is a *[SyntaxError] at the place of the value.
func (v Value) Error(format string, args ...any) error {
	return v.doc.source.Error(v.node.StartOffset, fmt.Sprintf(format, args...))
}

// is reports whether the value is of a kind; if it is of another one that is a
// mistake.
func (v Value) is(kind Kind, want string) bool {
	if v.IsSet() && v.Kind() != kind {
		v.mistake(want, false)
	}
	return v.Kind() == kind
}

func (v Value) mistake(want string, bounded bool) {
	if len(v.doc.mistakes) < MaxProblems {
		v.doc.mistakes = append(v.doc.mistakes, Mistake{v, want, bounded})
	}
}

func (v Value) literal() hujson.Literal { return v.node.Value.(hujson.Literal) }

// Text reads a string.
func (v Value) Text() string { return v.text("a string") }

func (v Value) text(want string) string {
	if !v.is(String, want) {
		return ""
	}
	return textOf(v.literal())
}

// Bool reads true or false; nil if it is not set.
func (v Value) Bool() *bool {
	if !v.is(Bool, "true or false") {
		return nil
	}
	return new(v.literal().Bool())
}

// Whole reads a number without a fraction of at most 31 bits, 0 or more; nil if it
// is not set.
func (v Value) Whole() *int {
	if !v.IsSet() {
		return nil
	}
	if v.Kind() == Number {
		if n, err := strconv.ParseUint(string(v.literal()), 10, 31); err == nil {
			return new(int(n))
		}
	}
	v.mistake("a whole number, 0 or more", true)
	return nil
}

// Duration reads a number of milliseconds or seconds of at least 0, which may have
// a fraction; nil if it is not set.
func (v Value) Duration(unit time.Duration) *time.Duration {
	if !v.IsSet() {
		return nil
	}
	if v.Kind() == Number && v.literal().Float() >= 0 {
		return new(Duration(v.literal().Float(), unit))
	}
	name := "milliseconds"
	if unit == time.Second {
		name = "seconds"
	}
	v.mistake("a number of "+name+", at least 0", true)
	return nil
}

// Duration is n units, n >= 0. What is too long (292 years) becomes the longest
// one, and what is above zero never becomes zero, which would mean "no deadline".
func Duration(n float64, unit time.Duration) time.Duration {
	ns := math.Ceil(n * float64(unit))
	if ns >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(ns)
}

// List is the elements of a list; want is what it must be, "a list of names". It
// is nil if it is not set, and empty if the list is.
func (v Value) List(want string) []Value {
	if !v.is(List, want) {
		return nil
	}
	elements := v.node.Value.(*hujson.Array).Elements
	out := make([]Value, len(elements))
	for i := range elements {
		out[i] = Value{v.doc, &elements[i], v.server, fmt.Sprintf("%s[%d]", v.path, i), true}
	}
	return out
}

// Texts reads a list of strings; nil if it is not set.
func (v Value) Texts() []string { return v.texts("a list of strings", "a string") }

// Names is [Value.Texts] for a list of names.
func (v Value) Names() []string { return v.texts("a list of names", "a name") }

func (v Value) texts(want, wantElement string) []string {
	list := v.List(want)
	if list == nil {
		return nil
	}
	out := make([]string, len(list))
	for i, element := range list {
		out[i] = element.text(wantElement)
	}
	return out
}

// TextMap reads an object whose values are strings; nil if it is not set. Of
// several members with one name the last one is used, and that is reported.
func (v Value) TextMap() map[string]string {
	if !v.is(Object, "an object of strings") {
		return nil
	}
	out := map[string]string{}
	for m := range v.Members() {
		if _, ok := out[m.Name]; ok {
			m.Key.Report("%q is given again; this value is used", m.path)
		}
		m.element = true
		out[m.Name] = m.Text()
	}
	return out
}

// Members are the members of an object in the order of the file, all of those
// with one name.
func (v Value) Members() iter.Seq[Member] {
	return func(yield func(Member) bool) {
		if !v.is(Object, "an object") {
			return
		}
		members := v.node.Value.(*hujson.Object).Members
		for i := range members {
			if !yield(v.member(&members[i])) {
				return
			}
		}
	}
}

func (v Value) member(m *hujson.ObjectMember) Member {
	name := nameOf(*m)
	path := strings.TrimPrefix(v.path+"."+name, ".")
	return Member{name, Value{v.doc, &m.Name, v.server, path, false}, Value{v.doc, &m.Value, v.server, path, false}}
}

func nameOf(m hujson.ObjectMember) string { return textOf(m.Name.Value.(hujson.Literal)) }

// textOf is l.String(), which decodes: most texts stand in their quotes as they are.
func textOf(l hujson.Literal) string {
	plain := func(c byte) bool { return c >= ' ' && c < 0x7f && c != '\\' && c != '"' }
	if len(l) < 2 || l[0] != '"' {
		return l.String()
	}
	for _, c := range l[1 : len(l)-1] {
		if !plain(c) {
			return l.String()
		}
	}
	return string(l[1 : len(l)-1])
}

// Get is the last member of an object with a name.
func (v Value) Get(name string) Value {
	if !v.is(Object, "an object") {
		return Value{}
	}
	members := v.node.Value.(*hujson.Object).Members
	for i := range slices.Backward(members) {
		if v.doc.same(nameOf(members[i]), name) {
			return v.member(&members[i]).Value
		}
	}
	return Value{}
}

func (d *Document) same(a, b string) bool { return a == b || d.FoldCase && strings.EqualFold(a, b) }

// CheckKeys reports members of an object that are not known. Unless it is strict,
// only those count that look like a slip.
func (v Value) CheckKeys(strict bool, known ...string) {
	for m := range v.Members() {
		m.CheckKey(strict, known)
	}
}

// CheckKey reports the member if its name is none of those known; unless it is
// strict, only if it looks like a slip.
func (m Member) CheckKey(strict bool, known []string) {
	for _, k := range known {
		if m.doc.same(m.Name, k) {
			return
		}
	}
	if hint := words.DidYouMean(m.Name, known); hint != "" || strict {
		m.Key.Report("unknown key %q%s", m.Name, hint)
	}
}

// RawObject is an object as it is written, without comments and white space; nil if
// it is not set, or false, which is a way to write "none".
func (v Value) RawObject() json.RawMessage {
	if v.Kind() == Bool && !v.literal().Bool() || !v.is(Object, "an object") {
		return nil
	}
	clone := v.node.Clone()
	clone.BeforeExtra, clone.AfterExtra = nil, nil
	clone.Minimize()
	return clone.Pack()
}
