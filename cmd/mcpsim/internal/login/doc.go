// Package login is `mcpsim login`, `mcpsim logout` and `mcpsim logins`: what people do
// about the tokens that servers want. The runtime logs in; this package is the user's side
// of it: a browser that comes back to this machine (browser.go), a person who pastes where
// it went (paste.go), and the store that all commands share.
package login
