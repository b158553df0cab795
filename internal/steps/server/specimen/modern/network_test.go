package modern_test

import (
	"net"
	"regexp"
)

// exactListener spoils names of headers that are not in the usual case, as a server does not
// see them that compares names byte by byte.
type exactListener struct {
	net.Listener
	name string // the usual case of the header
}

func (l exactListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return exactConn{c, l.name, regexp.MustCompile(`(?i)\r\n` + l.name + `:`)}, err
}

type exactConn struct {
	net.Conn
	name string
	any  *regexp.Regexp
}

func (c exactConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	for _, at := range c.any.FindAllIndex(p[:n], -1) {
		if string(p[at[0]:at[1]]) != "\r\n"+c.name+":" {
			p[at[0]+2] = 'X'
		}
	}
	return n, err
}
