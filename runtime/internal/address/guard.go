package address

import (
	"context"
	"errors"
	"net"
	"net/url"
	"strings"
)

// ErrPrivate is why a [Guard] has not connected.
var ErrPrivate = errors.New("its host is at a private address, and the server is not")

// Guard connects to what a server on the network has named: its authorization server, as
// a rule. Addresses that others cannot reach are refused, unless the server is at one
// itself: it could have this machine do what it cannot do (OAC-45).
type Guard struct {
	Dial    func(ctx context.Context, network, addr string) (net.Conn, error)
	Server  *url.URL
	Private func(host string) bool // hosts that are known to be private; see [Private]
}

// DialContext connects as Dial does. Where a name leads, the server's own too, is known
// only once it is connected: then nothing has been sent. The error may be [ErrPrivate].
func (g Guard) DialContext(ctx context.Context, network, addr string) (net.Conn, error) {
	c, err := g.Dial(ctx, network, addr)
	if err != nil || !remoteClosed(c) {
		return c, err
	}
	if host, _, _ := net.SplitHostPort(addr); g.Private(g.Server.Hostname()) || host == g.Server.Hostname() {
		return c, nil
	}
	own, err := g.Dial(ctx, network, dialled(g.Server))
	if err == nil {
		ours := remoteClosed(own)
		_ = own.Close()
		if ours {
			return c, nil
		}
	}
	_ = c.Close()
	return nil, ErrPrivate
}

// dialled is the address of a server.
func dialled(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return net.JoinHostPort(u.Hostname(), port)
}

func remoteClosed(c net.Conn) bool {
	host, _, err := net.SplitHostPort(c.RemoteAddr().String())
	return err == nil && Closed(host)
}

// Local reports whether a host name is that of this machine.
func Local(host string) bool {
	ip := parse(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// parse reads an address; one of IPv6 may name the network card that it is reached by.
func parse(host string) net.IP {
	address, _, _ := strings.Cut(host, "%")
	return net.ParseIP(address)
}

// Private reports whether a host name is known to be that of a private address.
func Private(host string) bool { return Local(host) || Closed(host) }

// shared is what providers use among themselves (RFC 6598): some have the data of a
// machine's owner there.
var shared = &net.IPNet{IP: net.IPv4(100, 64, 0, 0).To4(), Mask: net.CIDRMask(10, 32)}

// Closed reports whether a host is an address of this machine or of a network without
// others.
func Closed(host string) bool {
	ip := parse(host)
	return ip != nil && (ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast() || ip.IsLinkLocalMulticast() || ip.IsUnspecified() || shared.Contains(ip))
}
