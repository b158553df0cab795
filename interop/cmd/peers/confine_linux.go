package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"
)

// confine keeps this process, and the processes that it starts, to the first n
// processors that it may use. 0 changes nothing.
func confine(n int) error {
	if n == 0 {
		return nil
	}
	var allowed, set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &allowed); err != nil {
		return fmt.Errorf("asking for the processors: %w", err)
	}
	for cpu := 0; set.Count() < min(n, allowed.Count()); cpu++ {
		if allowed.IsSet(cpu) {
			set.Set(cpu)
		}
	}
	threads, err := os.ReadDir("/proc/self/task") // later threads inherit from these
	if err != nil {
		return err
	}
	for _, thread := range threads {
		id, err := strconv.Atoi(thread.Name())
		if err != nil {
			return err
		}
		if err := unix.SchedSetaffinity(id, &set); err != nil {
			return fmt.Errorf("choosing processors: %w", err)
		}
	}
	runtime.GOMAXPROCS(set.Count())
	return nil
}
