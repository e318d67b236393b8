// Package scenario reads a story: the text that is a test, a lesson, a bug
// report and a link at once. It runs its acts in a Sim and answers its queries.
package scenario
