// Package smoke tries the page and a figure in browsers other than Chromium:
// Firefox and WebKit, each with a window, because without one they have no
// WebGL 2. ./build.sh browsers installs them and runs it.
//
// On a bare Debian 12, with GL in software, Firefox ESR 153 and WebKitGTK 2.50 do
// all of it: they draw, take mouse and keys, save a picture, play and pause. That
// Firefox films in VP8; that WebKit records nothing, and the page says so.
package smoke
