package outside

import (
	"context"
	"net"
	"net/url"
	"path/filepath"

	"github.com/mcpsim/mcpsim/runtime/host"
)

// CredentialsDir is where the tokens of logins are kept unless a command line says so:
// below XDG_CONFIG_HOME, else ~/.config (X-LOGIN-1); empty if there is no home
// directory.
func CredentialsDir(environ []string) string {
	env := Lookup(environ)
	dir, _ := env("XDG_CONFIG_HOME")
	if home, _ := env("HOME"); !filepath.IsAbs(dir) && home != "" {
		dir = filepath.Join(home, ".config")
	}
	if !filepath.IsAbs(dir) {
		return ""
	}
	return filepath.Join(dir, "mcpsim", "credentials")
}

// Dialer opens connections to authorization servers, through the proxy that the
// environment names for them.
func Dialer(environ []string) host.DialFunc {
	direct, env := DialFunc(new(net.Dialer).DialContext), Lookup(environ)
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		scheme := "https"
		if _, port, _ := net.SplitHostPort(addr); port == "80" {
			scheme = "http"
		}
		proxy, err := ProxyOf(&url.URL{Scheme: scheme, Host: addr}, env)
		if err != nil {
			return nil, err
		}
		if proxy == nil || proxy.Scheme != "http" {
			return direct(ctx, network, addr)
		}
		return tunnel(proxy, direct)(ctx, network, addr)
	}
}
