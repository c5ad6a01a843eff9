#!/usr/bin/env bash
# Whole programs side by side: `mergescope merge` and `kubectl patch --local` over the same files.
#
#     cargo build --profile dist && benches/side-by-side.sh [all]
#
# Without `all`, kubectl is spared the 12 MB Pod, which takes it more than a minute. Needs bash and awk.
set -euo pipefail
cd "$(dirname "$0")/.."
mergescope=${MERGESCOPE:-target/dist/mergescope}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# pod CONTAINERS ENTRIES VALUE: a Pod with so many env entries in each container.
pod() {
    awk -v containers="$1" -v entries="$2" -v value="$3" 'BEGIN {
        print "apiVersion: v1\nkind: Pod\nmetadata:\n  name: demo\nspec:\n  containers:"
        for (c = 0; c < containers; c++) {
            printf "  - name: c%d\n    image: shop:1.%d\n    env:\n", c, c
            for (i = 0; i < entries; i++)
                printf "    - name: VARIABLE_NUMBER_%d\n      value: \"%s of %d that is here\"\n", i, value, i
        }
    }'
}

cp benches/size/deployment.yaml "$folder/deployment.yaml"
for number in $(seq 1 12); do
    printf '      - name: extra-%s\n        image: extra:%s\n        env:\n        - name: A\n          value: b\n' \
        "$number" "$number"
done > "$folder/more"
# Further containers before the volumes, so that there are about a hundred lines.
awk -v more="$folder/more" '{ print } /^ *containers:/ { while ((getline line < more) > 0) print line }' \
    benches/size/deployment.yaml > "$folder/deployment.yaml"
printf 'spec:\n  replicas: 5\n  template:\n    spec:\n      containers:\n      - name: extra-3\n        image: extra:new\n' \
    > "$folder/deployment-patch.yaml"
pod 1 8000 value > "$folder/8000.yaml"
pod 1 8000 another > "$folder/8000-patch.yaml"
pod 5 29000 "some longer value" > "$folder/pod.yaml"
printf 'spec:\n  containers:\n  - name: c1\n    env:\n    - name: VARIABLE_NUMBER_7\n      value: new\n' \
    > "$folder/pod-patch.yaml"

TIMEFORMAT='%R %U'
# The best of so many runs, wall seconds and user seconds.
best() {
    local runs=$1
    shift
    for _ in $(seq "$runs"); do
        { time "$@" > /dev/null 2> "$folder/errors" || { cat "$folder/errors" >&2; exit 1; }; } 2>&1
    done | sort -n | head -n 1
}

printf '%-12s %10s %12s %12s %12s %12s %8s\n' input bytes 'ours wall' 'ours user' 'kubectl wall' 'kubectl user' times
for input in deployment 8000 pod; do
    live="$folder/$input.yaml"
    patch="$folder/$input-patch.yaml"
    read -r wall user < <(best 10 "$mergescope" merge "$live" "$patch")
    their_wall=- their_user=- times=-
    if command -v kubectl > /dev/null && { [ "$input" != pod ] || [ "${1:-}" = all ]; }; then
        runs=3
        [ "$input" = pod ] && runs=1
        read -r their_wall their_user < <(best "$runs" \
            kubectl patch --local -f "$live" --type strategic --patch-file "$patch" -o yaml)
        times=$(awk -v a="$their_wall" -v b="$wall" 'BEGIN { printf "%.0f", a / (b > 0 ? b : 0.0005) }')
    fi
    bytes=$(cat "$live" "$patch" | wc -c)
    printf '%-12s %10s %12s %12s %12s %12s %8s\n' "$input" "$bytes" "$wall" "$user" "$their_wall" "$their_user" "$times"
done
