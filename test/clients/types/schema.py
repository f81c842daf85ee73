"""The schemas of `trivet manifest` as one JSON Schema document, a definition for each: python schema.py < manifest."""
import json
import sys

manifest = json.load(sys.stdin)
definitions = dict(manifest["$defs"])
for command in manifest["commands"]:
    for part in ("input", "reply", "item"):
        if part in command and "$ref" not in command[part]:
            definitions[f"{command['path'].replace(' ', '-')}-{part}"] = command[part]
json.dump({"$schema": manifest["schemaDialect"], "title": "Trivet", "type": "object", "$defs": definitions}, sys.stdout)
