package mutate

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// drops adds a mutant without each statement of a list.
func (x *finder) drops(list []ast.Stmt) {
	for _, s := range list {
		operator := x.dropping(s)
		if operator == "" {
			continue
		}
		start, end := x.offset(s.Pos()), x.offset(s.End())
		x.add(operator, s, x.text(s), "nothing", func(number int) []edit {
			return around(start, end, "if !"+call("Is", number)+") { ", " }")
		})
	}
}

// dropping names the operator that leaves out a statement, "" for none.
func (x *finder) dropping(s ast.Stmt) string {
	switch s := s.(type) {
	case *ast.ExprStmt:
		return x.droppingCall(s)
	case *ast.SendStmt:
		return "drop call"
	case *ast.AssignStmt:
		return dropAssignment(s)
	case *ast.IncDecStmt:
		return "drop assignment"
	case *ast.GoStmt:
		return "drop go"
	case *ast.DeferStmt:
		return "drop defer"
	case *ast.ReturnStmt:
		return "drop return"
	case *ast.BranchStmt:
		if s.Tok == token.CONTINUE || s.Tok == token.BREAK {
			return "drop return"
		}
	}
	return ""
}

func (x *finder) droppingCall(s *ast.ExprStmt) string {
	c, ok := s.X.(*ast.CallExpr)
	switch {
	case ok && x.builtin(c.Fun) == "delete":
		return "drop delete"
	case ok && x.text(c.Fun) == "clock.Yield": // without effect outside of simulations
		return ""
	}
	return "drop call"
}

// dropAssignment tells assignments from calls whose result is thrown away. What
// declares a name cannot be left out.
func dropAssignment(s *ast.AssignStmt) string {
	if s.Tok == token.DEFINE {
		return ""
	}
	for _, left := range s.Lhs {
		if id, ok := left.(*ast.Ident); !ok || id.Name != "_" {
			return "drop assignment"
		}
	}
	if _, ok := s.Rhs[0].(*ast.CallExpr); ok {
		return "drop call"
	}
	return ""
}

func (x *finder) builtin(fun ast.Expr) string {
	id, ok := fun.(*ast.Ident)
	if !ok {
		return ""
	}
	if b, ok := x.info.Uses[id].(*types.Builtin); ok {
		return b.Name()
	}
	return ""
}

// errorOf adds the mutant of a return statement that returns no error.
func (x *finder) errorOf(s *ast.ReturnStmt) {
	results := x.results()
	if results == nil || results.Len() == 0 || len(s.Results) == 0 ||
		!types.Identical(results.At(results.Len()-1).Type(), types.Universe.Lookup("error").Type()) {
		return
	}
	if len(s.Results) != results.Len() {
		x.errorOfCall(s, results.Len())
		return
	}
	last := s.Results[len(s.Results)-1]
	if x.info.Types[last].IsNil() {
		return
	}
	start, end := x.offset(last.Pos()), x.offset(last.End())
	from := x.text(s)
	to := strings.TrimSuffix(from, x.text(last)) + "nil"
	x.add("drop error", s, from, to, func(number int) []edit {
		return around(start, end, call("Error", number)+", ", ")")
	})
}

// errorOfCall is errorOf for a call that returns all results at once.
func (x *finder) errorOfCall(s *ast.ReturnStmt, n int) {
	names := make([]string, n-1)
	for i := range names {
		names[i] = fmt.Sprintf("mutant%d", i)
	}
	values := strings.Join(names, ", ")
	from := x.text(s.Results[0])
	at := x.offset(s.Pos())
	x.add("drop error", s, "return "+from, "return "+from+" without its error", func(number int) []edit {
		text := fmt.Sprintf("if %s) { %s, _ := %s; return %s, nil }; ", call("Is", number), values, from, values)
		return []edit{{from: at, to: at, text: text}}
	})
}

// results are those of the innermost function.
func (x *finder) results() *types.Tuple {
	for i := len(x.path) - 1; i >= 0; i-- {
		switch f := x.path[i].(type) {
		case *ast.FuncLit:
			return x.info.Types[f].Type.(*types.Signature).Results()
		case *ast.FuncDecl:
			return x.info.Defs[f.Name].Type().(*types.Signature).Results()
		}
	}
	return nil
}
