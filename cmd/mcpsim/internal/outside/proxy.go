package outside

import (
	"bufio"
	"context"
	"encoding/base64"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/config"
)

// DialFunc opens connections.
type DialFunc func(ctx context.Context, network, addr string) (net.Conn, error)

// ProxyError says that a proxy is in the way. It never holds the proxy's
// credentials.
type ProxyError struct {
	proxy string // masked
	err   error
}

func (e *ProxyError) Error() string { return fmt.Sprintf("reaching the proxy %s: %s", e.proxy, e.err) }
func (e *ProxyError) Unwrap() error { return e.err }

// Proxied returns a dialer that goes through the proxy which the environment
// names for a server's URL (HTTP_PROXY, HTTPS_PROXY, NO_PROXY; loopback is
// exempt). A variable that cannot be read is an error: the user wants no direct connection. All connections are tunnelled with CONNECT, plain ones too.
func Proxied(s config.Server, env config.Lookup) (DialFunc, error) {
	direct := DialFunc(new(net.Dialer).DialContext)
	if s.Transport() == config.Stdio {
		return direct, nil
	}
	expanded, _ := config.Expand(s, env)
	target, err := url.Parse(expanded.URL)
	if err != nil {
		return direct, nil // the transport says so better
	}
	proxy, err := ProxyOf(target, env)
	switch {
	case err != nil:
		return nil, err
	case proxy == nil:
		return direct, nil
	case proxy.Scheme != "http":
		return nil, &ProxyError{config.MaskURL(proxy.String()), fmt.Errorf("scheme %q is not supported, only http", proxy.Scheme)}
	}
	return tunnel(proxy, direct), nil
}

func tunnel(proxy *url.URL, dial DialFunc) DialFunc {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		port := proxy.Port()
		if port == "" {
			port = "80"
		}
		c, err := dial(ctx, network, net.JoinHostPort(proxy.Hostname(), port))
		if err == nil {
			err = connectThrough(ctx, c, proxy.User, addr)
		}
		if err != nil {
			if c != nil {
				_ = c.Close()
			}
			return nil, &ProxyError{config.MaskURL(proxy.String()), err}
		}
		return c, nil
	}
}

// connectThrough asks the proxy at the other end of c for addr. Nothing is read
// beyond its answer: the server speaks second.
func connectThrough(ctx context.Context, c net.Conn, user *url.Userinfo, addr string) error {
	stop := context.AfterFunc(ctx, func() { _ = c.Close() })
	defer stop()
	req := &http.Request{Method: http.MethodConnect, URL: &url.URL{Opaque: addr}, Host: addr, Header: http.Header{}}
	if user != nil {
		password, _ := user.Password()
		credentials := base64.StdEncoding.EncodeToString([]byte(user.Username() + ":" + password))
		req.Header.Set("Proxy-Authorization", "Basic "+credentials)
	}
	if err := req.Write(c); err != nil {
		return err
	}
	resp, err := http.ReadResponse(bufio.NewReader(c), req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("it refused %s: HTTP %d", addr, resp.StatusCode)
	}
	return nil
}

// Observed calls done after each connection that came about.
func Observed(dial DialFunc, done func()) DialFunc {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		c, err := dial(ctx, network, addr)
		if err == nil {
			done()
		}
		return c, err
	}
}

// Lookup finds variables in NAME=VALUE entries; of several the last one counts.
func Lookup(environ []string) config.Lookup {
	values := map[string]string{}
	for _, entry := range environ {
		if name, value, ok := strings.Cut(entry, "="); ok {
			values[name] = value
		}
	}
	return func(name string) (string, bool) {
		value, ok := values[name]
		return value, ok
	}
}
