// Package browser holds the tests that drive the built page in Chromium with
// real input, on software GL, and the benchmarks of the frame. They need dist/
// as ./build.sh build makes it, and a Chromium; without either they fail and
// say what to do.
package browser
