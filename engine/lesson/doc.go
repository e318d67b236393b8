// Package lesson reads, checks and runs lessons. A lesson is a text file that a
// trainer writes: a story to begin with, steps with words in English and
// Chinese, and in them what to look at, what happens, and what the learner is
// asked. No answer is ever written down: a lesson is filmed once, from end to
// end, and each answer is what the engine did.
//
// Parse reads a file. Film runs it and refuses, with the line, whatever in it
// does not come true. Scene.Grade compares a guess with what happened. Attempt
// follows a learner who tries to reach a step's goal.
package lesson
