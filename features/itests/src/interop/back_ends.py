"""Back ends that answer each order with the same order. Two of them hold the bus to WS-Security, by xmlsec."""
import http.server
import threading

from lxml import etree

import wss


class BackEnds:
    """/plain takes what comes. /signed verifies the signature of the bus. /encrypted also decrypts, and answers signed
    and encrypted, with a SignatureConfirmation; after refuse_next() the next answer confirms another signature."""

    def __init__(self, key):
        self.key = key
        self.bus_sign = self.bus_decrypt = None
        self.seen = {"/plain": [], "/signed": [], "/encrypted": []}
        self.failures = []
        self.confirm_another = False
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                request = self.rfile.read(int(self.headers["Content-Length"])) if "Content-Length" in self.headers \
                    else b"".join(self.chunks())
                try:
                    answer, status = outer.answer(self.path, request), 200
                except Exception as e:  # the sender learns of it by the status, the test by the list
                    outer.failures.append("%s: %r" % (self.path, e))
                    answer, status = str(e).encode(), 500
                self.send_response(status)
                self.send_header("Content-Type", self.headers["Content-Type"])
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def chunks(self):
                while True:
                    size = int(self.rfile.readline().strip(), 16)
                    chunk = self.rfile.read(size)
                    self.rfile.readline()
                    if size == 0:
                        return
                    yield chunk

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.host_and_port = "127.0.0.1:%d" % self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, path, request):
        message = etree.fromstring(request)
        self.seen[path].append(request)
        if path == "/plain":
            return request
        if path == "/encrypted":
            self.seen[path].append(wss.decrypt(message, self.key.key_pem))
        value = wss.verify(message, self.bus_sign)
        order = etree.tostring(wss.body(message)[0]).decode()
        answer = wss.envelope(order)
        if path == "/encrypted":
            if self.confirm_another:
                self.confirm_another = False
                value = value[4:] + value[:4]
            wss.sign(answer, self.key.key_pem, self.key.pem, confirmed=value)
            wss.encrypt(answer, self.bus_decrypt)
        return etree.tostring(answer)
