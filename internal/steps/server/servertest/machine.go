package servertest

import "net"

// OtherAddress is one of the machine on which subjects run, besides loopback.
const OtherAddress = "192.0.2.7"

// Machine are the addresses of that machine.
func Machine() (out []net.Addr, err error) {
	for _, one := range []string{"127.0.0.1", OtherAddress, "192.0.2.8", "2001:db8::7"} {
		out = append(out, &net.IPNet{IP: net.ParseIP(one), Mask: net.CIDRMask(24, 32)})
	}
	return out, nil
}
