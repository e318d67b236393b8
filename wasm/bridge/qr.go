package bridge

import (
	"errors"

	"rsc.io/qr/coding"

	"rocketscope/engine/explain"
)

// largestCode is the most that a QR code of the page may be, 65 modules a side
// and 287 bytes: smaller modules cannot be read from the last row of a room.
const largestCode = coding.Version(12)

// errLong is met only by a page that asks for more than it may.
var errLong = errors.New("this text is too long for a QR code")

// Code draws a text as a QR code and posts it: a path of unit squares, without
// the quiet zone around it.
func (s *Session) Code(text string) {
	code, err := encode(text)
	if err != nil {
		s.fail("qr", err)
		return
	}
	o := newObject("qr")
	o.str("text", text)
	o.num("size", int64(code.Size))
	o.str("path", squares(code))
	s.post(o.end())
}

// encode takes the smallest code that holds the text.
func encode(text string) (*coding.Code, error) {
	for v := coding.Version(coding.MinVersion); v <= largestCode; v++ {
		if coding.String(text).Bits(v) > v.DataBytes(coding.M)*8 {
			continue
		}
		plan, err := coding.NewPlan(v, coding.M, 0)
		if err != nil {
			return nil, err
		}
		return plan.Encode(coding.String(text))
	}
	return nil, errLong
}

// squares writes the dark modules, those side by side as one.
func squares(code *coding.Code) string {
	var path []byte
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			from := x
			for x < code.Size && code.Black(x, y) {
				x++
			}
			if x > from {
				n := explain.Int(x - from)
				path = append(path, "M"+explain.Int(from)+" "+explain.Int(y)+"h"+n+"v1h-"+n+"z"...)
			}
		}
	}
	return string(path)
}
