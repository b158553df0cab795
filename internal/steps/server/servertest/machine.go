package servertest

import "net"

// OtherAddress is that of the machine on which subjects run, besides loopback.
const OtherAddress = "192.0.2.7"

// Machine are the addresses of that machine.
func Machine() ([]net.Addr, error) {
	mask := net.CIDRMask(24, 32)
	return []net.Addr{
		&net.IPNet{IP: net.IPv4(127, 0, 0, 1), Mask: mask}, &net.IPNet{IP: net.ParseIP(OtherAddress), Mask: mask},
	}, nil
}
