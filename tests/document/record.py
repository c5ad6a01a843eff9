#!/usr/bin/env python3
"""Generates YAML texts and records what kubectl reads in them: one JSON object a line, {"text", "value"} or
{"text", "refused"}. Each text stands behind apiVersion, kind and metadata of a ConfigMap in the live file of
`kubectl patch --local --type=strategic -p '{}' -o json`; the value is what comes out besides those three.

    tests/document/record.py SEED COUNT > tests/document/recorded.jsonl
"""
import json, os, random, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

HEADER = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"

SCALARS = """y Y n N yes Yes YES yEs no No NO on On ON off OFF Off oFF true True TRUE tRue false FALSE null Null NULL nUll ~
0 -0 +0 00 07 0777 -0777 08 09 018 0o14 0O14 0o8 -0o14 0x1F 0XFF -0x1f 0x 0xG 0b101 -0b11 0b2 0b 0b+1 0b-1 1_000 1__0 1_ _1 0_7
-_1 1. 1.5 .5 -.5 +.5 ._5 .5_0 1.5_0 . -. +. - + 1e3 1E3 1e+3 1e-3 1e 1e+ e3 1e400 1e-400 -1e400 1.e3 .e3 0e0 0.0 -0.0 80.0
9223372036854775807 -9223372036854775808 9223372036854775808 -9223372036854775809 18446744073709551615 18446744073709551616
0x7fffffffffffffff 0xffffffffffffffff 0x10000000000000000 +18446744073709551615 1e18 1e19 1e20 1e21 1e22 123456789.123 1e-6 1e-7
1:30 1:30:45 190:20:30 12:30.5 2001-01-01 2001-1-1 2001-12-14t21:59:43.10-05:00 2001-12-14T21:59:43Z 20011214 = == << < > | 1,000
inf nan .Inf. Infinity NaN web nginx:1.25 10.0.0.1 1.2.3 v1 a:b a#b a-b -a --flag ?a :a a? a: it's say"x" $(VAR) ${X} *.example.com
@a `a %a !a &a a&b a*b a!b a|b a>b a,b {a [a a} a] 100m 1Gi 0.5 1k 5% C:\\\\x \\\\n größe 名前 🎉 é""".split()
SPACED = ["hello world", "a b  c", "a - b", "1 2", "yes no", "0x1 ", "null x", "a  #b", "x y: z", "- x", "a\tb", "key: "]
TAGS = ["!!str", "!!int", "!!float", "!!bool", "!!null", "!!binary", "!!timestamp", "!foo", "!", "!!foo", "!<tag:yaml.org,2002:str>"]


def rand_text(r):
    return r.choice(SPACED) if r.random() < 0.15 else r.choice(SCALARS)


def rand_number(r):
    alphabet = "0123456789" * 2 + "__..eE+-xobabcf:"
    return r.choice("0123456789+-.") + "".join(r.choice(alphabet) for _ in range(r.randrange(0, 7)))


def double(r, text):
    out = []
    for c in text:
        if c in '"\\':
            out.append("\\" + c)
        elif r.random() < 0.05:
            out.append("\\x%02x" % ord(c) if ord(c) < 256 else "\\U%08x" % ord(c))
        else:
            out.append(c)
    if r.random() < 0.2:
        out.insert(r.randrange(len(out) + 1), r.choice(["\\n", "\\t", "\\e", "\\0", "\\a", "\\ ", "\\/", "\\N", "\\_", "\\L", "\\u263a", "\\ud83d", "\\q"]))
    return '"%s"' % "".join(out)


def scalar(r, flow=False):
    text = rand_number(r) if r.random() < 0.25 else rand_text(r)
    kind = r.random()
    if kind < 0.7:
        out = text
    elif kind < 0.85:
        out = double(r, text)
    else:
        out = "'%s'" % text.replace("'", "''")
    if r.random() < 0.06:
        out = r.choice(TAGS) + " " + out
    return out


class Gen:
    def __init__(self, r):
        self.r, self.anchors, self.maps, self.count = r, [], [], 0

    def anchor(self, is_map=False):
        self.count += 1
        name = "a%d" % self.count
        if self.r.random() < 0.1 and self.anchors:
            name = self.r.choice(self.anchors)
        return name

    def key(self, n):
        x = self.r.random()
        if x < 0.7:
            return "k%d" % n
        if x < 0.75 and n:
            return "k%d" % self.r.randrange(n)
        return scalar(self.r, True)

    def block_scalar(self, indent):
        r = self.r
        inner = indent + r.choice([1, 2, 2, 2, 4])
        header = r.choice("||>") + r.choice(["", "", "", "-", "+", "2", "1", "-2", "2+"])
        if r.random() < 0.1:
            header += " # note"
        lines = []
        for _ in range(r.randrange(0, 5)):
            x = r.random()
            if x < 0.2:
                lines.append(" " * r.randrange(0, inner + 2) if r.random() < 0.5 else "")
            else:
                lines.append(" " * (inner + (r.randrange(0, 3) if r.random() < 0.2 else 0)) + r.choice(["line", "a: b", "# no comment", "- x", "x  ", "\ttab", "end", "'q"]))
        return header + "".join("\n" + line for line in lines)

    def flow(self, depth):
        r = self.r
        x = r.random()
        if depth <= 0 or x < 0.5:
            if self.anchors and r.random() < 0.1:
                return "*" + r.choice(self.anchors) + " "
            return scalar(r, True)
        sep = r.choice([", ", ",", " , ", ",\n      ", ", # c\n      "])
        if x < 0.75:
            return "[" + sep.join(self.flow(depth - 1) for _ in range(r.randrange(0, 4))) + r.choice(["", "", ",", " "]) + "]"
        entries = []
        for n in range(r.randrange(0, 4)):
            y = r.random()
            k = self.key(n)
            if y < 0.8:
                entries.append(k + r.choice([": ", ": ", ":", " : "]) + self.flow(depth - 1))
            elif y < 0.9:
                entries.append(k)
            else:
                entries.append("? " + k + " : " + self.flow(depth - 1))
        return "{" + sep.join(entries) + r.choice(["", "", ",", " "]) + "}"

    def comment(self, indent):
        return "\n" + " " * self.r.randrange(0, indent + 3) + "# " + self.r.choice(["note", "- x", "a: b", ""]) if self.r.random() < 0.08 else ""

    def value(self, indent, depth, in_list=False):
        """The text behind a colon or a dash."""
        r = self.r
        props = ""
        x = r.random()
        if self.anchors and r.random() < 0.08:
            return " *" + r.choice(self.anchors)
        if r.random() < 0.08:
            name = self.anchor()
            props = " &" + name
            self.anchors.append(name)
        if depth > 0 and x < 0.2:
            inner = indent + r.choice([1, 2, 2, 2, 2, 3, 4])
            return props + self.comment(indent) + "\n" + self.block_map(inner, depth - 1)
        if depth > 0 and x < 0.35:
            inner = indent + r.choice([0 if not in_list else 2, 2, 2, 4])
            return props + "\n" + self.block_list(inner, depth - 1)
        if in_list and not props and depth > 0 and x < 0.5:
            body = (self.block_list if r.random() < 0.3 else self.block_map)(indent + 2, depth - 1)
            return " " + body.lstrip(" ") if not body.startswith("\n") else body
        if x < 0.55:
            return props + " " + self.flow(2)
        if x < 0.65:
            return props + " " + self.block_scalar(indent)
        if x < 0.7:
            return props + r.choice(["", " ", "  # c"])
        if x < 0.75:
            return props + " " + r.choice(["multi\n%sline", '"multi\n%sline"', "'multi\n\n%sline'", "multi\n\n%sline: no"]) % (" " * (indent + r.choice([1, 2, 4])))
        return props + r.choice([" ", " ", "  ", "\t"]) + scalar(r) + r.choice(["", "", "", " # c", "  "])

    def block_map(self, indent, depth):
        r = self.r
        out = []
        for n in range(r.randrange(1, 5)):
            pad = " " * indent
            if self.anchors and r.random() < 0.06:
                out.append(pad + "<<: " + r.choice(["*%s", "[*%s]", "[{z: 1}, *%s]", "{q: 1}"]).replace("%s", r.choice(self.anchors)))
            elif r.random() < 0.04:
                out.append(pad + "? " + self.key(n) + "\n" + pad + ":" + self.value(indent, depth))
            else:
                out.append(pad + self.key(n) + r.choice([":", ":", ":", " :"]) + self.value(indent, depth) + self.comment(indent))
        return "\n".join(out)

    def block_list(self, indent, depth):
        return "\n".join(" " * indent + "-" + self.value(indent, depth, True) for _ in range(self.r.randrange(1, 4)))


def mutate(r, text):
    at = r.randrange(len(text) + 1)
    x = r.random()
    if x < 0.3:
        return text[:at] + text[at + 1 :]
    if x < 0.7:
        return text[:at] + r.choice(list(" :-\n\t#'\"{}[],&*!|>?%@") + ["\n  ", "\u00a0", ": ", "- "]) + text[at:]
    lines = text.split("\n")
    i = r.randrange(len(lines))
    if x < 0.85:
        lines[i] = " " * r.randrange(1, 3) + lines[i]
    else:
        lines[i] = lines[i][r.randrange(1, 3) :]
    return "\n".join(lines)


def generate(seed):
    r = random.Random(seed)
    text = Gen(r).block_map(0, r.choice([0, 1, 2, 3])) + "\n"
    if r.random() < 0.2:
        text = mutate(r, text)
    if r.random() < 0.05:
        text = text.replace("\n", "\r\n")
    return text


def scalars(seed):
    """All scalars of one kind of place in one text."""
    r = random.Random(seed)
    words = [w for w in SCALARS if w[0] not in "&*!|>{}[]%@`?,'\"#<" and not w.endswith(":") and w not in "-~" and w.lower().strip("+-.") != "inf"]
    words += ["%s" % rand_number(r) for _ in range(1500)]
    words = [w for w in words if w[-1] != ":" and w != "-"]
    yield "values:\n" + "".join("- %s\n" % w for w in words)
    fits = lambda w: not w.isdigit() or int(w) < 1 << 63
    yield "keys:\n" + "".join("  - %s: key\n" % w for w in words if fits(w) and w not in ("null", "Null", "NULL", "0xffffffffffffffff"))


def ask(text):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "live.yaml")
        with open(path, "wb") as file:
            file.write((HEADER + text).encode())
        done = subprocess.run(
            ["kubectl", "patch", "--local", "-f", path, "--type=strategic", "-p", "{}", "-o", "json"],
            capture_output=True,
        )
    if done.returncode:
        return {"text": text, "refused": done.stderr.decode(errors="replace").strip().replace(path, "live.yaml")}
    value = json.loads(done.stdout)
    for key in ("apiVersion", "kind", "metadata"):
        value.pop(key, None)
    return {"text": text, "value": value}


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    texts = list(scalars(seed))
    texts += [generate(seed * 1_000_000 + i) for i in range(count)]
    with ThreadPoolExecutor(2) as pool:
        for answer in pool.map(ask, texts):
            print(json.dumps(answer, ensure_ascii=False, separators=(",", ":")))


if __name__ == "__main__":
    main()
