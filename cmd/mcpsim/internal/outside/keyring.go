package outside

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	goruntime "runtime"
	"strconv"
	"strings"
	"time"

	"github.com/zalando/go-keyring"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// keyringTimeout is how long the keyring may take: a person may have to unlock it.
const keyringTimeout = 30 * time.Second

// keyringService is what the keyring calls this program.
const keyringService = "mcpsim"

// Keyring is that of the system: the Keychain of macOS, the credentials of Windows, the
// secret service of a desktop elsewhere. It is nil where nothing is asked for one: without
// a message bus of the user there is no secret service.
func Keyring(environ []string) host.Keyring {
	if goruntime.GOOS != "darwin" && goruntime.GOOS != "windows" && !hasBus(environ) {
		return nil
	}
	return systemKeyring{}
}

// hasBus reports whether the user has a message bus. The library would start one, which
// would stay.
func hasBus(environ []string) bool {
	address, _ := Lookup(environ)("DBUS_SESSION_BUS_ADDRESS")
	if address != "" && !strings.HasPrefix(address, "autolaunch:") {
		return true
	}
	info, err := os.Stat(filepath.Join("/run/user", strconv.Itoa(os.Getuid()), "bus"))
	return err == nil && info.Mode()&os.ModeSocket != 0
}

type systemKeyring struct{}

func (systemKeyring) Get(ctx context.Context, name string) (secret string, found bool, err error) {
	secret, err = bounded(ctx, func() (string, error) { return keyring.Get(keyringService, name) })
	if errors.Is(err, keyring.ErrNotFound) {
		return "", false, nil
	}
	return secret, err == nil, err
}

func (systemKeyring) Set(ctx context.Context, name, secret string) error {
	_, err := bounded(ctx, func() (string, error) { return "", keyring.Set(keyringService, name, secret) })
	return err
}

var errKeyringSilent = errors.New("the keyring has not answered for " + keyringTimeout.String())

// bounded waits for the library, which takes no context. What does not answer ends with
// the program.
func bounded(ctx context.Context, ask func() (string, error)) (string, error) {
	type answer struct {
		secret string
		err    error
	}
	answers := make(chan answer, 1)
	go func() {
		secret, err := ask()
		answers <- answer{secret, err}
	}()
	timer := clock.Real().NewTimer(keyringTimeout)
	defer timer.Stop()
	select {
	case a := <-answers:
		return a.secret, a.err
	case <-timer.Chan():
		return "", errKeyringSilent
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}
