package form

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/words"
)

// form says what is wrong with a JSON value, or nil.
type form func(json.RawMessage) *fault

// fault is what is wrong, and where: "annotations.priority", "content[2]"; "" = the
// value itself.
type fault struct{ place, what string }

func (f *fault) Error() string { return strings.TrimSpace(f.place + " " + f.what) }

// within is a fault of what is at a place.
func within(place string, f *fault) *fault {
	if f.place != "" && !strings.HasPrefix(f.place, "[") {
		place += "."
	}
	return &fault{place + f.place, f.what}
}

// wrong says what a value is and what it should be.
func wrong(raw json.RawMessage, want string) *fault {
	return &fault{what: fmt.Sprintf("is %s, want %s", shown(raw), want)}
}

// shown is the beginning of a value for a person.
func shown(raw json.RawMessage) string {
	const most = 60
	if len(raw) > most {
		return string(raw[:most]) + "…"
	}
	return string(raw)
}

// member is what an object has. One that must not be left out is required.
type member struct {
	name     string
	required bool
	form     form
}

func must(name string, f form) member { return member{name, true, f} }

func may(name string, f form) member { return member{name, false, f} }

// object is one with these members, and any others.
func object(all ...member) form {
	return func(raw json.RawMessage) *fault {
		values := members(raw)
		if values == nil {
			return wrong(raw, "an object")
		}
		for _, m := range all {
			value, there := values[m.name]
			if !there && m.required {
				return &fault{what: "has no " + m.name}
			}
			if !there {
				continue
			}
			if f := m.form(value); f != nil {
				return within(m.name, f)
			}
		}
		return misnamed(values, all)
	}
}

// misnamed finds a member that nobody reads, as it is spelled otherwise than one of the
// schema that is missing. Any other name is allowed.
func misnamed(values map[string]json.RawMessage, all []member) *fault {
	for _, m := range all {
		if wrong := Misspelled(values, m.name); wrong != "" {
			return &fault{what: wrong}
		}
	}
	return nil
}

var unhyphened = strings.NewReplacer("_", "", "-", "")

// Misspelled says that an object has a member whose name differs from one that it has not
// only in letter case, underscores and hyphens, as IsError and is_error do from isError;
// "" = it has none, or that one, too.
func Misspelled(values map[string]json.RawMessage, name string) string {
	if _, there := values[name]; there {
		return ""
	}
	found := ""
	for other := range values {
		if strings.EqualFold(unhyphened.Replace(other), unhyphened.Replace(name)) && (found == "" || other < found) {
			found = other
		}
	}
	if found == "" {
		return ""
	}
	return fmt.Sprintf("has %s instead of %s", found, name)
}

// plain is the text of a JSON string; "" = it is none.
func plain(raw json.RawMessage) (s string) {
	_ = jsonparts.Unmarshal(raw, &s)
	return s
}

// members are those of an object; nil = it is none.
func members(raw json.RawMessage) (out map[string]json.RawMessage) {
	_ = jsonparts.Unmarshal(raw, &out)
	return out
}

func listOf(item form) form {
	return func(raw json.RawMessage) *fault {
		var values []json.RawMessage
		if jsonparts.Unmarshal(raw, &values) != nil || values == nil {
			return wrong(raw, "an array")
		}
		for i, value := range values {
			if f := item(value); f != nil {
				return within(fmt.Sprintf("[%d]", i), f)
			}
		}
		return nil
	}
}

// some is a list with one item at least.
func some(item form) form {
	return func(raw json.RawMessage) *fault {
		if f := listOf(item)(raw); f != nil {
			return f
		}
		if members := []json.RawMessage(nil); jsonparts.Unmarshal(raw, &members) == nil && len(members) == 0 {
			return wrong(raw, "one at least")
		}
		return nil
	}
}

// byMember is an object whose form the text of one member decides.
func byMember(name string, all map[string]form) form {
	return func(raw json.RawMessage) *fault {
		if f := object(must(name, oneOf(slices.Sorted(maps.Keys(all))...)))(raw); f != nil {
			return f
		}
		return all[plain(members(raw)[name])](raw)
	}
}

// valuesOf is an object whose members are all of one form, whatever their names.
func valuesOf(value form) form {
	return func(raw json.RawMessage) *fault {
		values := members(raw)
		if values == nil {
			return wrong(raw, "an object")
		}
		for _, name := range slices.Sorted(maps.Keys(values)) {
			if f := value(values[name]); f != nil {
				return within(name, f)
			}
		}
		return nil
	}
}

func oneOf(words ...string) form {
	return func(raw json.RawMessage) *fault {
		if !jsonparts.IsText(raw) || !slices.Contains(words, plain(raw)) {
			return wrong(raw, "one of "+strings.Join(words, ", "))
		}
		return nil
	}
}

// anything is right as long as it is there.
func anything(json.RawMessage) *fault { return nil }

func text(raw json.RawMessage) *fault {
	if !jsonparts.IsText(raw) {
		return wrong(raw, "a string")
	}
	return nil
}

func boolean(raw json.RawMessage) *fault {
	if s := string(raw); s != "true" && s != "false" {
		return wrong(raw, "true or false")
	}
	return nil
}

func number(raw json.RawMessage) *fault {
	if _, is := jsonparts.Number(raw); !is {
		return wrong(raw, "a number")
	}
	return nil
}

// count is a whole number that is not negative, however written: 3.0 is one.
func count(raw json.RawMessage) *fault {
	if n, is := jsonparts.Number(raw); !is || n < 0 || n != float64(int64(n)) {
		return wrong(raw, "a whole number")
	}
	return nil
}

func share(raw json.RawMessage) *fault {
	if n, is := jsonparts.Number(raw); !is || n < 0 || n > 1 {
		return wrong(raw, "a number from 0 to 1")
	}
	return nil
}

// token is one that a client can have given for progress.
func token(raw json.RawMessage) *fault {
	if _, is := jsonparts.Number(raw); !is && !jsonparts.IsText(raw) {
		return wrong(raw, "a string or a number")
	}
	return nil
}

// picture is where an icon is, by schemes that clients take.
func picture(raw json.RawMessage) *fault {
	scheme, _, _ := strings.Cut(plain(raw), ":")
	switch strings.ToLower(scheme) {
	case "http", "https", "data":
		return nil
	}
	return wrong(raw, "a URL with http or https, or data")
}

// unescaped are the characters of ASCII that RFC 3986 has no place for.
func unescaped(r rune) bool { return r <= ' ' || r == 0x7f || strings.ContainsRune("\"<>\\^`{|}", r) }

// address is a URI: it begins with a scheme.
func address(raw json.RawMessage) *fault {
	scheme, rest, found := strings.Cut(plain(raw), ":")
	if !found || scheme == "" || strings.ContainsAny(scheme, "/?# ") {
		return wrong(raw, "a URI with a scheme")
	}
	if strings.ContainsFunc(rest, unescaped) {
		return wrong(raw, "a URI, in which such characters are percent-encoded")
	}
	return nil
}

// iso8601 are dates and times in the forms of ISO 8601, the extended and the basic one.
var iso8601 = words.Pattern(`^\d{4}(-?\d{2}(-?\d{2}([T ]\d{2}(:?\d{2}(:?\d{2}([.,]\d+)?)?)?(Z|[+-]\d{2}(:?\d{2})?)?)?)?)?$`)

func moment(raw json.RawMessage) *fault {
	if !jsonparts.IsText(raw) || !iso8601().MatchString(plain(raw)) {
		return wrong(raw, "a time as ISO 8601 has it")
	}
	return nil
}

// expression is what stands in braces in a template of RFC 6570.
var expression = words.Pattern(`^[+#./;?&=,!@|]?[\w.%]+(:\d+|\*)?(,[\w.%]+(:\d+|\*)?)*$`)

// template is one of RFC 6570.
func template(raw json.RawMessage) *fault {
	if !jsonparts.IsText(raw) {
		return wrong(raw, "a string")
	}
	rest := plain(raw)
	for {
		before, after, open := strings.Cut(rest, "{")
		inside, next, closed := strings.Cut(after, "}")
		switch {
		case strings.Contains(before, "}"), open && !closed, open && !expression().MatchString(inside):
			return wrong(raw, "a URI template of RFC 6570")
		case !open:
			return nil
		}
		rest = next
	}
}
