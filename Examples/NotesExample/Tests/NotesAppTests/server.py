# SPDX-License-Identifier: MIT
#
# A WebDAV server for the files of a folder: server.py FOLDER PORT [USER PASSWORD]
#
# It says at which port it is ready; 0 is any that is free. What FOLDER.json says of a request is answered in its place:
# {"PUT /tea.txt": [302, {"Location": "/milk.txt"}, ""]}
#
# It does one request after the other, so that nobody comes between its looking at a tag and its writing.

import io
import json
import os
import pathlib
import sys
from wsgiref.simple_server import WSGIRequestHandler, make_server

from wsgidav.fs_dav_provider import FileResource, FilesystemProvider
from wsgidav.wsgidav_app import WsgiDAVApp


def exact_tag(file):
    """Tells two texts of one second and one length apart, which the server's own tag does not."""
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
    """Reads the body at once, behind which the connection stays open and has nothing."""
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
