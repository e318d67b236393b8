package engine_test

import (
	"go/ast"
	"go/build/constraint"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The house: which package may import which (design.md, section 2). A package
// may import those of its own row and nothing else of this module. What the
// rows leave out cannot happen, as it cannot happen in life: a consumer that
// peeps into a broker.
var house = map[string]string{
	"engine/explain":             "",
	"engine/profile":             "engine/explain",
	"engine/kernel":              "engine/explain",
	"engine/wire":                "engine/kernel",
	"engine/view":                "engine/kernel",
	"engine/allocate":            "engine/explain engine/wire engine/profile",
	"engine/fault":               "engine/explain engine/wire engine/profile engine/kernel",
	"engine/filter":              "engine/wire",
	"engine/delay":               "engine/explain engine/wire engine/profile engine/kernel",
	"engine/store":               "engine/explain engine/wire engine/kernel engine/profile engine/filter",
	"engine/remoting":            "engine/kernel engine/wire",
	"engine/client":              "engine/explain engine/kernel engine/wire engine/view engine/profile engine/remoting engine/filter",
	"engine/nameserver":          "engine/explain engine/kernel engine/wire engine/view engine/profile engine/remoting",
	"engine/broker":              "engine/explain engine/kernel engine/wire engine/view engine/profile engine/remoting engine/store engine/filter engine/delay",
	"engine/producer":            "engine/explain engine/kernel engine/wire engine/view engine/profile engine/remoting engine/client engine/fault",
	"engine/consumer":            "engine/explain engine/kernel engine/wire engine/view engine/profile engine/remoting engine/client engine/allocate engine/filter engine/delay",
	"engine/cluster":             "engine/*",
	"engine":                     "engine/*",
	"engine/scenario":            "engine engine/*",
	"engine/lesson":              "engine engine/explain engine/kernel engine/view engine/scenario",
	"engine/internal/vectortest": "",
	"engine/cmd/story":           "engine engine/scenario engine/whatif",
	"engine/whatif":              "engine engine/explain engine/kernel engine/profile engine/view",
	"wasm/theme":                 "",
	"wasm/text":                  "",
	"wasm/words":                 "engine/explain engine/kernel engine/view wasm/scene wasm/text",
	"wasm/layout":                "engine/view engine/explain engine/kernel wasm/theme wasm/text",
	"wasm/scene":                 "engine/view engine/explain engine/kernel wasm/theme wasm/text wasm/layout",
	"wasm/scene/stagetest":       "engine/view engine/kernel wasm/theme wasm/text wasm/layout wasm/scene",
	"wasm/draw":                  "wasm/*",
	"wasm/heap":                  "",
	"wasm/svg":                   "wasm/theme wasm/text wasm/layout wasm/scene wasm/scene/stagetest",
	"wasm/input":                 "wasm/*",
	"wasm/bridge":                "engine engine/* wasm/*",
	"wasm":                       "engine engine/* wasm/*",
	"wasm/framebench":            "engine engine/* wasm/*",
}

const module = "rocketscope"

// tools never run in a simulation: they may read files and the like.
var tools = map[string]bool{"engine/cmd/story": true, "engine/internal/vectortest": true}

// source is a Go file of the module.
type source struct {
	dir, name string
	file      *ast.File
	lines     int
}

func (s source) test() bool { return strings.HasSuffix(s.name, "_test.go") }

func readModule(t *testing.T, fset *token.FileSet) []source {
	var all []source
	for _, root := range []string{"engine", "wasm"} {
		err := filepath.WalkDir(filepath.Join("..", root), func(p string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(p) != ".go" {
				return err
			}
			text, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			file, err := parser.ParseFile(fset, p, text, parser.ParseComments)
			if err != nil {
				return err
			}
			rel, _ := filepath.Rel("..", p)
			all = append(all, source{path.Dir(filepath.ToSlash(rel)), path.Base(p), file, strings.Count(string(text), "\n")})
			return nil
		})
		require.NoError(t, err)
	}
	return all
}

func TestImportArrows(t *testing.T) {
	for _, s := range readModule(t, token.NewFileSet()) {
		allowed, known := house[s.dir]
		require.True(t, known, "%s has no place in the house", s.dir)
		for _, imp := range s.file.Imports {
			p, _ := strconv.Unquote(imp.Path.Value)
			target, ours := strings.CutPrefix(p, module+"/")
			if ours && !s.test() {
				require.True(t, mayImport(allowed, target), "%s/%s must not import %s", s.dir, s.name, target)
			}
			if strings.HasPrefix(p, "github.com/hajimehoshi/ebiten") {
				require.True(t, onlyJS(s), "%s/%s imports Ebitengine but is not only built for js", s.dir, s.name)
			}
		}
	}
}

func mayImport(allowed, target string) bool {
	return slices.ContainsFunc(strings.Fields(allowed), func(a string) bool {
		prefix, all := strings.CutSuffix(a, "*")
		return a == target || all && strings.HasPrefix(target, prefix)
	})
}

func onlyJS(s source) bool {
	if strings.HasSuffix(strings.TrimSuffix(strings.TrimSuffix(s.name, ".go"), "_test"), "_js") {
		return true
	}
	for _, group := range s.file.Comments {
		for _, c := range group.List {
			if expr, err := constraint.Parse(c.Text); err == nil && expr.String() == "js" {
				return true
			}
		}
	}
	return false
}

func TestFilesFitInTheHead(t *testing.T) {
	for _, s := range readModule(t, token.NewFileSet()) {
		require.LessOrEqual(t, s.lines, 400, "%s/%s", s.dir, s.name)
	}
}

// moduleImporter type-checks this module's packages from their files and the
// standard library from its own.
type moduleImporter struct {
	fset    *token.FileSet
	files   map[string][]*ast.File
	checked map[string]*types.Package
	std     types.Importer
	info    *types.Info
}

func (m *moduleImporter) Import(p string) (*types.Package, error) {
	dir, ours := strings.CutPrefix(p, module+"/")
	if !ours {
		return m.std.Import(p)
	}
	if pkg, ok := m.checked[dir]; ok {
		return pkg, nil
	}
	conf := types.Config{Importer: m}
	pkg, err := conf.Check(p, m.fset, m.files[dir], m.info)
	m.checked[dir] = pkg
	return pkg, err
}

// Engine code is integers and slices only: no clock, goroutine, channel, float,
// map order, global state or chance of the machine's.
func TestEngineIsDeterministic(t *testing.T) {
	fset := token.NewFileSet()
	m := &moduleImporter{
		fset: fset, files: map[string][]*ast.File{}, checked: map[string]*types.Package{},
		std:  importer.ForCompiler(fset, "source", nil),
		info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}},
	}
	for _, s := range readModule(t, fset) {
		if !s.test() && strings.HasPrefix(s.dir, "engine") && !tools[s.dir] {
			m.files[s.dir] = append(m.files[s.dir], s.file)
		}
	}
	for dir, files := range m.files {
		_, err := m.Import(module + "/" + dir)
		require.NoError(t, err)
		for _, f := range files {
			ast.Inspect(f, func(n ast.Node) bool {
				if why := m.forbidden(n); why != "" {
					t.Errorf("%s: %s", fset.Position(n.Pos()), why)
				}
				return true
			})
		}
	}
}

func (m *moduleImporter) forbidden(n ast.Node) string {
	switch n := n.(type) {
	case *ast.GoStmt:
		return "goroutine"
	case *ast.ChanType, *ast.SelectStmt, *ast.SendStmt:
		return "channel"
	case *ast.ImportSpec:
		p, _ := strconv.Unquote(n.Path.Value)
		if slices.Contains([]string{"math/rand", "math/rand/v2", "crypto/rand", "os", "sync", "unsafe", "net", "log"}, p) {
			return "import of " + p
		}
	case *ast.RangeStmt:
		if _, ok := m.info.Types[n.X].Type.Underlying().(*types.Map); ok {
			return "range over a map: its order is not the same everywhere"
		}
	case *ast.SelectorExpr:
		if o := m.info.Uses[n.Sel]; o != nil && o.Pkg() != nil && o.Pkg().Path() == "time" {
			if slices.Contains([]string{"Now", "Since", "Until", "Sleep", "After", "Tick", "NewTimer", "NewTicker"}, o.Name()) {
				return "time." + o.Name()
			}
		}
	case *ast.AssignStmt:
		for _, lhs := range n.Lhs {
			if m.isGlobal(lhs) {
				return "assignment to a package variable"
			}
		}
	case *ast.IncDecStmt:
		if m.isGlobal(n.X) {
			return "assignment to a package variable"
		}
	case ast.Expr:
		if b, ok := m.info.Types[n].Type.(*types.Basic); ok && b.Info()&types.IsFloat != 0 && b.Kind() != types.UntypedFloat {
			return "floating point"
		}
	}
	return ""
}

// isGlobal tells whether an expression writes to (a part of) a package variable.
func (m *moduleImporter) isGlobal(e ast.Expr) bool {
	for {
		switch x := e.(type) {
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			if o, ok := m.info.Uses[x.Sel].(*types.Var); ok && !o.IsField() {
				return true
			}
			e = x.X
		case *ast.StarExpr:
			return false
		case *ast.Ident:
			o, ok := m.info.Uses[x].(*types.Var)
			return ok && o.Parent() != nil && o.Pkg() != nil && o.Parent() == o.Pkg().Scope()
		default:
			return false
		}
	}
}
