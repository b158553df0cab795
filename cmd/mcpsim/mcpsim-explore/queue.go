package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/explore"
	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// tokenVariable is the environment variable with the token of the queue.
const tokenVariable = "MCPSIM_EXPLORE_TOKEN"

// version is that of what is kept in the queue.
const version = 1

// plan is what a campaign is about. A second plan of the same name has to be the same.
type plan struct {
	Version int           `json:"version"`
	Mcpsim  string        `json:"mcpsim"` // that planned: others would find other things
	Seed    uint64        `json:"seed"`   // the first one
	Seeds   uint64        `json:"seeds"`  // of each scenario
	Range   uint64        `json:"range"`  // seeds of one item, at most
	Kinds   []string      `json:"kinds"`
	Ack     time.Duration `json:"ack_ns"` // silence after which an item is given to another worker
	Jobs    []string      `json:"jobs"`   // keys of the scenarios
}

// item is a range of seeds of one scenario: a message of the queue.
type item struct {
	Job  string `json:"job"`
	Seed uint64 `json:"seed"` // the first one
	Runs uint64 `json:"runs"`
}

// key is the item's name in subjects and keys.
func (i item) key() string { return fmt.Sprintf("%s.%d", i.Job, i.Seed) }

// check says why a plan cannot be followed.
func (p plan) check() error {
	ranges := uint64(0)
	if p.Range > 0 && p.Seeds <= maxSeeds {
		ranges = (p.Seeds + p.Range - 1) / p.Range * uint64(len(p.Jobs))
	}
	switch {
	case p.Seeds < 1 || p.Seeds > maxSeeds:
		return fmt.Errorf("%d seeds: want 1 to %d", p.Seeds, maxSeeds)
	case p.Range < 1 || p.Range > p.Seeds:
		return fmt.Errorf("ranges of %d seeds: want 1 to the number of seeds, %d", p.Range, p.Seeds)
	case p.Ack < minAck:
		return fmt.Errorf("an ack-wait of %s: want %s or more", p.Ack, minAck)
	case ranges > maxItems:
		return fmt.Errorf("%d ranges: want up to %d, so a larger range", ranges, maxItems)
	}
	for _, kind := range p.Kinds {
		if !slices.Contains(explore.Kinds(), kind) {
			return fmt.Errorf("nothing varies as %.40q: there are %s", kind, strings.Join(explore.Kinds(), ", "))
		}
	}
	return nil
}

// items are those of a plan, the first range of every scenario first.
func (p plan) items() []item {
	var out []item
	for from := uint64(0); from < p.Seeds; from += p.Range {
		for _, job := range p.Jobs {
			out = append(out, item{job, p.Seed + from, min(p.Range, p.Seeds-from)})
		}
	}
	return out
}

// result is what became of an item.
type result struct {
	Runs     int      `json:"runs"`
	Failed   int      `json:"failed"`
	Failures []string `json:"failures,omitempty"` // keys
	Worker   string   `json:"worker"`
	Delivery uint64   `json:"delivery"` // 1 = the worker was the first to get the item
	Took     float64  `json:"took_ms"`
}

// failure is the simplest run of a scenario that failed in one way.
type failure struct {
	gherkin.Signature
	Place     string `json:"place"`
	Reproduce string `json:"reproduce"`
}

// key depends on scenario and signature alone: whoever finds it again finds it there.
func (f failure) key() string { return hashed(f.Place, f.Signature) }

// hashed is the key of what is kept under its content.
func hashed(values ...any) string {
	data, _ := json.Marshal(values) // strings and numbers
	return fmt.Sprintf("%x", sha256.Sum256(data))[:24]
}

// consumerName is that of the consumer that all workers of a campaign share.
const consumerName = "workers"

// Prefixes of keys in the store of a campaign.
const (
	planKey       = "plan"
	jobPrefix     = "job."
	resultPrefix  = "result."
	failurePrefix = "failure."
)

// queueFlags are the flags of all commands that use a queue.
type queueFlags struct{ url, campaign string }

func (f *queueFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.url, "work", "nats://127.0.0.1:4222", "the `URL` of the queue, of one server or several with commas between")
	cmd.Flags().StringVar(&f.campaign, "campaign", "default", "the `NAME` of what is explored: a queue may hold several")
}

var campaignName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,40}$`)

// queue is a campaign in a server. Its methods may be called at the same time.
type queue struct {
	conn  *nats.Conn
	js    jetstream.JetStream
	work  string // the stream of items, and the first part of their subjects
	store jetstream.KeyValue
}

// open reaches the queue, and makes what the campaign needs if fresh is set.
func (f queueFlags) open(ctx context.Context, u *ui.UI, fresh bool) (*queue, error) {
	if !campaignName.MatchString(f.campaign) {
		return nil, ui.Usage(fmt.Errorf("--campaign %q: want up to 40 letters, digits, - and _", f.campaign))
	}
	conn, err := nats.Connect(f.url, nats.Name("mcpsim-explore"), nats.Token(variable(u.Environ, tokenVariable)), nats.MaxReconnects(-1))
	if err != nil {
		return nil, ui.Fail(ui.ExitUnreachable, fmt.Errorf("reaching the queue: %w", err))
	}
	q := &queue{conn: conn, work: "mcpsim-work-" + f.campaign}
	if q.js, err = jetstream.New(conn); err == nil {
		if fresh {
			err = q.create(ctx, "mcpsim-"+f.campaign)
		} else {
			q.store, err = q.js.KeyValue(ctx, "mcpsim-"+f.campaign)
		}
	}
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		err = fmt.Errorf("there is no campaign %q: mcpsim-explore plan makes one", f.campaign)
	}
	if err != nil {
		conn.Close()
		return nil, ui.Fail(ui.ExitUnreachable, err)
	}
	return q, nil
}

func (q *queue) close() { q.conn.Close() }

// create makes stream and store. An item is in the stream until it is acknowledged, and
// there once.
func (q *queue) create(ctx context.Context, bucket string) (err error) {
	_, err = q.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: q.work, Subjects: []string{q.work + ".>"}, Retention: jetstream.WorkQueuePolicy,
		Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: 1,
	})
	if err != nil {
		return fmt.Errorf("making the queue: %w", err)
	}
	if q.store, err = q.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: bucket}); err != nil {
		return fmt.Errorf("making the store: %w", err)
	}
	return nil
}

// keep stores a value under a key once: what is there stays. fresh says that it was not.
func (q *queue) keep(ctx context.Context, key string, value any) (fresh bool, err error) {
	data, err := json.Marshal(value)
	if err == nil {
		_, err = q.store.Create(ctx, key, data)
	}
	if errors.Is(err, jetstream.ErrKeyExists) {
		return false, nil
	}
	return err == nil, err
}

// read reads a value; ok is false if there is none.
func (q *queue) read(ctx context.Context, key string, into any) (ok bool, err error) {
	entry, err := q.store.Get(ctx, key)
	switch {
	case errors.Is(err, jetstream.ErrKeyNotFound):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("reading %s: %w", key, err)
	}
	return true, json.Unmarshal(entry.Value(), into)
}

// plan reads the plan of the campaign, which has to be one of this version.
func (q *queue) plan(ctx context.Context) (p plan, err error) {
	switch ok, err := q.read(ctx, planKey, &p); {
	case err != nil:
		return p, ui.Fail(ui.ExitUnreachable, err)
	case !ok:
		return p, ui.Fail(ui.ExitUnreachable, errors.New("the campaign has no plan yet: mcpsim-explore plan did not get to its end"))
	case p.Version != version || p.Mcpsim != ui.Source():
		return p, ui.Usage(fmt.Errorf("the campaign was planned by mcpsim-explore %s, this is %s", p.Mcpsim, ui.Source()))
	}
	if err := p.check(); err != nil { // anyone who can write to the queue may have put it there
		return plan{}, ui.Usage(fmt.Errorf("the plan of the campaign: %w", err))
	}
	return p, nil
}

// all calls take with each value whose key begins with a prefix.
func (q *queue) all(ctx context.Context, prefix string, take func(key string, value []byte) error) error {
	values, err := q.store.Watch(ctx, prefix+">", jetstream.IgnoreDeletes())
	if err != nil {
		return err
	}
	defer func() { _ = values.Stop() }()
	for entry := range values.Updates() {
		if entry == nil { // that was all
			return nil
		}
		if err := take(strings.TrimPrefix(entry.Key(), prefix), entry.Value()); err != nil {
			return err
		}
	}
	return errors.New("the queue was lost while it was read")
}

// variable is the value of an environment variable.
func variable(environ []string, name string) string {
	for _, entry := range environ {
		if value, ok := strings.CutPrefix(entry, name+"="); ok {
			return value
		}
	}
	return ""
}
