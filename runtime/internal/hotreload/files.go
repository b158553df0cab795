package hotreload

// Files is a file system whose directories can be watched. Its methods may be
// called from any goroutine.
type Files interface {
	// ReadFile returns the beginning of a file, at most limit bytes. The error
	// for a file that does not exist matches fs.ErrNotExist.
	ReadFile(name string, limit int) ([]byte, error)
	// Change replaces a file by what change makes of its beginning, at most limit
	// bytes, nil if it does not exist; its directory is made if there is none. No
	// other Change of the file comes between, in this process or in another. An error
	// of change is returned, and the file stays; one that does not match fs.ErrNotExist
	// does too if it cannot be read. A file of limit bytes or more is not written: who
	// reads so many takes it for one that is too long.
	Change(name string, limit int, change func(data []byte) ([]byte, error)) error
	// Watch reports the entries of a directory, not of those below, that are
	// made, written, replaced or removed, by base name; "" says that the directory
	// itself is gone, and nothing follows that. The error for a directory that does
	// not exist matches fs.ErrNotExist. changed must not block and may still be
	// called while stop runs, but not after it has returned. Further calls of stop are
	// no-ops.
	Watch(dir string, changed func(entry string)) (stop func(), err error)
}
