package conn

import (
	"encoding/json"
	"math"
	"testing"

	"gotest.tools/v3/assert"
)

// FuzzPage: a page is read as encoding/json reads it.
func FuzzPage(f *testing.F) {
	for _, seed := range []string{
		`{}`, `null`, `[]`, `7`, `{"tools":null}`, `{"tools":[]}`, `{"tools":7}`, `{"tools":[{"name":"a"},null,7],"nextCursor":"b"}`,
		`{"TOOLS":[1],"NextCursor":"\u0061\ud83d"}`, `{"tools":[1],"tools":[2,3]}`, `{"tools":[1],"tools":null}`,
		`{"tools":[],"nextCursor":null}`, `{"tools":[],"nextCursor":"a","nextCursor":null}`, `{"tools":[],"nextCursor":7}`,
		`{"tools":[{}],"x":"0123456789012345678901234567890123456789"}`, `{"tools":[1],}`, ``,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var want struct {
			Tools      []json.RawMessage
			NextCursor *string
		}
		wanted := json.Unmarshal(data, &want) == nil && want.Tools != nil
		got, err := readPage(data, "tools", math.MaxInt)
		assert.Equal(t, err == nil, wanted, "%v", err)
		if !wanted {
			return
		}
		assert.Equal(t, got.count, len(want.Tools))
		for i, item := range got.items {
			assert.Equal(t, string(item), string(want.Tools[i]))
		}
		assert.Equal(t, want.NextCursor == nil && got.next == "" || want.NextCursor != nil && *want.NextCursor == got.next, true)
	})
}
