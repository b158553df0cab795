// Package address reads URLs that may hold secrets: what they say gets into no error. It
// also keeps what servers name away from addresses that others cannot reach.
package address

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
)

// Parse reads a URL that has a host and one of the schemes; kind names what it is for.
func Parse(raw, kind string, schemes ...string) (*url.URL, error) {
	u, err := url.Parse(raw)
	if err != nil {
		// A password with a slash in it is told as a port that is invalid.
		return nil, errors.New("parsing the URL: malformed host, port, user or escape")
	}
	if !slices.Contains(schemes, u.Scheme) || u.Host == "" {
		return nil, fmt.Errorf("parsing the URL: scheme %q with host %q is not %s", u.Scheme, u.Host, kind)
	}
	return u, nil
}

// Hidden is an error of package net/url or net/http without the URL.
func Hidden(err error) error {
	if bad, ok := errors.AsType[*url.Error](err); ok {
		return bad.Err
	}
	return err
}
