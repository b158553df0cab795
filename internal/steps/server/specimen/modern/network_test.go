package modern_test

import (
	"net"
	"regexp"
)

const otherAddress = "192.0.2.7"

// machine are the addresses of the machine that the server is on.
func machine() ([]net.Addr, error) {
	mask := net.CIDRMask(24, 32)
	return []net.Addr{
		&net.IPNet{IP: net.IPv4(127, 0, 0, 1), Mask: mask}, &net.IPNet{IP: net.ParseIP(otherAddress), Mask: mask},
	}, nil
}

// exactListener spoils names of headers that are not in the usual case, as a server does not
// see them that compares names byte by byte.
type exactListener struct{ net.Listener }

func (l exactListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return exactConn{c}, err
}

type exactConn struct{ net.Conn }

var methodName = regexp.MustCompile(`(?i)\r\nmcp-method:`)

func (c exactConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	for _, at := range methodName.FindAllIndex(p[:n], -1) {
		if string(p[at[0]:at[1]]) != "\r\nMcp-Method:" {
			p[at[0]+2] = 'X'
		}
	}
	return n, err
}
