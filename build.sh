#!/usr/bin/env bash
# Builds, serves and tests RocketScope. Every command does its own set-up.
set -euo pipefail
cd "$(dirname "$0")"
export CGO_ENABLED=0

RAW_LIMIT=11000000 # bytes of rocketscope.wasm
BROTLI_LIMIT=2000000
STATICCHECK=v0.8.2
FORBIDDEN='archive/zip|crypto/.*|encoding/json|github.com/hajimehoshi/ebiten/v2/text/v2|net/http|regexp|text/template' # each costs too much in the browser
CACHE=.cache
PROFILE=wasm/default.pgo
COMPRESSED=$CACHE/compressed

usage() {
	cat <<'TEXT'
usage: ./build.sh COMMAND
  serve   build, then serve http://localhost:8080 (PORT=... chooses another port)
  build   the static site in dist/, compressed and within its size limits
          (BASE_URL=https://example.org/rocketscope/ adds OpenGraph pages and oEmbed answers)
  test    everything: check, tests natively and in WebAssembly, build, browser tests
  check   gofmt, vet and staticcheck, natively and for WebAssembly
  bench   all benchmarks as one table
  browsers the page and a figure in Firefox and WebKit
  offline one self-contained page for a disk, in offline/rocketscope.html
  hosts   the figure in real sites of Docusaurus, VitePress, MkDocs and Hugo, driven in a browser
  profile what is hot, measured anew for the compiler: wasm/default.pgo
  shots   screenshots of the page in every size and look, in shots/
TEXT
}

say() { printf '== %s\n' "$*" >&2; }
fail() { printf 'build.sh: %s\n' "$*" >&2; exit 1; }

# need TOOL PACKAGE: makes sure of a tool, by apt-get where that is possible.
need() {
	command -v "$1" >/dev/null && return
	command -v apt-get >/dev/null && [ "$(id -u)" = 0 ] || fail "$1 is missing; install it (Debian: apt-get install $2)"
	apt_install "$2"
	command -v "$1" >/dev/null || fail "$1 is still missing after installing $2"
}

# apt_install PACKAGE: by apt-get, its output only when it fails.
apt_install() {
	say "installing $1"
	mkdir -p $CACHE
	{ apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$1"; } \
		>$CACHE/apt.log 2>&1 || { tail -n 20 $CACHE/apt.log >&2; fail "cannot install $1"; }
}

need_go() { command -v go >/dev/null || fail "Go is missing; install go $(awk '/^go /{print $2}' go.mod) or newer from https://go.dev/dl"; }

# need_browser makes sure of Chromium and of a Chinese font for it to draw with.
need_browser() {
	command -v chromium >/dev/null || command -v google-chrome >/dev/null || need chromium chromium
	command -v fc-list >/dev/null && [ -n "$(fc-list :lang=zh)" ] && return
	command -v apt-get >/dev/null && [ "$(id -u)" = 0 ] || fail "no Chinese font is installed (Debian: apt-get install fonts-noto-cjk)"
	apt_install fontconfig
	apt_install fonts-noto-cjk
}

js() { GOOS=js GOARCH=wasm "$@"; }

# wasm_test PACKAGES AND FLAGS: go test in WebAssembly under node. The
# environment is cut down because wasm_exec.js limits its length.
wasm_test() {
	js go test -pgo="$PWD/$PROFILE" -exec="env -i PATH=$PATH HOME=${HOME:-/} $(go env GOROOT)/lib/wasm/go_js_wasm_exec" "$@"
}

check() {
	need_go
	say "gofmt"
	local unformatted
	unformatted=$(gofmt -l engine wasm web)
	[ -z "$unformatted" ] || fail "gofmt these files: $unformatted"
	say "vet"
	go vet ./...
	js go vet ./engine/... ./wasm/...
	local tool=$CACHE/bin/staticcheck-$STATICCHECK
	if [ ! -x "$tool" ]; then
		say "building staticcheck $STATICCHECK"
		GOBIN=$PWD/$CACHE/bin go install honnef.co/go/tools/cmd/staticcheck@$STATICCHECK
		mv $CACHE/bin/staticcheck "$tool"
	fi
	say "staticcheck"
	"$tool" ./...
	js "$tool" ./engine/... ./wasm/...
}

# compress FILE QUALITY: writes FILE.gz and FILE.br. Results are kept by
# content, because the best brotli needs half a minute for the program.
compress() {
	local file=$1 quality=$2 kept
	kept=$COMPRESSED/$(sha256sum "$file" | cut -d' ' -f1)
	mkdir -p $COMPRESSED
	[ -f "$kept.gz" ] || { gzip -9nc "$file" >"$kept.$$"; mv "$kept.$$" "$kept.gz"; }
	cp "$kept.gz" "$file.gz"
	if [ ! -f "$kept.br" ] && [ "$quality" != 11 ]; then
		say "quick compression only; ./build.sh build makes the small file"
		brotli -q "$quality" -c "$file" >"$file.br"
		return
	fi
	[ -f "$kept.br" ] || { brotli -q 11 -c "$file" >"$kept.$$"; mv "$kept.$$" "$kept.br"; }
	cp "$kept.br" "$file.br"
	touch "$kept.gz" "$kept.br"
}

export -f compress say
export COMPRESSED

size() { wc -c <"$1" | tr -d ' '; }

# within FILE LIMIT: fails when a file is over its budget.
within() {
	local n
	n=$(size "$1")
	[ "$n" -le "$2" ] || fail "$(basename "$1") has $n bytes, over its limit of $2"
	say "$(basename "$1"): $n of at most $2 bytes"
}

# site QUALITY: makes dist/ anew, beside the old one, and swaps them at the end.
site() {
	need_go
	need brotli brotli
	local new=$CACHE/dist.new old=$CACHE/dist.old forbidden f
	say "slimming Ebitengine"
	go run ./web/cmd/slim $CACHE
	forbidden=$(js go list -modfile=$CACHE/slim.mod -deps ./wasm | grep -xE "$FORBIDDEN" || true)
	[ -z "$forbidden" ] || fail "the program must not depend on: $forbidden"
	rm -rf $new
	mkdir -p $new/scenarios
	say "compiling the program"
	js go build -modfile=$CACHE/slim.mod -trimpath -ldflags='-s -w' -pgo=$PROFILE -o $new/rocketscope.wasm ./wasm
	cp "$(go env GOROOT)/lib/wasm/wasm_exec.js" $new/
	cp -R web/site/. $new/
	[ ! -d assets/scenarios ] || cp assets/scenarios/*.txt $new/scenarios/
	go run ./web/cmd/lessons $new/lessons
	go run ./web/cmd/pack $new/pack
	[ ! -d assets/fonts ] || { mkdir -p $new/fonts; cp assets/fonts/*.woff2 assets/fonts/OFL.txt $new/fonts/; }
	say "drawing posters"
	go run ./web/cmd/posters assets/scenarios web/site/locale $new/posters
	chmod -R u+w $new
	if [ -n "${BASE_URL:-}" ]; then
		need_browser
		say "pages for hosts that take addresses only"
		go run ./web/cmd/pages $new "$BASE_URL"
	fi
	go run ./web/cmd/stamp $new
	say "compressing"
	find $new -type f \( -name '*.html' -o -name '*.css' -o -name '*.js' -o -name '*.json' -o -name '*.svg' -o -name '*.txt' \) -print0 |
		xargs -0 -P 2 -n 50 bash -c 'set -euo pipefail; for f; do compress "$f" 11; done' compress
	compress $new/r-*/rocketscope.wasm "$1"
	find $COMPRESSED -type f -mtime +14 -delete
	rm -rf $old
	[ ! -d dist ] || mv dist $old
	mv $new dist
	rm -rf $old
}

build() {
	site 11
	within dist/r-*/rocketscope.wasm $RAW_LIMIT
	within dist/r-*/rocketscope.wasm.br $BROTLI_LIMIT
}

serve() {
	site 5
	mkdir -p $CACHE/bin
	go build -o $CACHE/bin/serve ./web/cmd/serve
	exec $CACHE/bin/serve dist
}

run_tests() {
	check
	need node nodejs
	need npm npm
	need_browser
	say "tests, natively"
	go test $(go list ./... | grep -v '/web/browser$')
	say "tests of the engine, in WebAssembly"
	wasm_test -timeout 20m ./engine/...
	build
	say "browser tests"
	go test -count=1 -timeout 40m -v ./web/browser | grep --line-buffered -v '^=== '
	say "all passed"
}

# offline puts the site into one file that needs no server.
offline() {
	site 5
	mkdir -p offline
	go run ./web/cmd/offline dist offline/rocketscope.html
	say "offline/rocketscope.html: $(size offline/rocketscope.html) bytes; open it in a browser"
}

# hosts builds tiny sites with the hosts' own tools and drives the figure in each.
hosts() {
	need_browser
	need npm npm
	need hugo hugo
	need pip3 python3-pip
	site 5
	local work=$PWD/$CACHE/hosts/work out=$PWD/$CACHE/hosts/out name
	rm -rf "$out"
	mkdir -p "$work" "$out"
	for name in docusaurus vitepress mkdocs hugo; do
		say "building a site of $name"
		mkdir -p "$work/$name"
		cp -R "web/hosts/$name/." "$work/$name/"
		(cd "$work/$name" && "build_$name" "$out/$name") >"$work/$name.log" 2>&1 || { tail -n 30 "$work/$name.log" >&2; fail "$name does not build"; }
	done
	say "the figure in each"
	HOSTS=$out go test -tags hosts -count=1 -v -run '^TestBuiltHosts$' ./web/browser
}

# Docusaurus wants a newer Node.js than Debian has: its own comes with its modules.
build_docusaurus() { npm install --no-audit --no-fund && npm run build -- --out-dir "$1"; }
build_vitepress() { npm install --no-audit --no-fund && npm run build -- --outDir "$1"; }
build_mkdocs() {
	[ -d ../python ] || pip3 install --target ../python -r requirements.txt
	PYTHONPATH=$PWD/../python python3 -m mkdocs build --site-dir "$1"
}
build_hugo() { hugo --destination "$1"; }

# browsers tries the page and a figure in Firefox and WebKit, each in a window on
# a screen of its own: without one they have no WebGL 2.
browsers() {
	need_go
	need firefox-esr firefox-esr
	need WebKitWebDriver webkit2gtk-driver
	need xvfb-run xvfb
	need xauth xauth
	[ -n "$(find /usr/lib -name 'swrast_dri.so' -print -quit)" ] || apt_install libgl1-mesa-dri
	site 5
	xvfb-run -a -s '-screen 0 1280x800x24 +extension GLX' go test -tags browsers -count=1 -v -timeout 20m ./web/browser/smoke
}

shots() {
	need_browser
	site 5
	say "screenshots, in shots/"
	mkdir -p shots
	SHOTS=$PWD/shots go test -count=1 -run '^TestScreenshots$' ./web/browser
}

# profile records where the program spends its time, for the compiler: it
# inlines what is hot there, which makes the engine half as fast again in
# WebAssembly.
profile() {
	need_go
	local part=$CACHE/profile
	rm -rf $part
	mkdir -p $part
	go test -run '^$' -bench 'DefaultScenario|Seek|PoisonMessage' -benchtime 5s -cpuprofile $part/engine -o $part/engine.test ./engine
	go test -run '^$' -bench Frame -benchtime 5s -cpuprofile $part/scene -o $part/scene.test ./wasm/scene
	go test -run '^$' -bench Build -benchtime 5s -cpuprofile $part/draw -o $part/draw.test ./wasm/draw
	go tool pprof -proto $part/engine $part/scene $part/draw >$PROFILE
	say "$PROFILE: $(size $PROFILE) bytes"
}

bench() {
	need_go
	need node nodejs
	need_browser
	build
	mkdir -p $CACHE
	local log=$CACHE/bench.log
	: >$log
	say "benchmarks, natively"
	go test -run '^$' -bench . -benchmem ./engine/... ./wasm/... | tee -a $log | grep '^Benchmark' >&2 || true
	say "benchmarks of the engine, in WebAssembly"
	echo 'in: WebAssembly' >>$log
	wasm_test -run '^$' -bench . -benchmem ./engine/... | tee -a $log | grep '^Benchmark' >&2 || true
	say "benchmarks in the browser"
	echo 'in: Chromium' >>$log
	js go build -modfile=$CACHE/slim.mod -trimpath -ldflags='-s -w' -pgo=$PROFILE -o $CACHE/framebench.wasm ./wasm/framebench
	js go test -pgo="$PWD/$PROFILE" -c -o $CACHE/engine.test.wasm ./engine
	empty_site
	browser_bench 'Engine|Frame|ColdStart|SecondFigure|PausedFigure' 3x
	browser_bench Mounts 50x
	! grep -q '^\(FAIL\|---\)' $log || fail "a benchmark failed; see $log"
	table <$log
	printf '\n%-44s %12s bytes\n' rocketscope.wasm "$(size dist/r-*/rocketscope.wasm)" 'rocketscope.wasm, brotli' "$(size dist/r-*/rocketscope.wasm.br)" 'rocketscope.wasm, gzip' "$(size dist/r-*/rocketscope.wasm.gz)"
}

# browser_bench PATTERN TIMES: what the browser tests measure.
browser_bench() {
	go test -count=1 -timeout 40m -run '^$' -bench "$1" -benchtime "$2" ./web/browser | tee -a $log | grep '^Benchmark' >&2 || true
}

# empty_site is an empty Ebitengine program as Ebitengine is, to be held against.
empty_site() {
	local to=$CACHE/empty
	mkdir -p $to
	js go build -trimpath -ldflags='-s -w' -o $to/empty.wasm ./web/browser/testdata/empty
	cp "$(go env GOROOT)/lib/wasm/wasm_exec.js" web/browser/testdata/empty/*.{html,js} $to/
	chmod u+w $to/*
	compress $to/empty.wasm 11
}

# table turns the output of go test -bench into one table.
table() {
	awk 'BEGIN { where = "native"; printf "%-44s %-12s %s\n", "benchmark", "in", "figures" }
		/^in: / { where = $2 }
		/^Benchmark/ { name = $1; sub(/^Benchmark/, "", name); sub(/-[0-9]+$/, "", name); figures = ""
			for (i = 3; i < NF; i += 2) figures = figures sprintf("%14s %-12s", $i, $(i + 1))
			printf "%-44s %-12s %s\n", name, where, figures }'
}

case ${1:-} in
serve) serve ;;
build) build ;;
test) run_tests ;;
check) check ;;
bench) bench ;;
offline) offline ;;
hosts) hosts ;;
browsers) browsers ;;
shots) shots ;;
profile) profile ;;
*) usage; [ $# -eq 0 ] || exit 2 ;;
esac
