package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/explain"
	"rocketscope/wasm/scene"
)

// said is every key that the engine's and the bridge's sources utter.
type said struct {
	nums, texts, bools []string          // facts
	reasons            []string          // Passed.Why
	either             []string          // constants of type explain.Key: a fact, a reason or a word
	errors             map[string]string // key to English format
	arguments          []string          // phrases that stand in an error
	consts             map[string]string // explain.Key constants of the package being read
}

func (s *said) facts() []string { return slices.Concat(s.nums, s.texts, s.bools) }

// readSources looks through all Go files but the tests.
func readSources(t *testing.T) *said {
	s := &said{errors: map[string]string{}}
	for _, root := range []string{"engine", "wasm/bridge"} {
		dirs := map[string][]*ast.File{}
		fset := token.NewFileSet()
		require.NoError(t, filepath.WalkDir(filepath.Join("..", "..", root), func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go") {
				return err
			}
			f, err := parser.ParseFile(fset, p, nil, 0)
			dirs[filepath.Dir(p)] = append(dirs[filepath.Dir(p)], f)
			return err
		}))
		for _, files := range dirs {
			s.consts = map[string]string{}
			for _, f := range files {
				ast.Inspect(f, s.constant)
			}
			for _, f := range files {
				ast.Inspect(f, s.use)
			}
		}
	}
	return s
}

// literal is the text of a string literal or of a constant key.
func (s *said) literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.Ident:
		text, ok := s.consts[e.Name]
		return text, ok
	}
	return "", false
}

func isKeyType(e ast.Expr) bool {
	sel, ok := e.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Key"
}

// constant takes in constants, variables and conversions of type explain.Key.
func (s *said) constant(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ValueSpec:
		if isKeyType(n.Type) {
			for i, v := range n.Values {
				if text, ok := s.literal(v); ok {
					s.consts[n.Names[i].Name] = text
					s.either = append(s.either, text)
				}
			}
		}
	case *ast.CallExpr:
		if isKeyType(n.Fun) {
			if text, ok := s.literal(n.Args[0]); ok {
				s.either = append(s.either, text)
			}
		}
	case *ast.CompositeLit:
		if array, ok := n.Type.(*ast.ArrayType); ok && isKeyType(array.Elt) {
			for _, e := range n.Elts {
				if pair, ok := e.(*ast.KeyValueExpr); ok {
					e = pair.Value
				}
				if text, ok := s.literal(e); ok {
					s.either = append(s.either, text)
				}
			}
		}
	}
	return true
}

func (s *said) use(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.KeyValueExpr:
		if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Why" {
			if text, ok := s.literal(n.Value); ok {
				s.reasons = append(s.reasons, text)
			}
		}
	case *ast.CallExpr:
		s.call(n)
	}
	return true
}

func (s *said) call(n *ast.CallExpr) {
	name := ""
	switch fun := n.Fun.(type) {
	case *ast.SelectorExpr:
		name = fun.Sel.Name
	case *ast.Ident:
		name = fun.Name
	}
	if len(n.Args) == 0 {
		return
	}
	text, ok := s.literal(n.Args[0])
	if !ok {
		return
	}
	if sel, ok := n.Fun.(*ast.SelectorExpr); ok && strings.Contains("Num Text Bool Err", name) {
		if x, ok := sel.X.(*ast.Ident); !ok || x.Name != "explain" {
			return
		}
	}
	switch name {
	case "Num":
		s.nums = append(s.nums, text)
	case "Text":
		s.texts = append(s.texts, text)
	case "Bool":
		s.bools = append(s.bools, text)
	case "Err":
		format, _ := s.literal(n.Args[1])
		s.errors[text] = format
	case "Word", "parseInt":
		s.arguments = append(s.arguments, text)
	}
}

// missing lists the keys of which neither prefix has words.
func missing(c *Catalogue, keys []string, prefixes ...string) []string {
	var all []string
	for _, key := range keys {
		if !slices.ContainsFunc(prefixes, func(p string) bool { return c.has(p + key) }) && !slices.Contains(all, key) {
			all = append(all, key)
		}
	}
	return all
}

func TestEveryFactAndReasonHasWords(t *testing.T) {
	s := readSources(t)
	for _, lang := range both {
		c := For(lang)
		require.Empty(t, missing(c, s.facts(), "fact."), lang)
		require.Empty(t, missing(c, s.reasons, "why."), lang)
		require.Empty(t, missing(c, s.either, "fact.", "why.", "word."), lang)
	}
}

// English refusals are the engine's own; Chinese ones take the same arguments.
func TestEveryRefusalHasWords(t *testing.T) {
	s, zh := readSources(t), For("zh")
	slots := func(text string) []string {
		var all []string
		for _, p := range parseParts(text) {
			if p.slot != "" {
				all = append(all, p.slot)
			}
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	require.Empty(t, missing(zh, slices.Sorted(maps.Keys(s.errors)), "err."))
	require.Empty(t, missing(zh, s.arguments, "arg."))
	for key, format := range s.errors {
		require.Equal(t, slots(format), slots(zh.word("err."+key)), key)
	}
}

// A fact is written by its kind: what is text must be known as such, and what
// is yes or no too. The broker asked and the offset asked for share a key.
func TestKindsFitTheSources(t *testing.T) {
	s := readSources(t)
	var wrong []string
	for _, key := range s.texts {
		if kindOf(explain.Key(key)) < name && key != "asked" {
			wrong = append(wrong, key+" is text")
		}
	}
	for _, key := range s.bools {
		if kindOf(explain.Key(key)) != yesNo {
			wrong = append(wrong, key+" is yes or no")
		}
	}
	for _, key := range s.nums {
		if kindOf(explain.Key(key)) >= name {
			wrong = append(wrong, key+" is a number")
		}
	}
	require.Empty(t, wrong)
}

// Nothing stands in the catalogues that no rule, fact, reason, refusal or line
// of this package asks for.
func TestNoKeyIsUnused(t *testing.T) {
	s := readSources(t)
	used := map[string]bool{}
	for _, key := range s.facts() {
		used["fact."+key] = true
	}
	for _, key := range slices.Concat(s.reasons, s.either) {
		used["fact."+key], used["why."+key] = true, true
	}
	for key := range s.errors {
		used["err."+key] = true
	}
	for _, phrase := range s.arguments {
		used["arg."+phrase] = true
	}
	stage := reflect.TypeFor[scene.Words]()
	for i := range stage.NumField() {
		used["stage."+stage.Field(i).Tag.Get("key")] = true
	}
	for _, key := range timerKeys {
		used["next."+key] = true
	}
	for _, info := range explain.Rules() {
		for _, part := range []string{".name", ".1", ".2", ".rule", ".result", ".work.1", ".work.2", ".work.3", ".work.4"} {
			used[info.Name+part] = true
		}
	}
	own := ownLiterals(t)
	var unused []string
	for _, lang := range both {
		for _, key := range keys(For(lang)) {
			key, rule, _ := strings.Cut(key, "@")
			require.True(t, rule == "" || slices.ContainsFunc(explain.Rules(), func(i explain.Info) bool { return i.Name == rule || strings.HasPrefix(i.Name, rule+".") }), key)
			word, isWord := strings.CutPrefix(key, "word.")
			reason, isReason := strings.CutPrefix(key, "why.")
			known := used[key] || own[key] || strings.HasPrefix(key, "arg.") && slices.Contains(literals(t), key[4:]) ||
				isWord && (own[word] || slices.Contains(literals(t), word)) || isReason && slices.Contains(literals(t), reason)
			if !known {
				unused = append(unused, lang+": "+key)
			}
		}
	}
	require.Empty(t, unused)
}
