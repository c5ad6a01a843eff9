#!/usr/bin/env bash
# Records what kubectl makes of every lesson: tests/cli/kubectl/LESSON.json, or LESSON.txt where it refuses.
# Needs kubectl, no cluster. The recorded answers are of kubectl 1.32.4.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=tests/cli/kubectl
rm -f "$out"/*
for lesson in samples/*/; do
  name=$(basename "$lesson")
  if ! kubectl patch --local -f "$lesson/live.yaml" --type=strategic --patch-file "$lesson/patch.yaml" -o json \
    > "$out/$name.json" 2> "$out/$name.txt"; then
    rm "$out/$name.json"
  else
    rm "$out/$name.txt"
  fi
done
