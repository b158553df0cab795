package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/CycloneDX/cyclonedx-go"
)

// bom writes the list of what is in a program, as CycloneDX: the modules with their versions
// and the toolchain, as the build has noted them in the program itself.
func (r *release) bom(b built) error {
	number := strings.TrimPrefix(r.version, "v")
	list := cyclonedx.NewBOM()
	list.Metadata = &cyclonedx.Metadata{Component: &cyclonedx.Component{
		BOMRef: "mcpsim", Type: cyclonedx.ComponentTypeApplication, Name: "mcpsim", Version: number, PackageURL: purl(b.info.Main.Path, number),
		Licenses: &cyclonedx.Licenses{{License: &cyclonedx.License{ID: "Apache-2.0"}}},
	}}
	toolchain := strings.TrimPrefix(b.info.GoVersion, "go")
	parts := []cyclonedx.Component{component("std", toolchain)}
	for _, m := range b.info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		parts = append(parts, component(m.Path, m.Version))
	}
	var refs []string
	for _, p := range parts {
		refs = append(refs, p.BOMRef)
	}
	list.Components = &parts
	list.Dependencies = &[]cyclonedx.Dependency{{Ref: "mcpsim", Dependencies: &refs}}
	var out bytes.Buffer
	if err := cyclonedx.NewBOMEncoder(&out, cyclonedx.BOMFileFormatJSON).SetPretty(true).Encode(list); err != nil {
		return fmt.Errorf("writing what is in the program: %w", err)
	}
	return r.write(r.name(b)+".cdx.json", out.Bytes())
}

func component(path, version string) cyclonedx.Component {
	id := purl(path, version)
	return cyclonedx.Component{BOMRef: id, Type: cyclonedx.ComponentTypeLibrary, Name: path, Version: version, PackageURL: id}
}

// purl is the package URL of a module.
func purl(path, version string) string {
	return "pkg:golang/" + strings.ToLower(path) + "@" + strings.ReplaceAll(version, "+", "%2B")
}
