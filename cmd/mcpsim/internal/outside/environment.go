package outside

import (
	"cmp"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/config"
)

// ProxyOf is the proxy that the environment names for a URL, or nil. What is no URL of a proxy, such as one
// with a password in which a slash is not escaped, is not taken apart at the wrong place: part of the
// password would be shown, and looked up, as a host.
func ProxyOf(target *url.URL, env config.Lookup) (*url.URL, error) {
	asked := *target
	asked.Scheme = strings.Replace(target.Scheme, "ws", "http", 1) // a WebSocket is opened with a request
	proxy, err := http.ProxyFromEnvironment(&http.Request{URL: &asked})
	name, value := proxyVariable(asked.Scheme, env)
	switch {
	case proxy != nil && whole(proxy), err == nil && proxy == nil && (readable(value) || exempt(&asked, env)):
		return proxy, nil
	case err != nil && strings.Contains(err.Error(), "CGI"):
		return nil, &ProxyError{name, errors.New("it is not taken where REQUEST_METHOD is set, as a client of a web server could say it there")}
	}
	// err repeats it
	return nil, &ProxyError{name, errors.New("its URL cannot be read; escape what is special in a user and a password: %25 for %, %2F for /, %23 for #")}
}

// proxyVariable is the variable that names the proxy for a scheme, and its value.
func proxyVariable(scheme string, env config.Lookup) (name, value string) {
	for _, name := range []string{strings.ToUpper(scheme) + "_PROXY", scheme + "_proxy"} {
		if value, _ := env(name); value != "" {
			return name, value
		}
	}
	return "of the environment", ""
}

// readable reports whether net/http can read a variable for a proxy; it goes past one that it cannot.
func readable(value string) bool {
	if _, err := url.Parse(value); err == nil {
		return true
	}
	_, err := url.Parse("http://" + value)
	return err == nil
}

// exempt reports whether no proxy is asked for a URL, whatever the variables for proxies are: it is one of
// this machine, or NO_PROXY names its host.
func exempt(target *url.URL, env config.Lookup) bool {
	host := strings.ToLower(strings.TrimSuffix(target.Hostname(), "."))
	ip, _ := netip.ParseAddr(host)
	if host == "" || host == "localhost" || ip.IsLoopback() {
		return true
	}
	port := cmp.Or(target.Port(), map[string]string{"http": "80", "https": "443"}[target.Scheme])
	list, _ := env("NO_PROXY")
	if list == "" {
		list, _ = env("no_proxy")
	}
	for entry := range strings.SplitSeq(strings.ToLower(list), ",") {
		if entry = strings.TrimSpace(entry); entry == "*" || named(entry, host, port, ip) {
			return true
		}
	}
	return false
}

// named reports whether an entry of NO_PROXY means a host.
func named(entry, host, port string, ip netip.Addr) bool {
	if net, err := netip.ParsePrefix(entry); err == nil {
		return net.Contains(ip)
	}
	if h, p, err := net.SplitHostPort(entry); err == nil {
		if p != port {
			return false
		}
		entry = h
	}
	entry = strings.Trim(strings.TrimPrefix(entry, "*"), "[]")
	return entry != "" && (host == entry || strings.HasSuffix(host, "."+strings.TrimPrefix(entry, ".")))
}

// whole reports whether a URL is one of a proxy and nothing else.
func whole(proxy *url.URL) bool {
	return (proxy.Path == "" || proxy.Path == "/") && proxy.RawQuery == "" && proxy.Fragment == "" && proxy.Hostname() != ""
}
