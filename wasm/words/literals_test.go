package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// stringsOf collects the string literals of the sources below a directory.
func stringsOf(t *testing.T, root string) []string {
	var all []string
	fset := token.NewFileSet()
	require.NoError(t, filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(fset, p, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if text, err := strconv.Unquote(lit.Value); err == nil {
					all = append(all, text)
				}
			}
			return true
		})
		return nil
	}))
	return all
}

var engineLiterals struct {
	sync.Once
	all []string
}

// literals are the string literals of the engine: the words that its special
// facts may hold.
func literals(t *testing.T) []string {
	engineLiterals.Do(func() { engineLiterals.all = stringsOf(t, filepath.Join("..", "..", "engine")) })
	return engineLiterals.all
}

// ownLiterals are the keys that this package's own sources name; those of
// working lines are counted on from their first.
func ownLiterals(t *testing.T) map[string]bool {
	own := map[string]bool{}
	for _, text := range stringsOf(t, ".") {
		own[text], own[text+".1"] = true, true
	}
	return own
}
