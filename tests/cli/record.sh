#!/usr/bin/env bash
# Records what kubectl makes of every lesson: tests/cli/kubectl/LESSON.json, or LESSON.txt where it refuses.
# Needs kubectl, no cluster. The recorded answers are of kubectl 1.32.4.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=tests/cli/kubectl
rm -f "$out"/*
for lesson in samples/*/; do
  name=$(basename "$lesson")
  case $(sed -n 's/^semantics: //p' "$lesson/lesson.md") in
    apply* | "kubectl apply") continue ;; # only a server can answer
    merge*) type=merge ;;
    json*) type=json ;;
    *) type=strategic ;;
  esac
  cp "$lesson/live.yaml" "$out/$name.json"
  patches=("$lesson"/patch*.yaml)
  if [ -e "$lesson/solution.yaml" ]; then patches=("$lesson/solution.yaml"); fi # an exercise
  for patch in "${patches[@]}"; do
    if ! kubectl patch --local -f "$out/$name.json" --type=$type --patch-file "$patch" -o json \
      > "$out/next" 2> "$out/$name.txt"; then
      rm "$out/$name.json" "$out/next"
      continue 2
    fi
    mv "$out/next" "$out/$name.json"
  done
  rm "$out/$name.txt"
done
