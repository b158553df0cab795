package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// keyring is that of the user, with which credentials on disk are sealed.
type keyring struct {
	noun
	secrets map[string]string
	fault   error // of everything; nil: it is open
	deaf    bool  // takes what it is given and does not keep it
}

func keyringSteps() []gherkin.Step {
	return gherkin.Noun("keyring", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `a program that seals (new|all|no) credentials`,
			Manual:  "keeps credentials in ~/.credentials on disk and their key in the user's keyring; each time it is another program, with the same files",
			Example: `a program that seals new credentials`, Func: (*keyring).use},
		{Keyword: gherkin.Given, Pattern: `a program that knows no keyring`, Manual: "keeps credentials in ~/.credentials as they are; the files are the same",
			Func: (*keyring).disuse},
		{Keyword: gherkin.Given, Pattern: `the keyring (is locked|is open|is emptied|forgets at once|has the secret "[^"]*" for each key)`,
			Manual:  "a locked keyring neither gives nor takes; one that forgets takes and does not give",
			Example: `the keyring is locked`, Func: (*keyring).become},
		{Keyword: gherkin.Then, Pattern: `the file of the credential "([^"]+)" is (sealed|not sealed)`,
			Manual:  "looks for the tokens in the file, and compares what is around a seal",
			Example: `the file of the credential "login" is sealed`, Func: (*keyring).checkSeal},
		{Keyword: gherkin.Then, Pattern: `the keyring has (\d+) keys?`, Manual: "counts what is kept in the user's keyring", Example: `the keyring has 1 key`,
			Func: (*keyring).count},
		{Keyword: gherkin.Then, Pattern: `the credential "([^"]+)" cannot be (read|stored): "(.*)"`,
			Manual:  "tries it and compares the error text, with paths as scenarios say them",
			Example: `the credential "login" cannot be read: "reading a credential: …"`, Func: (*keyring).checkError},
		{Keyword: gherkin.Then, Pattern: `the store lists the credentials? "([^"]*)"(?: and "(.+)")?`,
			Manual:  "compares the ids of all that can be read, and the error text, one line each for what cannot",
			Example: `the store lists the credentials "login, mail"`, Func: (*keyring).checkList},
	})
}

// Get is the keyring as a program sees it.
func (k *keyring) Get(_ context.Context, name string) (string, bool, error) {
	secret, found := k.secrets[name]
	return secret, found, k.fault
}

// Set keeps a secret.
func (k *keyring) Set(_ context.Context, name, secret string) error {
	if k.fault == nil && !k.deaf {
		k.secrets[name] = secret
	}
	return k.fault
}

// dir is where the files of credentials are.
func (k *keyring) dir() (string, error) {
	root := nounOf[files](k.World).root
	if root == "" {
		return "", errors.New(`files are in memory: say "files are kept on disk" first`)
	}
	return root + credentialsDir, nil
}

func (k *keyring) use(which string) error {
	dir, err := k.dir()
	if err != nil {
		return err
	}
	if k.secrets == nil {
		k.secrets = map[string]string{}
	}
	how := map[string]host.Sealing{"new": host.SealNew, "all": host.SealAll, "no": host.SealNone}[which]
	nounOf[auth](k.World).stored = host.NewKeyringCredentials(dir, k, how)
	return nil
}

func (k *keyring) disuse() error {
	dir, err := k.dir()
	if err == nil {
		nounOf[auth](k.World).stored = host.NewDiskCredentials(dir)
	}
	return err
}

func (k *keyring) become(what string) error {
	k.fault, k.deaf = nil, what == "forgets at once"
	var secret string
	switch n, _ := fmt.Sscanf(what, "has the secret %q", &secret); {
	case n == 1:
		for name := range k.secrets {
			k.secrets[name] = secret
		}
	case what == "is locked":
		k.fault = errors.New("the keyring is locked")
	case what == "is emptied":
		clear(k.secrets)
	}
	return nil
}

// fileOf is the file of a credential: the one that names its id.
func (k *keyring) fileOf(id string) ([]byte, error) {
	dir, err := k.dir()
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		data, err := os.ReadFile(dir + "/" + e.Name())
		if err != nil {
			return nil, err
		}
		if strings.Contains(string(data), fmt.Sprintf(`"id":%q`, id)) {
			return data, nil
		}
	}
	return nil, fmt.Errorf("there is no file of %q", id)
}

func (k *keyring) checkSeal(id, want string) error {
	data, err := k.fileOf(id)
	if err != nil {
		return err
	}
	var file struct {
		Version     int
		ID, Key     string
		Sealed      []byte
		AccessToken string `json:"access_token"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return err
	}
	if want == "not sealed" {
		return same("the file of "+id, fmt.Sprintf("version %d, token %t, key %q", file.Version, file.AccessToken != "", file.Key), `version 1, token true, key ""`)
	}
	dir, err := k.dir()
	if err != nil {
		return err
	}
	name, err := os.ReadFile(dir + "/keyring")
	if err != nil {
		return err
	}
	if len(file.Sealed) == 0 || file.AccessToken != "" {
		return fmt.Errorf("the file of %s is not sealed: %s", id, data)
	}
	return same("the file of "+id, fmt.Sprintf("version %d, key %q", file.Version, file.Key), fmt.Sprintf("version 2, key %q", name))
}

func (k *keyring) count(n int) error { return same("the keys in the keyring", len(k.secrets), n) }

// told is an error with paths as a scenario says them.
func (k *keyring) told(err error) string {
	if err == nil {
		return ""
	}
	return strings.ReplaceAll(err.Error(), nounOf[files](k.World).root, "")
}

func (k *keyring) checkError(id, what, want string) error {
	store := nounOf[auth](k.World).stored
	var err error
	if what == "read" {
		_, _, err = store.Load(k.life, id)
	} else {
		err = host.SaveCredential(k.life, store, id, host.Credential{Access: "other"})
	}
	return same("why "+id+" cannot be "+what, k.told(err), want)
}

func (k *keyring) checkList(want []string, trouble string) error {
	all, err := host.ListCredentials(k.life, nounOf[auth](k.World).stored)
	if err := same("the errors of the list", k.told(err), trouble); err != nil {
		return err
	}
	return same("the listed credentials", slices.Sorted(maps.Keys(all)), want)
}
