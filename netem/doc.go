// Package netem is placeholder.
package netem
