package steps

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// maxOrders bounds what one step tries in every order.
const maxOrders = 720

// permutations are all orders of n things, the given one first.
func permutations(n int) ([][]int, error) {
	if n > 6 {
		return nil, fmt.Errorf("%d things have too many orders, at most 6 are tried", n)
	}
	all := [][]int{{}}
	for i := range n {
		var longer [][]int
		for at := i; at >= 0; at-- {
			for _, order := range all {
				longer = append(longer, slices.Insert(slices.Clone(order), at, i))
			}
		}
		all = longer
	}
	return all, nil
}

// inOrder is list as an order of its places says.
func inOrder[T any](list []T, order []int) []T {
	out := make([]T, len(order))
	for i, place := range order {
		out[i] = list[place]
	}
	return out
}

// memberOrders are the ways to write a JSON value that differ in nothing but the
// order of the members of its objects.
func memberOrders(raw json.RawMessage) ([]json.RawMessage, error) {
	if !json.Valid(raw) {
		return nil, errors.New("this is not JSON")
	}
	object := map[string]json.RawMessage{}
	if json.Unmarshal(raw, &object) != nil || len(object) == 0 {
		return []json.RawMessage{raw}, nil
	}
	keys := slices.Sorted(maps.Keys(object))
	orders, err := permutations(len(keys))
	if err != nil {
		return nil, err
	}
	var out []json.RawMessage
	for _, order := range orders {
		texts, err := joinMembers(object, inOrder(keys, order))
		if err != nil {
			return nil, err
		}
		out = append(out, texts...)
	}
	if len(out) > maxOrders {
		return nil, fmt.Errorf("this has %d orders, at most %d are tried", len(out), maxOrders)
	}
	return out, nil
}

// joinMembers writes an object with its members in the order of keys, once for
// each way to write their values.
func joinMembers(object map[string]json.RawMessage, keys []string) ([]json.RawMessage, error) {
	heads := []string{""}
	for _, key := range keys {
		values, err := memberOrders(object[key])
		if err != nil {
			return nil, err
		}
		name, _ := json.Marshal(key) // a string always can be
		var longer []string
		for _, head := range heads {
			for _, value := range values {
				longer = append(longer, head+","+string(name)+":"+string(value))
			}
		}
		heads = longer
	}
	out := make([]json.RawMessage, len(heads))
	for i, head := range heads {
		out[i] = json.RawMessage("{" + strings.TrimPrefix(head, ",") + "}")
	}
	return out, nil
}
