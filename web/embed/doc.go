// Package embed makes what stands in other people's pages before anybody
// presses play: the posters of every scenario with their captions, and what a
// host's own tools need to place the figure. It also makes the built site quick to
// begin: few files, in a folder named after their content.
package embed
