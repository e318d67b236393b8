// Package store is a broker's disk as arithmetic: one commit log that all
// topics share, a consume queue for each queue that points into it, what a pull
// at an offset gets, and what a lost host forgets. It knows no time but what it
// is told and sends nothing.
package store
