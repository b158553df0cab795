package probe

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// What a framework shows of an exception is behind a page's head.
func TestPagesAreReadAsBrowsersShowThem(t *testing.T) {
	const express = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Error</title>\n</head>\n<body>\n" +
		"<pre>Error: Already connected to a transport.<br> &nbsp; &nbsp;at Server.connect (a.js:1:2)</pre>\n</body>\n</html>\n"
	for page, want := range map[string]string{
		express: "Error: Already connected to a transport. at Server.connect (a.js:1:2)",
		"<style>p > a {}</style><h1>502 Bad Gateway</h1><script>\nif (a<b) c()\n</script>": "502 Bad Gateway",
		"a < b &amp; c": "a < b & c",
		"":              "",
	} {
		assert.Equal(t, (&Reply{Status: 500, ContentType: "text/html", Body: []byte(page)}).String(), `HTTP 500 text/html with the body "`+want+`"`)
	}
	assert.Equal(t, (&Reply{Status: 500, ContentType: "text/plain", Body: []byte("<b>")}).String(), `HTTP 500 text/plain with the body "<b>"`)
	assert.Assert(t, len(readable("text/html", []byte(strings.Repeat("<", 1<<20)))) <= pageRead)
}
