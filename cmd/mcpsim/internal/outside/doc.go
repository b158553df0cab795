// Package outside is what commands need to work with real servers on this
// machine: processes that are never left behind, proxies, the environment, and
// the secrets in settings, which are never shown. It does not connect: that is
// the runtime's.
package outside
