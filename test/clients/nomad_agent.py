"""Stands in the place of the `nomad` that the own tests of nomad/api start: `nomad agent -config FILE` is a sandbox.

Their agents have no access control and send no token, so each request gets the owner's. What the tests ask before they
begin (keys, metrics) is answered here. At the end, requests that no route matched are written to NOMAD_AGENT_LOG.
"""
import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import urllib.request

TOKEN, CONTROL = "token-of-the-owner", "token-of-the-control"
READY = {b"/.well-known/jwks.json": b'{"keys": [{}]}', b"/v1/metrics": b"{}"}

if "-version" in sys.argv:
    print("Nomad v2.0.5")
    sys.exit()
if "agent" not in sys.argv or "-config" not in sys.argv:
    sys.exit(f"{' '.join(sys.argv)} is not a part of the tests")
with open(sys.argv[sys.argv.index("-config") + 1]) as file:
    config = json.load(file)

sandbox = subprocess.Popen(
    [os.environ["TRIVET_PROGRAM"], "sandbox", "serve", "--empty", "--product", "nomad", "--token", f"owner={TOKEN}"],
    env={**os.environ, "TRIVET_SANDBOX_CONTROL": CONTROL},
    stdout=subprocess.PIPE,
    stderr=subprocess.DEVNULL,
    text=True,
)
url = next(line for line in sandbox.stdout if "TRIVET_JOBS_URL" in line).split("=", 1)[1].strip()
port = int(url.rsplit(":", 1)[1])


async def passed_on(reader, writer):
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


async def serve(reader, writer):
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, OSError):
        return writer.close()
    path = head.split(b" ", 2)[1].split(b"?")[0]
    if path in READY:
        body = READY[path]
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % len(body) + body)
        return writer.close()
    more = b"" if re.search(rb"\r\n(?:x-nomad-token|authorization):", head, re.I) else b"X-Nomad-Token: " + TOKEN.encode() + b"\r\n"
    # One request for each connection, but for those that become something else.
    if not re.search(rb"\r\nupgrade:", head, re.I):
        head = re.sub(rb"\r\nconnection:[^\r]*", b"", head, flags=re.I)
        more += b"Connection: close\r\n"
    head = re.sub(rb"\r\nhost:[^\r]*", b"\r\nHost: 127.0.0.1:%d" % port, head, flags=re.I)
    there, back = await asyncio.open_connection("127.0.0.1", port)
    back.write(head[:-2] + more + b"\r\n")
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.gather(passed_on(reader, back), passed_on(there, writer))


async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", config["ports"]["http"])
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    async with server:
        await ended.wait()


try:
    asyncio.run(main())
finally:
    asked = urllib.request.Request(f"{url}/-/requests?unmatched=true", headers={"Authorization": f"Bearer {CONTROL}"})
    with urllib.request.urlopen(asked) as reply, open(os.environ["NOMAD_AGENT_LOG"], "a") as log:
        for request in json.load(reply)["requests"]:
            print(request["method"], request["path"], file=log)
    sandbox.terminate()
    sandbox.wait()
