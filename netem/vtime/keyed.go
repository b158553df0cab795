package vtime

import "math/bits"

// Seed is the root of every random decision of a simulation. A decision is a
// pure function of the seed and of what it is about (link, direction, ordinal,
// kind), never a draw from a shared generator: adding or removing one decision
// does not shift any other, and no order of goroutines can change it. The
// mixing is our own, so that recorded seeds keep their meaning.
type Seed uint64

// Uint64 returns 64 well mixed bits for the decision named by parts.
func (s Seed) Uint64(parts ...string) uint64 {
	h := mix(uint64(s) ^ 0x9e3779b97f4a7c15)
	for _, p := range parts {
		for i := 0; i < len(p); i++ {
			h = (h ^ uint64(p[i])) * 0x100000001b3
		}
		h = mix(h ^ uint64(len(p)))
	}
	return h
}

// At returns the seed of the n-th decision of this kind.
func (s Seed) At(n uint64) Seed { return Seed(mix(uint64(s) + n*0x9e3779b97f4a7c15)) }

// Of returns the seed of a narrower subject.
func (s Seed) Of(parts ...string) Seed { return Seed(s.Uint64(parts...)) }

// Float returns a number in [0, 1).
func (s Seed) Float() float64 { return float64(mix(uint64(s))>>11) / (1 << 53) }

// Below returns a number in [0, n); 0 when n is 0.
func (s Seed) Below(n uint64) uint64 {
	hi, _ := bits.Mul64(mix(uint64(s)), n)
	return hi
}

// mix is the finaliser of splitmix64.
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}
