// Command neutral is the MCP server that clients are measured against. It uses
// no MCP library and decodes nothing: it finds the id and the method of a
// message by looking for their names, and answers with bytes that were built
// before. What is left is the cost of moving bytes, the same for every client.
//
// Without arguments it serves stdin and stdout. With a directory as its argument
// it listens on the Unix socket "lines" in it (the same protocol as stdio, for
// thousands of connections) and on a free port of loopback (streamable HTTP:
// /json answers with JSON, /sse with events), prints the address, and ends when
// its stdin does.
//
// It is not a correct server: it trusts its clients to write "id" and "method"
// before "params", as all measured ones do.
package main

import (
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "neutral:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return serveLines(os.Stdin, os.Stdout)
	}
	lines, err := net.Listen("unix", filepath.Join(args[0], "lines"))
	if err != nil {
		return err
	}
	web, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	go accept(lines)
	go serveHTTP(web)
	fmt.Printf("http://%s\n", web.Addr())
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// accept serves every connection until the process ends.
func accept(l net.Listener) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			defer c.Close()
			_ = serveLines(c, c) // a client that goes away is no failure
		}()
	}
}
