package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// settling is the silence after which a file counts as saved: editors empty a file before
// they write it, and save many at once.
const settling = 10 * time.Millisecond

// featureSaves follows feature files. It watches folders rather than files, which editors
// replace.
type featureSaves struct{ watcher *fsnotify.Watcher }

// watchFeatures follows files and folders with all that is below them.
func watchFeatures(paths []string) (*featureSaves, error) {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("asking the system for changes of files: %w", err)
	}
	s := &featureSaves{watcher}
	for _, p := range paths {
		if err := s.follow(pathLine.ReplaceAllString(p, "")); err != nil {
			s.close()
			return nil, err
		}
	}
	return s, nil
}

func (s *featureSaves) close() { _ = s.watcher.Close() }

// follow follows a file, or a folder and those in it.
func (s *featureSaves) follow(name string) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return s.watcher.Add(filepath.Dir(filepath.Clean(name)))
	}
	return filepath.WalkDir(filepath.Clean(name), func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		return s.watcher.Add(p)
	})
}

// next waits until feature files have been saved and returns their names, sorted; nil if the
// system has lost count. The error is the cause of an ended ctx, or that of
// the system.
func (s *featureSaves) next(ctx context.Context, clk clock.Clock) ([]string, error) {
	saved := map[string]bool{}
	quiet := clk.NewTimer(settling)
	defer quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case e := <-s.watcher.Events:
			s.take(e, saved)
			quiet.Reset(settling)
		case err := <-s.watcher.Errors:
			if errors.Is(err, fsnotify.ErrEventOverflow) {
				return nil, nil
			}
			return nil, fmt.Errorf("watching files: %w", err)
		case <-quiet.Chan():
			if len(saved) > 0 {
				return slices.Sorted(maps.Keys(saved)), nil
			}
		}
	}
}

// take adds what an event saved. A folder that is new is followed, and may have files.
func (s *featureSaves) take(e fsnotify.Event, saved map[string]bool) {
	if !e.Has(fsnotify.Create | fsnotify.Write) {
		return
	}
	_ = filepath.WalkDir(filepath.Clean(e.Name), func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil: // it is gone again
		case d.IsDir():
			return s.watcher.Add(p)
		case strings.HasSuffix(p, ".feature"):
			saved[p] = true
		}
		return nil
	})
}
