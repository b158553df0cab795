package server

import (
	"encoding/json"
	"fmt"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/probe/form"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

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
	return nil
}
