package config_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/config"
)

// manyServers is a file with n servers.
func manyServers(n int) []byte {
	var b strings.Builder
	b.WriteString(`{"mcpServers": {`)
	for i := range n {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, `"server-%06d": {"command": "npx", "args": ["-y", "pkg-%d"], "env": {"KEY": "${KEY_%d}"}}`, i, i, i)
	}
	b.WriteString("}}")
	return []byte(b.String())
}

// BenchmarkParse reads 100,000 servers of one file (goal: 2 s).
func BenchmarkParse(b *testing.B) {
	const n = 100_000
	file := manyServers(n)
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	for b.Loop() {
		servers, problems, err := config.MCPJSON.Parse("f.json", file)
		assert.NilError(b, err)
		assert.Equal(b, len(problems), 0)
		assert.Equal(b, len(servers), n)
	}
	b.ReportMetric(2e9, "goal-ns/op")
}
