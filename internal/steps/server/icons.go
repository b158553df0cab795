package server

import (
	"encoding/json"
	"fmt"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/probe/form"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/internal/words"
)

// iconSize is a size of icons: their width and height, or any.
var iconSize = words.Pattern(`^([1-9][0-9]*[xX][1-9][0-9]*|any)$`)

// iconsShown judges the icons of the server in an answer to initialize or server/discover.
// What else is said there is judged elsewhere.
func iconsShown(answer probe.Frame) error {
	info := probe.Implementation(answer)
	var its struct{ Icons json.RawMessage }
	if _ = jsonparts.Unmarshal(info, &its); its.Icons == nil {
		return verdict.NotObserved("the server has no icons")
	}
	if err := form.Icons(info); err != nil {
		return fmt.Errorf("serverInfo.%w", err)
	}
	var icons []struct{ Sizes []string }
	_ = jsonparts.Unmarshal(its.Icons, &icons)
	for i, icon := range icons {
		for _, size := range icon.Sizes {
			if !iconSize().MatchString(size) {
				return fmt.Errorf("serverInfo.icons[%d] has the size %q", i, size)
			}
		}
	}
	return nil
}
