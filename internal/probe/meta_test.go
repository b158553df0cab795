package probe

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func TestMetaKeysOfTheProtocolAlone(t *testing.T) {
	for message, want := range map[string]string{
		`{"result":{"_meta":{"b":1,"a":2}}}`:                                        "a b",
		`{"result":{"tools":[{"_meta":{"x":1}},{"_meta":{"y":1}}]}}`:                "x y",
		`{"params":{"_meta":{"progressToken":1}}}`:                                  "progressToken",
		`{"result":{"content":[{"type":"resource","resource":{"_meta":{"r":1}}}]}}`: "r",
		`{"result":{"_meta":{"a":{"_meta":{"inner":1}}}}}`:                          "a",
		`{"result":{"structuredContent":{"_meta":{"x":1}}}}`:                        "",
		`{"result":{"tools":[{"inputSchema":{"properties":{"_meta":{"x":1}}}}]}}`:   "",
		`{"error":{"code":1,"message":"m","data":{"_meta":{"x":1}}}}`:               "",
		`{"result":{"_meta":7}}`:                                                    "",
		`"_meta"`:                                                                   "",
	} {
		assert.Equal(t, strings.Join(MetaKeys(ParseFrame([]byte(message))), " "), want, message)
	}
}

func TestWellFormedKeys(t *testing.T) {
	for _, key := range []string{
		"progressToken", "a", "a.b_c-d", "com.example/name", "com.example/", "ui/resourceUri", "x-1.y/0", "", "a1/b",
		"io.modelcontextprotocol/related-task",
	} {
		assert.Check(t, WellFormedKey(key), key)
	}
	for _, key := range []string{
		"-a", "a-", "a b", "ä", "/a", "1a/b", "a-/b", "a..b/c", ".a/b", "a./b", "com.example/name/more", "https://example.com/a", "a/_b",
	} {
		assert.Check(t, !WellFormedKey(key), key)
	}
}

func TestReservedPrefixes(t *testing.T) {
	for _, c := range []struct {
		key        string
		old, newer bool // reserved before, and since, 2025-11-25
	}{
		{"com.mcp.tools/a", true, true},
		{"mcp.dev/a", true, false},
		{"dev.mcp/a", false, true},
		{"org.modelcontextprotocol.api/a", true, true},
		{"com.example.mcp/a", false, false},
		{"mcp/a", false, false},
		{"mcp", false, false},
		{"io.modelcontextprotocol/related-task", false, false},
		{"modelcontextprotocol.io/a", false, false},
	} {
		assert.Check(t, Usurps(c.key, "2025-06-18") == c.old, c.key)
		assert.Check(t, Usurps(c.key, "2025-11-25") == c.newer, c.key)
	}
}

func FuzzMetaKeys(f *testing.F) {
	for _, seed := range []string{`{"_meta":{"a/b":1}}`, `{"x":[[[{"_meta":{"c":1}}]]]}`, `{"_meta":null,"x":{"_meta":{"":1}}}`, "{", ""} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, message []byte) {
		for _, key := range MetaKeys(ParseFrame(message)) {
			if WellFormedKey(key) && strings.Count(key, "/") > 1 {
				t.Errorf("%q has two slashes", key)
			}
		}
	})
}
