package words

import "regexp"

var token = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")

// IsToken reports whether text is what the name of an HTTP header is made of: a token of
// RFC 9110.
func IsToken(text string) bool { return token.MatchString(text) }
