#!/usr/bin/env python3
"""station.py FILE   serves a file of sound as a radio station does, and prints the port

It sends a client from /old to /live. There it has a title every 1000 bytes, and ends with the file."""
import http.server, sys

sound = open(sys.argv[1], "rb").read()
interval = 1000


class Station(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/old":
            self.wfile.write(b"HTTP/1.1 302 Moved\r\nLocation: /live\r\nContent-Length: 0\r\n\r\n")
            return
        titled = self.headers.get("Icy-MetaData") == "1"
        self.wfile.write(b"ICY 200 OK\r\nicy-name: Test Station\r\nContent-Type: audio/mpeg\r\n")
        if titled:
            self.wfile.write(b"icy-metaint: %d\r\n" % interval)
        self.wfile.write(b"\r\n")
        for number, start in enumerate(range(0, len(sound), interval)):
            piece = sound[start : start + interval]
            self.wfile.write(piece)
            if titled and len(piece) == interval:
                title = b"StreamTitle='Title %d';" % number if number % 5 == 0 else b""
                blocks = (len(title) + 15) // 16
                self.wfile.write(bytes([blocks]) + title.ljust(blocks * 16, b"\0"))

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Station)
print(server.server_port, flush=True)
server.serve_forever()
