// Package embed makes what stands in other people's pages before anybody
// presses play: the posters of every scenario with their captions, and what a
// host's own tools need to place the figure.
package embed
