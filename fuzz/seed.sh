#!/bin/sh
# Fills fuzz/corpus from the samples and tests of this repository.
set -eu
cd "$(dirname "$0")"
mkdir -p corpus/reader corpus/scalar corpus/openapi corpus/merge
for file in ../samples/*/*.yaml ../benches/size/*.yaml ../tests/document/invalid_texts/*; do
    [ "$(wc -c <"$file")" -le 4096 ] || continue
    name=$(echo "$file" | tr '/' '-' | sed 's/^[.-]*//')
    cp "$file" "corpus/reader/$name"
    # To the merge target these are dice.
    head -c 512 "$file" >"corpus/merge/$name"
done
# The texts that kubectl was asked about, where there is jq to take them apart.
if command -v jq >/dev/null; then
    jq -c .text ../tests/document/recorded.jsonl | while read -r text; do
        n=$((${n:-0} + 1))
        printf '%s' "$text" | jq -j . >"corpus/reader/recorded-$n"
    done
fi
n=0
for text in '~' 'null' 'yes' '0777' '0x1f' '0b11' '1_000' '1e3' '.inf' '-.5' '12:30:45' '2001-01-01' '<<' '=' '"q"' "'q'" \
    '!!str 1' '!!binary aGk=' '&a x' '*a' '# c' '- a' '{a: b}' '[a]' '|' '>-' '---' '%' '@' 'a: b' '9223372036854775808'; do
    n=$((n + 1))
    printf '%s' "$text" >"corpus/scalar/$n"
done
cp seeds/openapi/* corpus/openapi/
