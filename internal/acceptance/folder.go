package acceptance

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/mcpsim/mcpsim/internal/outfile"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// Stamp is the name of the folder of a run that began at t: YYYYMMDD-HHMMSS in UTC
// (ROOM-62).
func Stamp(t time.Time) string { return t.UTC().Format("20060102-150405") }

// Folder is where the artifacts of one run are kept (ROOM-63):
//
//	logs/roomserver.log    logs/roomoperator.log    logs/test-client.log
//	results/report.json    results/junit.xml        results/mcp-status-final.json
//
// Logs grow while it runs, results are there whole at the end.
type Folder struct {
	Path                     string
	Began                    time.Time // the moment of its name
	Server, Operator, Client *Log      // the logs of both roles and of the suite

	files []io.Closer
}

// Create makes the folder of a run that begins now, below root. If there is one
// of this second already, it waits for the next one.
func Create(ctx context.Context, root string, clk clock.Clock) (*Folder, error) {
	f, err := reserve(ctx, root, clk)
	if err != nil {
		return nil, fmt.Errorf("making the folder of artifacts: %w", err)
	}
	for _, log := range []struct {
		name string
		into **Log
	}{
		{"roomserver.log", &f.Server}, {"roomoperator.log", &f.Operator}, {"test-client.log", &f.Client},
	} {
		file, err := os.OpenFile(filepath.Join(f.Path, "logs", log.name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("opening a log: %w", err), f.close())
		}
		f.files = append(f.files, file)
		*log.into = NewLog(file, clk)
	}
	return f, nil
}

// reserve makes the folders. That of the run must be a new one.
func reserve(ctx context.Context, root string, clk clock.Clock) (*Folder, error) {
	if err := os.MkdirAll(root, 0o755); err != nil {
		return nil, err
	}
	for {
		now := clk.Now()
		f := &Folder{Path: filepath.Join(root, Stamp(now)), Began: now}
		err := os.Mkdir(f.Path, 0o755)
		if errors.Is(err, fs.ErrExist) {
			if err := clock.Sleep(ctx, clk, time.Second); err != nil {
				return nil, err
			}
			continue
		}
		for _, sub := range []string{"logs", "results"} {
			if err == nil {
				err = os.Mkdir(filepath.Join(f.Path, sub), 0o755)
			}
		}
		return f, err
	}
}

// Finish writes the results and closes the logs; what a role logs later is lost.
// status is the room server's last status body.
func (f *Folder) Finish(r Report, status []byte) error {
	err := errors.Join(
		f.write("report.json", r.WriteJSON),
		f.write("junit.xml", r.WriteJUnit),
		f.write("mcp-status-final.json", func(w io.Writer) error {
			_, err := w.Write(status)
			return err
		}),
	)
	return errors.Join(err, f.Server.end(), f.Operator.end(), f.Client.end(), f.close())
}

func (f *Folder) write(name string, fill func(io.Writer) error) error {
	return outfile.Write(filepath.Join(f.Path, "results", name), fill)
}

func (f *Folder) close() (err error) {
	for _, file := range f.files {
		err = errors.Join(err, file.Close())
	}
	f.files = nil
	return err
}
