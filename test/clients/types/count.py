"""Counts what a generated file says of fields: python count.py NAME FILE. Any is counted where a field is declared.

`list[Any]` and `dict[str, Any]` (`unknown[]`, `[k: string]: unknown`) stand for what servers leave open, and JSON inputs take anything.
"""
import re
import sys

name, path = sys.argv[1:]
anything = {"body", "data", "meta", "submission", "vcs-repo"}
typed = untyped = 0
with open(path) as file:
    for line in file:
        field = re.match(r"""\s+["']?([\w.-]+)["']?\??: (.+?)[,;]?$""", line)
        if field is None or field[1] in anything:
            continue
        inner = re.sub(r"""["'][^"']*["']|list\[Any\]|dict\[str, Any\]|unknown\[\]|\| Any\]""", "", field[2])
        if re.search(r"\b(?:Any|any|unknown)\b", inner):
            untyped += 1
            print(f"  {name}: {line.strip()}", file=sys.stderr)
        else:
            typed += 1
print(f"{name}\t{typed}\t{untyped}")
sys.exit(min(untyped, 99) if typed else 1)
