package bridge

import "strconv"

// object writes one JSON object by append: no reflection, no allocation beyond
// its buffer. Values follow keys; commas come by themselves.
type object struct{ buf []byte }

const hex = "0123456789abcdef"

func newObject(kind string) *object {
	o := &object{}
	o.open('{')
	o.str("type", kind)
	return o
}

// comma separates from a value before.
func (o *object) comma() {
	if n := len(o.buf); n > 0 && o.buf[n-1] != '{' && o.buf[n-1] != '[' && o.buf[n-1] != ':' {
		o.buf = append(o.buf, ',')
	}
}

func (o *object) open(bracket byte) {
	o.comma()
	o.buf = append(o.buf, bracket)
}

func (o *object) shut(bracket byte) { o.buf = append(o.buf, bracket) }

func (o *object) key(name string) {
	o.text(name)
	o.buf = append(o.buf, ':')
}

// list writes a key and its array; each writes the elements.
func (o *object) list(name string, each func()) {
	o.key(name)
	o.open('[')
	each()
	o.shut(']')
}

func (o *object) str(name, value string) {
	o.key(name)
	o.text(value)
}

func (o *object) num(name string, value int64) {
	o.key(name)
	o.buf = strconv.AppendInt(o.buf, value, 10)
}

func (o *object) bool(name string, value bool) {
	o.key(name)
	o.buf = strconv.AppendBool(o.buf, value)
}

func (o *object) texts(name string, values []string) {
	o.list(name, func() {
		for _, v := range values {
			o.text(v)
		}
	})
}

// text writes a string. A byte that is no UTF-8 passes as it is: the browser
// replaces it when it reads the program's string.
func (o *object) text(s string) {
	o.comma()
	o.buf = append(o.buf, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			o.buf = append(o.buf, '\\', c)
		case c == '\n':
			o.buf = append(o.buf, '\\', 'n')
		case c < ' ':
			o.buf = append(o.buf, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			o.buf = append(o.buf, c)
		}
	}
	o.buf = append(o.buf, '"')
}

func (o *object) end() string {
	o.shut('}')
	return string(o.buf)
}
