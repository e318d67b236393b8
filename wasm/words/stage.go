package words

import (
	"reflect"

	"rocketscope/wasm/scene"
)

// Stage is the phrases of the drawing; make it once for each change of language.
func (c *Catalogue) Stage() scene.Words {
	var w scene.Words
	v := reflect.ValueOf(&w).Elem()
	for i := range v.NumField() {
		v.Field(i).SetString(c.word("stage." + v.Type().Field(i).Tag.Get("key")))
	}
	return w
}
