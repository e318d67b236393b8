// Package smoke tries the page and a figure in browsers other than Chromium:
// Firefox and WebKit, each with a window, because without one they have no
// WebGL 2. ./build.sh browsers installs them and runs it.
package smoke
