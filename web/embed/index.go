package embed

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// index is what embed.js knows of a scenario before it asks for a picture.
type index struct {
	Best int                 `json:"best"`
	At   []int64             `json:"at"` // ms
	Lang map[string]*telling `json:"lang"`
	Base string              `json:"base,omitempty"` // of a build with pages: where they will be
}

type telling struct {
	Title    string      `json:"title"`
	Captions [][2]string `json:"captions"`
}

// Write makes the posters of every scenario that the page offers, that is, has a
// title for, out of a folder of stories: a module NAME.js that says which moments there are and what happens in them, and the
// stills in NAME/. locales is the folder with the page's words.
func Write(stories, locales, out string) error {
	titles := map[string]map[string]string{}
	for _, lang := range Languages {
		words := map[string]string{}
		b, err := os.ReadFile(filepath.Join(locales, lang+".json"))
		if err != nil {
			return err
		}
		if err := json.Unmarshal(b, &words); err != nil {
			return fmt.Errorf("%s.json: %w", lang, err)
		}
		titles[lang] = words
	}
	files, err := filepath.Glob(filepath.Join(stories, "*.txt"))
	if err != nil {
		return err
	}
	slices.Sort(files)
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".txt")
		if titles[Languages[0]]["scenario."+name] == "" {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			return err
		}
		set, err := Posters(name, string(text))
		if err != nil {
			return err
		}
		if err := set.write(titles, out); err != nil {
			return err
		}
	}
	return nil
}

func (s *Set) write(words map[string]map[string]string, out string) error {
	dir := filepath.Join(out, s.Name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	x := index{Best: s.Best, Lang: map[string]*telling{}}
	for _, lang := range Languages {
		title, ok := words[lang]["scenario."+s.Name]
		if !ok {
			return fmt.Errorf("scenario %s has no title in %s.json", s.Name, lang)
		}
		x.Lang[lang] = &telling{Title: title}
	}
	for i := range s.Moments {
		m := &s.Moments[i]
		x.At = append(x.At, m.At/1e6)
		for _, lang := range Languages {
			x.Lang[lang].Captions = append(x.Lang[lang].Captions, m.Captions[lang])
		}
		for name, picture := range m.Pictures {
			if err := os.WriteFile(filepath.Join(dir, name), picture, 0o644); err != nil {
				return err
			}
		}
	}
	return x.write(dir + ".js")
}

func (x *index) write(file string) error {
	b, err := json.Marshal(x)
	if err != nil {
		return err
	}
	return os.WriteFile(file, fmt.Appendf(nil, "export default %s;\n", b), 0o644)
}
