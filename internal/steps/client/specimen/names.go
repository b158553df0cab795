package main

import (
	"bytes"
	"context"
	"net"
)

// byCase is a connection of a client that knows the names of headers in one way of writing them:
// in small letters they are others.
type byCase struct{ net.Conn }

func (c byCase) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	for _, name := range []string{"content-type:", "www-authenticate:"} {
		copy(b[:n], bytes.ReplaceAll(b[:n], []byte("\n"+name), []byte("\nx"+name[1:])))
	}
	return n, err
}

func dialByCase(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	return byCase{conn}, err
}
