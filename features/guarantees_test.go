package features

import "testing"

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		if _, err := parse(registry); err != nil {
			b.Fatal(err)
		}
	}
}
