#!/usr/bin/env bash
# Builds the page: src -> dist, which is committed and shipped, so that only who changes the page needs npm.
# dist/build.json holds a hash of what it was built from, which a test compares without npm.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

[[ -x node_modules/.bin/esbuild ]] || npm ci --no-audit --no-fund
rm -rf dist
mkdir dist
node_modules/.bin/esbuild src/main.js --bundle --minify --format=iife --target=es2022 --charset=utf8 \
    --legal-comments=none --outfile=dist/main.js
node_modules/.bin/esbuild src/main.css --minify --outfile=dist/main.css
cp src/index.html src/icon.svg dist/
{ printf 'main.js contains three.js, https://threejs.org\n\n'; cat node_modules/three/LICENSE; } >dist/LICENSES.txt
sources=$(find src -type f | LC_ALL=C sort)
hash=$(for file in $sources package.json package-lock.json build.sh; do
    printf '%s\n' "$file"
    cat "$file"
done | sha256sum | cut -d ' ' -f 1)
printf '{"sources": "%s"}\n' "$hash" >dist/build.json
