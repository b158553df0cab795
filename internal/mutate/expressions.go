package mutate

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// condition adds the mutant of a condition that is the other way round.
func (x *finder) condition(cond ast.Expr) {
	if cond == nil || x.info.Types[cond].Value != nil {
		return
	}
	x.wrap("condition", cond, "!("+x.text(cond)+")", "Not", "")
}

// cases adds those of a switch without a value, whose cases are conditions.
func (x *finder) cases(c *ast.CaseClause) {
	s, ok := x.path[len(x.path)-2].(*ast.SwitchStmt)
	if !ok || s.Tag != nil {
		return
	}
	for _, e := range c.List {
		x.condition(e)
	}
}

// wrap adds a mutant that passes an expression through a switch.
func (x *finder) wrap(operator string, e ast.Expr, to, name, conversion string) {
	start, end := x.offset(e.Pos()), x.offset(e.End())
	x.add(operator, e, x.text(e), to, func(number int) []edit {
		before, after := call(name, number)+", ", ")"
		if conversion != "" {
			before, after = "("+conversion+")("+before, after+")"
		}
		return around(start, end, before, after)
	})
}

// expression adds the mutants of an expression and reports whether its parts may
// have some, too.
func (x *finder) expression(e ast.Expr) bool {
	tv := x.info.Types[e]
	if tv.Value != nil && isDuration(tv.Type) {
		if constant.Sign(tv.Value) != 0 {
			x.wrap("duration", e, "2 * ("+x.text(e)+")", "Twice", x.spelled(tv.Type))
		}
		return false
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		x.binary(e)
	case *ast.BasicLit:
		x.literal(e, tv.Type)
	case *ast.Ident:
		x.truth(e)
	}
	return true
}

func isDuration(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Duration" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "time"
}

// boundaries are the switches of comparisons and what becomes of them.
var boundaries = map[token.Token]struct {
	name string
	to   token.Token
}{
	token.LSS: {"Less", token.LEQ},
	token.LEQ: {"LessEqual", token.LSS},
	token.GTR: {"Greater", token.GEQ},
	token.GEQ: {"GreaterEqual", token.GTR},
}

func (x *finder) binary(e *ast.BinaryExpr) {
	if x.info.Types[e].Value != nil {
		return
	}
	left, right := x.text(e.X), x.text(e.Y)
	start, end, op := x.offset(e.Pos()), x.offset(e.End()), x.offset(e.OpPos)
	if b, ok := boundaries[e.Op]; ok {
		x.add("boundary", e, x.text(e), left+" "+b.to.String()+" "+right, func(number int) []edit {
			return append(around(start, end, call(b.name, number)+", ", ")"), edit{from: op, to: op + len(e.Op.String()), text: ","})
		})
	}
	other, name := token.LOR, "And"
	if e.Op == token.LOR {
		other, name = token.LAND, "Or"
	}
	if e.Op == token.LAND || e.Op == token.LOR {
		x.add("logic", e, x.text(e), "("+left+") "+other.String()+" ("+right+")", func(number int) []edit {
			return append(around(start, end, call(name, number)+", ", " })"), edit{from: op, to: op + 2, text: ", func() bool { return"})
		})
	}
}

// literal adds the neighbours of a number and the longer text of a string.
func (x *finder) literal(e *ast.BasicLit, t types.Type) {
	if t == nil {
		return
	}
	switch {
	case x.besideError(e):
	case e.Kind == token.STRING && x.namesActor(e):
	case e.Kind == token.INT:
		x.wrap("int", e, e.Value+" + 1", "Plus", x.spelled(t))
		x.wrap("int", e, e.Value+" - 1", "Minus", x.spelled(t))
	case e.Kind == token.STRING:
		operator, to := "string", e.Value+` + "~"`
		if e.Value == `""` || e.Value == "``" {
			to = `"~"`
		}
		if x.errorText(e) {
			operator = "error text"
		}
		x.wrap(operator, e, to, "Text", x.spelled(t))
	}
}

// namesActor reports whether a string is part of the name of an actor, which orders what
// happens at one instant of a simulation and means nothing elsewhere: of an argument for
// a parameter of that name, or of what a variable of that name is set to.
func (x *finder) namesActor(e ast.Expr) bool {
	var part ast.Node = e
	for i := len(x.path) - 1; i >= 0; i-- {
		switch n := x.path[i].(type) {
		case *ast.FuncLit, *ast.BlockStmt:
			return false
		case *ast.CallExpr:
			f, _ := x.info.TypeOf(n.Fun).(*types.Signature)
			j := slices.IndexFunc(n.Args, func(arg ast.Expr) bool { return arg == part })
			if f != nil && j >= 0 && j < f.Params().Len() && f.Params().At(j).Name() == "actor" {
				return true
			}
		case *ast.AssignStmt:
			j := slices.Index(n.Rhs, part.(ast.Expr))
			return j >= 0 && j < len(n.Lhs) && x.text(n.Lhs[j]) == "actor"
		}
		part = x.path[i]
	}
	return false
}

// errorText reports whether a string is the text of an error that is made here.
func (x *finder) errorText(e ast.Expr) bool {
	c, ok := x.path[len(x.path)-1].(*ast.CallExpr)
	if !ok || len(c.Args) == 0 || c.Args[0] != e {
		return false
	}
	fun := x.text(c.Fun)
	return fun == "errors.New" || fun == "fmt.Errorf"
}

// truth adds the opposite of true and false.
func (x *finder) truth(id *ast.Ident) {
	opposite := map[string]string{"true": "false", "false": "true"}[id.Name]
	if c, ok := x.info.Uses[id].(*types.Const); !ok || opposite == "" || c.Parent() != types.Universe || x.besideError(id) {
		return
	}
	t := x.info.Types[id].Type
	x.wrap("true/false", id, opposite, "Not", x.spelled(t))
}

// spelled is how the file writes a type that a constant needs to be converted to,
// "" for the type that it has anyway.
func (x *finder) spelled(t types.Type) string {
	b, ok := t.(*types.Basic)
	if ok && (b.Info()&types.IsUntyped != 0 || b.Kind() == types.Int || b.Kind() == types.String || b.Kind() == types.Bool) {
		return ""
	}
	return types.TypeString(t, func(p *types.Package) string {
		if p == x.pkg {
			return ""
		}
		for _, spec := range x.Syntax.Imports {
			if strings.Trim(spec.Path.Value, `"`) == p.Path() {
				if spec.Name != nil {
					return spec.Name.Name
				}
				return p.Name()
			}
		}
		return p.Name() // does not compile, and is left out
	})
}

// besideError reports whether an expression is the zero value beside an error that is
// certainly one: such a value means nothing.
func (x *finder) besideError(e ast.Expr) bool {
	s, ok := x.path[len(x.path)-1].(*ast.ReturnStmt)
	if !ok || !slices.Contains([]string{`""`, "``", "0", "false"}, x.text(e)) {
		return false
	}
	last := s.Results[len(s.Results)-1]
	switch err := last.(type) {
	case *ast.UnaryExpr:
		return x.isError(last)
	case *ast.CallExpr:
		return slices.Contains([]string{"errors.New", "fmt.Errorf"}, x.text(err.Fun))
	case *ast.Ident:
		v, ok := x.info.Uses[err].(*types.Var)
		return ok && x.isError(last) && (v.Parent() == x.pkg.Scope() || x.onlyIf(err.Name+" != nil"))
	}
	return false
}

func (x *finder) isError(e ast.Expr) bool {
	failure := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	return types.Implements(x.info.TypeOf(e), failure)
}

// onlyIf reports whether the statement that is looked at is in a block of its own for a
// condition.
func (x *finder) onlyIf(condition string) bool {
	for _, n := range x.path[max(0, len(x.path)-3):] {
		switch n := n.(type) {
		case *ast.IfStmt:
			return n.Body == x.path[len(x.path)-2] && x.text(n.Cond) == condition
		case *ast.CaseClause:
			return len(n.List) == 1 && x.text(n.List[0]) == condition
		}
	}
	return false
}
