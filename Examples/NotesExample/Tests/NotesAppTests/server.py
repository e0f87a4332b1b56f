# SPDX-License-Identifier: MIT
#
# A WebDAV server for the files of a folder: server.py FOLDER PORT [USER PASSWORD]
#
# When it is ready, it prints its port; for port 0, it takes any free one. FOLDER.json may contain answers to requests:
# {"PUT /tea.txt": [302, {"Location": "/milk.txt"}, ""]}
#
# It handles one request at a time, so that nothing is written between its comparison of a tag and its write.

import io
import json
import os
import pathlib
import sys
from wsgiref.simple_server import WSGIRequestHandler, make_server

from wsgidav.fs_dav_provider import FileResource, FilesystemProvider
from wsgidav.wsgidav_app import WsgiDAVApp


def exact_tag(file):
    """Returns a tag that differs for two texts of the same length and second, unlike the server's own tag."""
    status = os.stat(file._file_path)
    return f"{status.st_ino}-{status.st_mtime_ns}-{status.st_size}"


FileResource.get_etag = exact_tag


class Quiet(WSGIRequestHandler):
    def log_message(self, *arguments):
        pass


folder, port, *user = sys.argv[1], int(sys.argv[2]), *sys.argv[3:]
answers = pathlib.Path(folder + ".json")
app = WsgiDAVApp(
    {
        "provider_mapping": {"/": FilesystemProvider(folder, readonly=False)},
        "simple_dc": {"user_mapping": {"*": {user[0]: {"password": user[1]}} if user else True}},
        "http_authenticator": {"accept_digest": False, "default_to_digest": False},
        "verbose": 0,
        "logging": {"enable": False},
    }
)


def whole(environ, start_response):
    """Reads the whole body first, since the connection stays open after it and has nothing more."""
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    environ["wsgi.input"] = io.BytesIO(body)
    known = json.loads(answers.read_text()) if answers.exists() else {}
    answer = known.get(f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}")
    if answer is None:
        return app(environ, start_response)
    status, headers, text = answer
    start_response(f"{status} So", [*headers.items(), ("Content-Length", str(len(text.encode())))])
    return [text.encode()]


with make_server("127.0.0.1", port, whole, handler_class=Quiet) as server:
    print(server.server_port, flush=True)
    server.serve_forever()
