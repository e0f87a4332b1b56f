# SPDX-License-Identifier: MIT
"""Takes the pictures of an inspected run of NotesExample in Chromium: `make docs SHOW=pictures`.

Usage: inspector.py PROGRAM FOLDER. The run has no server: a note is written, its sending fails and is retried.
"""

import base64
import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import urllib.request
from pathlib import Path

program, folder = sys.argv[1], Path(sys.argv[2])


class Terminal:
    """A program in a terminal, whose screen is ignored."""

    def __init__(self, arguments, **environment):
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            os.execvpe("/bin/sh", ["/bin/sh", "-c", 'exec "$0" "$@" 2>"$ADDRESS"', *arguments], os.environ | environment)
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        try:
            while os.read(self.descriptor, 4096):
                pass
        except OSError:
            pass  # The program has ended.

    def type(self, text):
        os.write(self.descriptor, text.encode())


class Browser:
    """A window of Chromium, controlled through chromedriver."""

    def __init__(self):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
        port = next(found[1] for line in self.driver.stdout if (found := re.search(r"successfully on port (\d+)", line)))
        self.session = f"http://127.0.0.1:{port}/session"
        arguments = ["--headless=new", "--hide-scrollbars"] + (["--no-sandbox"] if os.geteuid() == 0 else [])
        options = {"alwaysMatch": {"goog:chromeOptions": {"args": arguments}}}
        self.session += "/" + self.send("", {"capabilities": options})["sessionId"]

    def send(self, path, body, method="POST"):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.session + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["value"]

    def command(self, name, **parameters):
        return self.send("/goog/cdp/execute", {"cmd": name, "params": parameters})

    def run(self, script):
        return self.send("/execute/sync", {"script": script, "args": []})

    def wait(self, condition):
        end = time.monotonic() + 30
        while not self.run(f"return !!({condition})"):
            if time.monotonic() > end:
                sys.exit(f"Waited 30 seconds for: {condition}")
            time.sleep(0.05)

    def end(self):
        self.send("", None, "DELETE")
        self.driver.terminate()
        self.driver.wait()


with tempfile.TemporaryDirectory() as data:
    address = Path(data, "address")
    terminal = Terminal(
        [program, "--folder", data, "--log", f"{data}/log", "--inspect", "http://127.0.0.1:9/notes"],
        ADDRESS=str(address), EDITOR="true", NOTES_USER="ada",
    )
    browser = Browser()
    try:
        while not (found := re.search(r"http://\S+#\w+\n", address.read_text() if address.exists() else "")):
            time.sleep(0.05)
        browser.command("Emulation.setDeviceMetricsOverride", width=1200, height=800, deviceScaleFactor=1, mobile=False)
        browser.send("/url", {"url": found[0].strip()})
        browser.wait("actions.length > 3")
        # The log gets all actions, otherwise each one is marked as dropped.
        terminal.type("l")
        browser.wait("actions.some(action => action.name === 'connection.failed')")
        terminal.type("nshopping\r")
        browser.wait("actions.filter(action => action.name === 'outbox.failed').length > 3")
        browser.run("""
            const failed = actions.findLast(action => action.name === 'outbox.failed'), first = actions.find(action => /typed$/.test(action.name));
            setScale('time');
            select(failed.index);
            setView(first.time - 3e8, total());
        """)
        browser.wait("element('state')")
        for scheme, name in [("light", "inspector.png"), ("dark", "inspector~dark.png")]:
            browser.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            picture = browser.command("Page.captureScreenshot", format="png")["data"]
            Path(folder, name).write_bytes(base64.b64decode(picture))
    finally:
        browser.end()
        os.close(terminal.descriptor)
        os.waitpid(terminal.process, 0)
