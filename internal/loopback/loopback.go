// Package loopback tells the names of this machine from those of others.
package loopback

import "net"

// Host reports whether a host, without a port and without the brackets of IPv6, is this machine
// as it names itself: localhost in small letters, or a loopback address.
func Host(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
