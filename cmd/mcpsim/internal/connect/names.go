package connect

import (
	"net"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/runtime/config"
)

// unnamed is the name of a server about which nothing is known before it says how
// it is called.
const unnamed = "server"

// nameOf is the name of a server at a host: an address of this machine names none.
func nameOf(host string) string {
	if host == "localhost" || net.ParseIP(host) != nil {
		return unnamed
	}
	return host
}

// title is the name by which a person knows a server.
func (r row) title() string {
	number, nameless := strings.CutPrefix(r.Name, unnamed)
	if !nameless || r.Transport == config.Stdio || r.Server == nil || r.Server.ServerInfo.Name == "" {
		return r.Name
	}
	if _, err := strconv.Atoi(strings.TrimPrefix(number, "-")); number != "" && err != nil {
		return r.Name
	}
	return r.Server.ServerInfo.Name + number
}

// programName is the name of the program that a command runs: the package of npx
// and the like, the script of node and the like, without folder and version.
func programName(words []string) string {
	if at := outside.Launched(words[0], words[1:]); at >= 0 {
		if own := base(words[1+at]); own != "" {
			return own
		}
	}
	return base(words[0])
}

// base is the last part of a path or a package, without extension and version.
func base(word string) string {
	word = word[strings.LastIndexAny(word, `/\`)+1:]
	word, _, _ = strings.Cut(word, "@")
	return strings.TrimSuffix(word, filepath.Ext(word))
}
