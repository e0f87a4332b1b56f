# SPDX-License-Identifier: MIT
#
# Asks a running NotesExample by the Model Context Protocol, with the protocol's own client.
#
# check.py plant FOLDER copies the example with three bugs. check.py find PROGRAM runs that copy, connects with and
# without the handshake, and looks for the bugs with the tools alone, by the same steps for each symptom.

import asyncio
import fcntl
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import termios

root = pathlib.Path(__file__).resolve().parents[3]
example = root / "Examples/NotesExample"
# What is replaced, by its file.
bugs = {
    "Keys.swift": ('case .character("u"): .library(.undo)', 'case .character("u"): .library(.retry)'),
    "AppFeature.swift": ("app.take(.create(name: name))\n    case .session", "app.take(.open(name: name))\n    case .session"),
    "AppFeature.swift ": (".gated(state: \\.settings.isLogging)", ".gated(state: \\.hasEnded)"),
}


def plant(folder):
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(example, folder, ignore=shutil.ignore_patterns(".build*", "Package.resolved"))
    for file, (right, wrong) in bugs.items():
        path = folder / "Sources/NotesApp" / file.strip()
        text = path.read_text()
        assert text.count(right) == 1, f"{file} has {text.count(right)} times: {right}"
        path.write_text(text.replace(right, wrong))
    package = folder / "Package.swift"
    package.write_text(package.read_text().replace('path: "../.."', f'path: "{root}"'))


class App:
    """NotesExample in a terminal, on this machine alone."""

    def __init__(self, program):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="assistants-"))
        self.terminal, inner = pty.openpty()
        termios.tcsetwinsize(inner, (24, 80))
        log = self.folder / "log.txt"
        with open(self.folder / "address", "w") as address:
            self.process = subprocess.Popen(
                [program, "--inspect", "--folder", self.folder / "state", "--log", log],
                stdin=inner,
                stdout=inner,
                stderr=address,
                start_new_session=True,
                # The terminal becomes that of the app.
                preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
            )
        os.close(inner)
        os.set_blocking(self.terminal, False)

    async def address(self):
        for _ in range(300):
            found = re.search(r"(http://\S+)/#(\w+)", (self.folder / "address").read_text())
            if found:
                return found[1] + "/mcp", found[2]
            self.read()
            await asyncio.sleep(0.1)
        raise SystemExit("NotesExample printed no address.")

    def read(self):
        # A full terminal would stop the app.
        try:
            while os.read(self.terminal, 65536):
                pass
        except OSError:
            pass

    async def press(self, keys):
        for key in keys:
            os.write(self.terminal, key.encode())
            await asyncio.sleep(0.1)
            self.read()

    def end(self):
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)
        # A process of the app, which restores the terminal, may outlive it.
        shutil.rmtree(self.folder, ignore_errors=True)


class Assistant:
    def __init__(self, client):
        self.client = client

    async def ask(self, tool, **arguments):
        answer = await self.client.call_tool(tool, arguments)
        text = answer.content[0].text
        assert len(text.encode()) <= 8192, f"{tool} answered with {len(text.encode())} bytes"
        return text

    async def investigate(self, word, part):
        """Asks what the descriptions of the tools tell: what did not happen, what came last, what it changed, and why."""
        answers = [await self.ask("why_not", name=word), await self.ask("last_changes", path=part, count=1)]
        recent = await self.ask("recent_events", count=5, type="action")
        skipped = await self.ask("recent_events", count=5, type="dropped,ignored,superseded,revoked,refused")
        answers += [recent, skipped]
        for event in re.findall(r"^event (\d+), ", recent, re.MULTILINE)[:3]:
            answers.append(await self.ask("explain_event", event=int(event)))
        return answers


async def find(program):
    from mcp.client.client import Client
    from mcp.client.streamable_http import streamable_http_client
    from mcp.shared._httpx_utils import create_mcp_http_client

    app = App(program)
    try:
        url, token = await app.address()

        def connect(mode):
            http = create_mcp_http_client(headers={"Authorization": f"Bearer {token}"})
            return Client(streamable_http_client(url, http_client=http), mode=mode, read_timeout_seconds=20)

        async with connect("legacy") as client:
            version = client.session.protocol_version
            assert version == "2025-11-25", f"The version after a handshake is {version}."
            assert len((await client.list_tools()).tools) >= 7
            assert "event 1" in await Assistant(client).ask("recent_events", count=200)
        async with connect("auto") as client:
            version = client.session.protocol_version
            assert version == "2026-07-28", f"The version without a handshake is {version}."
            tools = (await client.list_tools()).tools
            assert all("Use it" in tool.description for tool in tools)
            assistant = Assistant(client)
            await no_note(app, assistant)
            await no_undo(app, assistant)
            await no_log(app, assistant)
            wrong = await client.call_tool("state", {"path": "nothing"})
            assert wrong.is_error and "has no such part" in wrong.content[0].text
    finally:
        app.end()
    print("Found three bugs, with and without a handshake.")


async def no_note(app, assistant):
    """A note that was named is not there."""
    await app.press("nshop\r")
    why, change, recent, *_ = answers = await assistant.investigate("named", "pending")
    assert "What did happen" in why and "named(" in why, why
    # The last change of the notes came before, and the named one changed none of them.
    assert "named(" not in change, change
    named = next(text for text in answers[4:] if "named(" in text)
    assert "pending" not in named, named


async def no_undo(app, assistant):
    """The key for undoing a deletion does nothing."""
    await app.press("u")
    why, _, recent, *_ = await assistant.investigate("undo", "pending")
    assert "it was never sent" in why, why
    assert "library(retry)" in recent.splitlines()[0].replace("library.retry", "library(retry)"), recent


async def no_log(app, assistant):
    """Nothing is written to the log, although it was switched on."""
    await app.press("l")
    assert (await assistant.ask("state", path="settings.isLogging")).endswith("true")
    await app.press("o")
    *_, skipped, _, _, _ = await assistant.investigate("nextOrder", "settings")
    line = next(number for number, text in enumerate(source(), 1) if ".gated(state: \\.settings.isLogging)" in text)
    assert f"AppFeature.swift:{line} was closed" in skipped, skipped
    # Gates are counted in one line, so that they hide nothing.
    assert "Closed gates, " in await assistant.ask("why_not", name="AppFeature")


def source():
    return (example / "Sources/NotesApp/AppFeature.swift").read_text().splitlines()


if sys.argv[1] == "plant":
    plant(pathlib.Path(sys.argv[2]))
else:
    asyncio.run(find(sys.argv[2]))
