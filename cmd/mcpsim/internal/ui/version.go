package ui

import (
	"fmt"
	goruntime "runtime"
	"runtime/debug"
	"strings"
)

// Version is the module's version, "(devel)" if the build does not know it.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// Build is the version with what it was built from: the commit if the build knows
// it, the toolchain and the platform.
func Build() string {
	parts := []string{Platform()}
	if commit := commit(); commit != "" {
		parts = append([]string{commit}, parts...)
	}
	return fmt.Sprintf("%s (%s)", Version(), strings.Join(parts, ", "))
}

// Source is the version with the commit, if the build knows it: what is the same on all
// platforms.
func Source() string { return strings.TrimSpace(Version() + " " + commit()) }

// commit is the revision of the source, short, and whether it was changed.
func commit() string {
	info, _ := debug.ReadBuildInfo()
	if info == nil {
		return ""
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	revision := settings["vcs.revision"]
	if revision == "" {
		return ""
	}
	text := "commit " + revision[:min(len(revision), 12)]
	if settings["vcs.modified"] == "true" {
		text += " with changes"
	}
	return text
}

// Platform names the toolchain and the platform.
func Platform() string {
	return fmt.Sprintf("%s %s/%s", goruntime.Version(), goruntime.GOOS, goruntime.GOARCH)
}
