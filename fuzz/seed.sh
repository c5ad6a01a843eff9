#!/bin/sh
# Fills fuzz/corpus from the samples and tests of this repository.
set -eu
cd "$(dirname "$0")"
mkdir -p corpus/reader corpus/scalar corpus/openapi corpus/merge
for file in ../samples/*/*.yaml ../tests/parity/pairs/*.txt ../tests/invalid/*.yaml ../tests/invalid/*.json; do
    [ "$(wc -c <"$file")" -gt 4096 ] || cp "$file" "corpus/reader/$(echo "$file" | tr '/' '-' | sed 's/^[.-]*//')"
    [ "$(wc -c <"$file")" -gt 4096 ] || head -c 512 "$file" >"corpus/merge/$(echo "$file" | tr '/' '-' | sed 's/^[.-]*//')"
done
n=0
for text in '~' 'null' 'yes' '0777' '0x1f' '0b11' '1_000' '1e3' '.inf' '-.5' '12:30:45' '2001-01-01' '<<' '=' '"q"' "'q'" \
    '!!str 1' '!!binary aGk=' '&a x' '*a' '# c' '- a' '{a: b}' '[a]' '|' '>-' '---' '%' '@' 'a: b' '9223372036854775808'; do
    n=$((n + 1))
    printf '%s' "$text" >"corpus/scalar/$n"
done
cp seeds/openapi/* corpus/openapi/
