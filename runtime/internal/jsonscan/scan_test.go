package jsonscan

import (
	"encoding/json"
	"math"
	goruntime "runtime"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

var seeds = []string{
	`{"name":"a","n":1,"on":true,"list":["x",null,"y"],"raw":{"b":[1.5e3]},"at":null,"other":[{}]}`,
	`{"NAME":"a","name":"b","Name":null,"\u006eame":"c","\u017fize":1}`, `{"n":1.0}`, `{"n":-9223372036854775808}`, `{"n":9223372036854775808}`,
	`{"list":["a","b"],"list":["c"],"list":[null,null,null]}`, `{"list":[]}`, `{"list":null}`, `{"at":{"name":"x"},"at":{"n":2}}`, `{"at":{},"at":null}`,
	`{"name":"\ud83d\ude00\ud800x\udc00\u00e9\/\"\\\b\f\n\r\t"}`, "{\"name\":\"a\xffb\xe2\x82é\"}", "{\"n\xe9\":1}", `[]`, `null`, `"x"`, ` {} `, `{`, `{"name"}`, `{"name":"`,
	`{"on":1}`, `{"on":tru}`, `{"list":{}}`, `{"list":[1]}`, `{"name":[}`, `{"name":"a"}x`, `-`, `01`, ``, `{"raw":nul}`, `{"raw":"\u12g4"}`,
}

// sample has one field of each kind.
type sample struct {
	Name string          `json:"name"`
	N    int64           `json:"n"`
	On   bool            `json:"on"`
	Size *int64          `json:"size"`
	List []string        `json:"list"`
	Raw  json.RawMessage `json:"raw"`
	At   *sample         `json:"at"`
	In   struct {
		Deep []sample `json:"deep"`
	} `json:"in"`
}

var (
	sampleFields = Folded("name", "n", "on", "size", "list", "raw", "at", "in")
	inFields     = Folded("deep")
)

func (v *sample) scan(s *Scanner) {
	s.Object(sampleFields, func(name string) {
		switch name {
		case "name":
			s.String(&v.Name, "known")
		case "n":
			s.Int(&v.N)
		case "on":
			s.Bool(&v.On)
		case "size":
			Pointer(s, &v.Size, func(n *int64) { s.Int(n) })
		case "list":
			Slice(s, &v.List, func(e *string) { s.String(e) })
		case "raw":
			s.Raw(&v.Raw)
		case "at":
			Pointer(s, &v.At, func(at *sample) { at.scan(s) })
		case "in":
			s.Object(inFields, func(string) { Slice(s, &v.In.Deep, func(e *sample) { e.scan(s) }) })
		}
	})
}

// A number that does not fit, and what is none, leave the field as it was.
func TestIntIsWholeOrNothing(t *testing.T) {
	for _, in := range []string{"9223372036854775808", "-9223372036854775809", "1.5", "1e3", "-", "true", `"1"`} {
		n := int64(7)
		s := New([]byte(in))
		s.Int(&n)
		assert.Assert(t, s.End() != nil, in)
		assert.Equal(t, n, int64(7), in)
	}
}

// What is no number, and null, leave the field as it was.
func TestFloatIsANumberOrNothing(t *testing.T) {
	for in, want := range map[string]float64{"null": 7, "true": 7, `"1"`: 7, "-": 7, "0": 0, "-1.5e1": -15, "1e999": math.Inf(1)} {
		n := 7.0
		s := New([]byte(in))
		s.Float(&n)
		assert.Equal(t, n, want, in)
	}
}

// An element that is written as {} is a hundred times larger in memory: a long array is
// given up before it is that.
func TestSlicesAreBounded(t *testing.T) {
	read := func(n int) (v sample, err error) {
		s := New([]byte(`{"in":{"deep":[{}` + strings.Repeat(",{}", n-1) + `]},"name":"after"}`))
		v.scan(&s)
		return v, s.End()
	}
	v, err := read(MaxElements)
	assert.NilError(t, err)
	assert.Equal(t, len(v.In.Deep), 100_000)
	assert.Equal(t, v.Name, "after")
	var before, after goruntime.MemStats
	goruntime.ReadMemStats(&before)
	v, err = read(3_000_000)
	goruntime.ReadMemStats(&after)
	assert.Error(t, err, `"deep" is an array of more than 100000 elements at byte 14, not a shorter one`)
	assert.Equal(t, v.Name, "")
	used := after.TotalAlloc - before.TotalAlloc
	assert.Check(t, used < 150<<20, "%d bytes", used)
}

// null takes away what an earlier duplicate has put there.
func TestNullEndsASlice(t *testing.T) {
	all := []string{"a"}
	s := New([]byte("null"))
	Slice(&s, &all, func(e *string) { s.String(e) })
	assert.NilError(t, s.End())
	assert.Assert(t, all == nil)
}

func TestMembers(t *testing.T) {
	for in, want := range map[string]int{`{}`: 0, ` { "a" : {"x":1,"y":2} , "a" : [ ] } `: 2, `{"a":1,"b":2,"c":3}`: 3, `[1,2]`: 0, `null`: 0} {
		s := New([]byte(in))
		assert.Equal(t, s.Members(), want, in)
		assert.NilError(t, s.End(), in)
	}
	for _, in := range []string{``, `{`, `{"a"}`, `{"a":1,}`, `{"a":1}x`, `{"a":}`} {
		s := New([]byte(in))
		s.Members()
		assert.Assert(t, s.End() != nil, in)
	}
}

// FuzzObject: what is read, and what is refused, is what encoding/json reads and refuses.
func FuzzObject(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
		f.Add([]byte(`{"in":{"deep":[` + seed + `]},"IN":{"Deep":[` + seed + `,{}]}}`))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var want, got sample
		wantErr := json.Unmarshal(data, &want)
		s := New(data)
		got.scan(&s)
		gotErr := s.End()
		assert.Equal(t, gotErr == nil, wantErr == nil, "%v and %v", gotErr, wantErr)
		if wantErr == nil {
			assert.DeepEqual(t, got, want)
		}
	})
}

// FuzzValue: the same texts are JSON, and the same bytes are the value.
func FuzzValue(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s := New(data)
		value := s.Value()
		if err := s.End(); (err == nil) != json.Valid(data) {
			t.Fatalf("encoding/json says valid=%v, we say %v", json.Valid(data), err)
		} else if err == nil {
			assert.Equal(t, string(value), strings.Trim(string(data), " \t\r\n"))
		}
	})
}

// FuzzUnquote: a text means what it means to encoding/json.
func FuzzUnquote(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		token := append(append([]byte{'"'}, text...), '"')
		var want, got string
		wantErr := json.Unmarshal(token, &want)
		s := New(token)
		s.String(&got)
		gotErr := s.End()
		assert.Equal(t, gotErr == nil, wantErr == nil, "%v and %v", gotErr, wantErr)
		if wantErr == nil {
			assert.Equal(t, got, want)
		}
	})
}

// FuzzPlainEnd compares with looking at one byte after the other.
func FuzzPlainEnd(f *testing.F) {
	f.Add([]byte("all of it, and more than eight bytes"))
	f.Add([]byte("\x20\x1f\x21\x22\x23\x5b\x5c\x5d\x7f\x80\xff"))
	f.Add([]byte("1234567\""))
	f.Fuzz(func(t *testing.T, b []byte) {
		for pos := range min(len(b), 9) + 1 {
			want := pos
			for want < len(b) && b[want] >= 0x20 && b[want] != '"' && b[want] != '\\' {
				want++
			}
			if got := plainEnd(b, pos); got != want {
				t.Fatalf("plainEnd(%q, %d) = %d, want %d", b, pos, got, want)
			}
		}
	})
}

func TestDepthIsBounded(t *testing.T) {
	nested := func(n int) []byte { return []byte(strings.Repeat("[", n) + strings.Repeat("]", n)) }
	for n, want := range map[int]string{10_000: "", 10_001: "nested too deeply"} {
		s := New(nested(n))
		s.Value()
		if err := s.End(); want == "" {
			assert.NilError(t, err)
		} else {
			assert.ErrorContains(t, err, want)
		}
		s = New(append([]byte(`{"raw":`), append(nested(n-1), '}')...)) // the object counts
		err := func() error { var v sample; v.scan(&s); return s.End() }()
		assert.Equal(t, err == nil, want == "", "%v", err)
	}
}

func TestExactFieldsWantTheirCase(t *testing.T) {
	var got []string
	s := New([]byte(`{"A":1,"a":2,"\u0061":3,"b":{"a":4}}`))
	s.Object(Exact("a"), func(string) { got = append(got, string(s.Value())) })
	assert.NilError(t, s.End())
	assert.DeepEqual(t, got, []string{"2", "3"})
}

func TestErrorsSayWhere(t *testing.T) {
	for in, want := range map[string]string{
		`{"name":7}`:               `"name" is a number at byte 8, not a string`,
		`{"at":{"on":"yes"}}`:      `"on" is a string at byte 12, not a boolean`,
		`{"list":{}}`:              `"list" is an object at byte 8, not an array`,
		`{"n":1.5}`:                `"n" is a number at byte 5, not a whole number of 64 bits`,
		`{"n":true}`:               `"n" is a boolean at byte 5, not a whole number`,
		`[]`:                       `an array, not an object`,
		`{"name":7,}`:              `"name" is a number at byte 8, not a string`,
		`{"name":[}`:               `invalid JSON at byte 9: value expected`,
		`{"name":"a"} x`:           `invalid JSON at byte 13: text after the value`,
		`{"in":{"deep":[null,1]}}`: `"deep" is a number at byte 20, not an object`,
	} {
		s := New([]byte(in))
		var v sample
		v.scan(&s)
		assert.Error(t, s.End(), want)
	}
}

// TestManyBadBytesCostLinearTime has a text that is decoded in many pieces.
func TestManyBadBytesCostLinearTime(t *testing.T) {
	const n = 1 << 20
	token := []byte(`"` + strings.Repeat("x", n) + "\xff" + `"`)
	assert.Equal(t, len(Unquote(token)), n+len("\ufffd"))
}

func TestReadingCopiesNothingButStrings(t *testing.T) {
	data := []byte(`{"name":"known","n":7,"on":true,"raw":{"a":[1,2,3]},"other":"x"}`)
	allocs := testing.AllocsPerRun(100, func() {
		var v sample
		s := New(data)
		s.Object(sampleFields, func(name string) {
			switch name {
			case "name":
				s.String(&v.Name, "known")
			case "raw":
				s.Raw(&v.Raw)
			default:
				s.Value()
			}
		})
		if s.End() != nil || v.Name == "" {
			t.Fatal("not read")
		}
	})
	assert.Equal(t, allocs, 0.0)
}
