#!/usr/bin/env bash
# Builds the WebAssembly modules that pages run: of the C that softrein/export/c/sized.py makes of the templates.
# They are committed and shipped, so that only who changes the C needs clang and lld (Debian: clang lld).
# build.json holds a hash of what they were built from, which a test compares without clang.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "${BASH_SOURCE[0]}")"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd ../../../.. && "${PYTHON:-python3}" -m softrein.export.c.sized "$work")
exports=(begin steer reset step state_of push_of control_of moves_of step_of driven_of go_to pressed poses_of carry_of) # where they are there
for source in "$work"/*.c; do
    clang --target=wasm32 -std=c99 -O2 -ffp-contract=off -mbulk-memory -msimd128 -Wall -Wextra \
        -nostdlib -nostdinc -Iinclude "${exports[@]/#/-Wl,--export-if-defined=model_}" -Wl,--export=__heap_base \
        -Wl,--no-entry -Wl,--allow-undefined -Wl,--stack-first -Wl,-z,stack-size=262144 -Wl,--strip-all \
        -o "$(basename "${source%.c}").wasm" "$source"
done
chmod 644 ./*.wasm
hash=$(cat "$work"/*.c include/*.h build.sh | sha256sum | cut -d ' ' -f 1)
printf '{"sources": "%s"}\n' "$hash" >build.json
