package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
)

// readyLimit is the real time that the server may take to read what it has kept.
const readyLimit = time.Minute

func serveCommand(u *ui.UI) *cobra.Command {
	var dir, listen string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve a queue, where there is no NATS server with JetStream",
		Long: `Serves a queue until it is interrupted. What was acknowledged is on the disk: a
server that is started again with the same --dir goes on where the last one ended,
however that was.`,
		Args: cobra.NoArgs,
		RunE: ui.Run(func(cmd *cobra.Command, _ []string) error {
			return serve(cmd.Context(), u, dir, listen)
		}),
	}
	cmd.Flags().StringVar(&dir, "dir", ".mcpsim/queue", "keep the queue in this `DIR`")
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:4222", "listen on this `HOST:PORT`; port 0 is any. Other hosts than this one need a token in "+tokenVariable)
	return cmd
}

func serve(ctx context.Context, u *ui.UI, dir, listen string) error {
	options, err := serverOptions(dir, listen, variable(u.Environ, tokenVariable))
	if err != nil {
		return ui.Usage(err)
	}
	s, err := server.NewServer(options)
	if err != nil {
		return ui.Usage(err)
	}
	s.Start()
	defer s.WaitForShutdown()
	defer s.Shutdown()
	if !s.ReadyForConnections(readyLimit) {
		return ui.Fail(ui.ExitFailed, fmt.Errorf("%s cannot be listened on, or what is in %s cannot be read", listen, dir))
	}
	fmt.Fprintf(u.Out, "nats://%s\n", s.Addr())
	<-ctx.Done()
	return context.Cause(ctx)
}

// serverOptions let the server write to the disk before it answers, so that nothing that was
// acknowledged is lost with the machine.
func serverOptions(dir, listen, token string) (*server.Options, error) {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return nil, fmt.Errorf("--listen %s: want HOST:PORT, such as 127.0.0.1:4222", listen)
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("--listen %s: want a port from 0 to 65535", listen)
	}
	if ip := net.ParseIP(host); token == "" && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, errors.New("--listen on other hosts than this one needs a token in the variable " + tokenVariable)
	}
	listening := int(number)
	if listening == 0 {
		listening = server.RANDOM_PORT
	}
	return &server.Options{
		ServerName: "mcpsim-explore", Host: host, Port: listening, Authorization: token,
		JetStream: true, StoreDir: dir, SyncAlways: true, NoSigs: true, NoLog: true, DisableJetStreamBanner: true,
	}, nil
}
