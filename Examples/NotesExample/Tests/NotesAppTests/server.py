# SPDX-License-Identifier: MIT
#
# A WebDAV server for the files of a folder: server.py FOLDER PORT
#
# It says at which port it is ready; 0 is any that is free.
#
# It does one request after the other, so that nobody comes between its looking at a tag and its writing.

import io
import os
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


folder, port = sys.argv[1], int(sys.argv[2])
app = WsgiDAVApp(
    {
        "provider_mapping": {"/": FilesystemProvider(folder, readonly=False)},
        "simple_dc": {"user_mapping": {"*": True}},
        "verbose": 0,
        "logging": {"enable": False},
    }
)


def whole(environ, start_response):
    """Reads the body at once, behind which the connection stays open and has nothing."""
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    environ["wsgi.input"] = io.BytesIO(body)
    return app(environ, start_response)


with make_server("127.0.0.1", port, whole, handler_class=Quiet) as server:
    print(server.server_port, flush=True)
    server.serve_forever()
