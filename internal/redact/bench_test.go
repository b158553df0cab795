package redact_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mcpsim/mcpsim/internal/redact"
)

func BenchmarkText(b *testing.B) {
	var secrets []string
	for i := range 10 {
		secrets = append(secrets, fmt.Sprintf("secret-%d-0123456789", i))
	}
	r := redact.New(secrets)
	for name, text := range map[string]string{"plain": strings.Repeat("some words of a server ", 2800), "escaped": strings.Repeat(`a\n%20b `, 8000)} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				_ = r.Text(text)
			}
		})
	}
}
