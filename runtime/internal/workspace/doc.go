// Package workspace runs the servers of settings files and follows the files: it puts
// together what files, session, extensions and program define, asks about servers that
// come with the project, and lets passes of package reconcile bring about the
// difference. Reading single files is package settings, watching them hotreload.
package workspace
