package server

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// sized is what a list says of the size of a resource, and what was read of it.
type sized struct {
	size int64
	mime string // "" = it is not said
	read content
}

// content is what was read of a resource that has one content.
type content struct{ mime, text, blob string }

// sizesTrue blames a size that is wrong in a list and what is read, and wrong in the same way
// when both are read twice more: a resource may change with each look.
func sizesTrue(all *probe.Browse, c *check, b *probe.Bench) error {
	judged := 0
	for _, v := range all.Read() {
		s, known := sizeOf(all.Listed, v)
		if !known {
			continue
		}
		judged++
		if s.fits() {
			continue
		}
		stays, err := c.keeps(v, func(listed []probe.Item, v probe.Visit) bool {
			again, known := sizeOf(listed, v)
			return known && again == s
		})
		if err != nil {
			return err
		}
		if stays {
			b.RecallBrowse()
			return fmt.Errorf("the size of %q is said to be %d, and it has %d bytes", v.Name, s.size, s.read.bytes())
		}
	}
	return verdict.NotObservedIf(judged == 0, "no resource has a size that can be compared with its contents")
}

// keeps reports whether something holds of a list and of what is read of one of its resources,
// twice more.
func (c *check) keeps(v probe.Visit, holds func(listed []probe.Item, v probe.Visit) bool) (bool, error) {
	for range 2 {
		items, err := c.conn.ListAll("resources/list")
		if err != nil {
			return false, err
		}
		answer, err := c.call("resources/read", v.Params)
		if err != nil {
			return false, err
		}
		if !holds(items, probe.Visit{Name: v.Name, Answer: answer}) {
			return false, nil
		}
	}
	return true, nil
}

// sizeOf is what can be compared: what was read is one content with the URI that was asked for,
// and if it is text, text is what the list promises.
func sizeOf(listed []probe.Item, v probe.Visit) (s sized, known bool) {
	var result struct {
		Contents []struct{ URI, MimeType, Text, Blob json.RawMessage }
	}
	if jsonparts.Unmarshal(v.Answer.Members["result"], &result) != nil || len(result.Contents) != 1 || probe.Text(result.Contents[0].URI) != v.Name {
		return s, false
	}
	one := result.Contents[0]
	s.read = content{probe.Text(one.MimeType), probe.Text(one.Text), probe.Text(one.Blob)}
	for _, item := range listed {
		if probe.Text(item["uri"]) == v.Name && item["size"] != nil {
			known = string(item["size"]) != "null" && jsonparts.Unmarshal(item["size"], &s.size) == nil && s.size >= 0 // its type is the business of another check
			s.mime = probe.Text(item["mimeType"])
		}
	}
	return s, known && (s.read.blob != "" && s.read.bytes() >= 0 || s.isText())
}

// isText reports whether the bytes of the resource are text, and not what a text was made of.
func (s sized) isText() bool {
	if s.read.text == "" || s.mime != "" && s.read.mime != "" && s.mime != s.read.mime {
		return false
	}
	mime := cmp.Or(s.mime, s.read.mime)
	return strings.HasPrefix(mime, "text/") || strings.HasPrefix(mime, "application/json")
}

// fits reports whether the bytes can be as many: those of a blob are exact, text may have been
// written in another encoding, with other line ends, and a few characters more at its ends.
func (s sized) fits() bool {
	if s.read.blob != "" {
		return int64(s.read.bytes()) == s.size
	}
	text := s.read.text
	units := len(utf16.Encode([]rune(text)))
	breaks := strings.Count(text, "\n") - strings.Count(text, "\r\n")
	for _, n := range []int{len(text), utf8.RuneCountInString(text), 2 * units} {
		for _, width := range []int{1, 2} {
			if most := int64(n + width*breaks + mostMore*width); s.size >= int64(n) && s.size <= most {
				return true
			}
		}
	}
	return false
}

// mostMore is how many characters may be lost at the ends of a text: a byte order mark, and
// line breaks.
const mostMore = 4

func (c content) bytes() int {
	if c.blob == "" {
		return len(c.text)
	}
	data, err := base64.StdEncoding.DecodeString(c.blob)
	if err != nil {
		return -1 // which is the business of another check
	}
	return len(data)
}
