package jsonscan

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkValue steps over many small values, and over a large one.
func BenchmarkValue(b *testing.B) {
	for name, text := range map[string]string{
		"small": `[` + strings.Repeat(`{"name":"tool","description":"Looks up a record.\nFails if there is none.","inputSchema":{"type":"object","properties":{"id":{"type":"string","minimum":1}},"required":["id"]}},`, 100) + `null]`,
		"large": fmt.Sprintf("%q", strings.Repeat("All happy servers are alike; each unhappy server is unhappy in its own way.\n", 10_000)),
	} {
		b.Run(name, func(b *testing.B) {
			data := []byte(text)
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				s := New(data)
				s.Value()
				if err := s.End(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
