package config

import "github.com/tailscale/hujson"

// ParseObject reads a file in JSON with comments and trailing commas that is one
// object, within the limits above. Members keep their order and offsets; of
// several with one name it keeps all. A file that is too large, nested too deep,
// no JSON or no object is an error, a *[SyntaxError] where a place can be named.
// file is only used to name it.
func ParseObject(file string, data []byte) (*hujson.Object, error) {
	if err := checkSize(file, data); err != nil {
		return nil, err
	}
	return parseJSON(file, data)
}

// ErrorAt is a *[SyntaxError] at an offset of data, in the manner of
// [ParseObject].
func ErrorAt(file string, data []byte, offset int, text string) error {
	return syntaxError(file, data, offset, text)
}

// Places are the lines and columns of a file. Asking for offsets in ascending
// order costs one pass over the file, all together.
type Places struct {
	data []byte
	last position
}

// NewPlaces is about data, which must not change.
func NewPlaces(data []byte) *Places { return &Places{data: data} }

// At is the line and the column, in characters, of an offset, both from 1.
func (p *Places) At(offset int) (line, column int) {
	p.last = p.last.at(p.data, min(offset, len(p.data)))
	return p.last.line + 1, p.last.column + 1
}

// KindName is what a value is called in messages: "a string", "an object".
func KindName(v hujson.Value) string { return kindName(v) }
