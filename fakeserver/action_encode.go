package fakeserver

import (
	"strings"

	"github.com/mcpsim/mcpsim/internal/coding"
)

// encodeAction sends the body of the answer, or its stream, in a content coding,
// whatever the client accepts.
type encodeAction struct {
	// As is the coding of the body; identity leaves it as it is.
	As contentCoding `yaml:"as" short:"true"`
	// Declare is what Content-Encoding says; absent = the coding, "" = there is no such
	// header.
	Declare *string `yaml:"declare"`
	// Cut ends the body after this many of its encoded bytes, as if it were whole; 0 = it is.
	Cut int `yaml:"cut"`
}

// contentCoding is a coding by its name in HTTP.
type contentCoding string

func (contentCoding) words() []string { return coding.Names() }

func (a encodeAction) check() error {
	if !known(a.As) || a.As == "" {
		return need(false, "a coding: "+choices(a.As))
	}
	if a.Cut < 0 {
		return need(false, "cut to be 1 or more")
	}
	return nil
}

// header is what the answer declares; "" = nothing.
func (a encodeAction) header() string {
	switch {
	case a.Declare != nil:
		return *a.Declare
	case a.As == "identity":
		return ""
	}
	return string(a.As)
}

func (a encodeAction) apply(x *exec) bool {
	switch h := x.exchange("encode"); {
	case h == nil:
	case h.apart:
		x.void("encode", "belongs to the GET of HTTP+SSE, on whose stream the answer goes")
	case h.started || h.ended:
		x.void("encode", "comes after the head of the answer")
	default:
		h.encode(a)
	}
	return true
}

func (h *exchange) encode(a encodeAction) {
	h.coder = coding.New(string(a.As))
	if a.Cut > 0 {
		h.cutAt, h.cutHow = a.Cut, endEOF
	}
	if name := a.header(); name != "" {
		h.setHeaders(map[string]string{"Content-Encoding": name, "Vary": "Accept-Encoding"})
	}
}

// encoded is b as it goes into the body.
func (h *exchange) encoded(b []byte) []byte {
	if h.coder == nil {
		return b
	}
	return h.coder.Encode(b)
}

// compressAction compresses the answer by gzip, if the client accepts that.
type compressAction struct{}

func (compressAction) apply(x *exec) bool {
	h := x.httpExchange()
	if h != nil && !acceptsGzip(h.request.Header.Get("Accept-Encoding")) {
		x.void("compress", "is for clients that accept gzip")
		return true
	}
	return encodeAction{As: "gzip"}.apply(x)
}

// acceptsGzip looks for gzip by its name, with any weight but zero.
func acceptsGzip(header string) bool {
	for coding := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(strings.ReplaceAll(coding, " ", ""), ";q=")
		if strings.EqualFold(name, "gzip") {
			return strings.Trim(weight, "0.") != "" || weight == ""
		}
	}
	return false
}
