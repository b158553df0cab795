// Package hotreload notices that settings files have changed and drives a running
// runtime accordingly, without a restart.
//
//   - [Files] is where files are read and watched: [OS] is the machine (fsnotify),
//     [Memory] a simulation.
//   - [Watcher] turns the noise of a file system into changes: it waits until
//     saving is over, compares contents by meaning, and tells its listeners.
//   - [Gate] is the listener for servers: it looks whether a change concerns them,
//     and if so replaces what the runtime knows and lets it reconcile, in a fixed
//     order (QWEN-10).
//
// "When" is decided here, "how" elsewhere (QWEN-07): the package knows neither the
// manager nor how passes are made, only [Runtime], and the runtime knows nothing
// of this package. It does not know what settings mean; that is package settings.
package hotreload
