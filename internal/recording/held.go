package recording

import "bytes"

// held is the end of a stream that may be the beginning of a secret.
type held struct {
	Entry
	looked int // at how many bytes of its data
}

// cheap is how many bytes are looked at again with each byte that follows them.
const cheap = 256

// due is whether the data is to be looked at, of which what begins at from is new: it may end
// the member whose value is a secret, or is so much that it is worth it. Who says a member
// byte by byte, and never ends it, has each byte looked at a few times.
func (h held) due(from int) bool {
	return len(h.Data) < cheap || (len(h.Data)-h.looked)*4 >= h.looked || ends(h.Data, from)
}

// ends is whether a byte from a place on may end what begins with data, see [secretMember].
func ends(data []byte, from int) bool {
	if data[0] != '"' {
		return bytes.ContainsAny(data[from:], "& \t\n\v\f\r")
	}
	for i := from; i < len(data); i++ {
		if before := bytes.TrimRight(data[:i], "\\"); data[i] == '"' && (i-len(before))%2 == 0 {
			return true
		}
	}
	return false
}
