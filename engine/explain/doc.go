// Package explain holds what a mechanism says about a choice it made: the rule
// it followed, what it saw, what it chose and what it passed over. It speaks
// rules, names and numbers; the words a reader sees live outside the engine.
package explain
