// Package words turns what the engine says, rules and names and numbers, into
// what a person reads: captions, reason cards, refusals, the labels of the
// stage, menus and timers, in English and in Chinese.
//
// All sentences stand in two catalogues, en.txt and zh.txt, with the same keys.
// A line is "key = text"; {name} in the text is a slot, filled from a record's
// facts. "key [a=1, b] = text" holds only under its conditions; of a key's lines
// the first that holds and whose slots can all be filled is taken. English uses
// such lines for its singular, and both languages for cases that differ.
package words
