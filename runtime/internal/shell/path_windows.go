package shell

// path is a shell of POSIX systems, which must be in the PATH.
const path = "sh"
