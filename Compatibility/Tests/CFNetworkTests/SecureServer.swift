import Foundation
import NetworkNamespace
import Synchronization

/// A certificate authority of the tests' own, by the command `openssl`, and servers whose certificates it has signed.
final class Authority: Sendable {
    /// The one of this process; nil if the command is not there.
    static let shared = Authority()

    private let folder: URL
    /// The file of the authority's certificate.
    var certificate: String { folder.appendingPathComponent("ca.pem").path }

    private init?() {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("authority-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try? Data("secure".utf8).write(to: folder.appendingPathComponent("page"))
        let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
        for command in [
            "req -x509 \(key) -subj /CN=authority -keyout ca.key -out ca.pem -days 2",
            "req \(key) -subj /CN=server -addext subjectAltName=DNS:localhost,DNS:radio.test -keyout key.pem -out request.pem",
            "x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -copy_extensions copy -days 2 -out cert.pem",
        ] {
            guard let process = try? Self.openssl(command, in: folder) else { return nil }
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { return nil }
        }
    }

    /// Starts the command.
    fileprivate static func openssl(_ arguments: String, in folder: URL, input: Pipe? = nil, output: Pipe? = nil) throws
        -> Process
    {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments.split(separator: " ").map(String.init)
        process.currentDirectoryURL = folder
        process.standardInput = input ?? FileHandle.nullDevice
        process.standardOutput = output ?? FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// A server of HTTPS on this machine. Its certificate is of the names "localhost" and "radio.test".
    final class SecureServer: @unchecked Sendable {
        private let process: Process
        private let input = Pipe(), output = Pipe()
        private let read = Mutex("")
        private let ports = Received<UInt16>()
        private let isAccepting = Atomic(false), hasAnswered = Atomic(false)
        private(set) var port: UInt16 = 0

        /// What the server has written: the requests, among other things, unless it serves files.
        var text: String { read.withLock { $0 } }

        /// Starts a server.
        ///
        /// - Parameters:
        ///   - authority: who has signed its certificate.
        ///   - answer: what it answers to the first request; nil to serve the file "page", whose text is "secure".
        fileprivate init(_ authority: Authority, answer: String? = nil) throws {
            process = try Authority.openssl(
                "s_server -accept 127.0.0.1:0 -cert cert.pem -key key.pem" + (answer == nil ? " -WWW" : " -crlf"),
                in: authority.folder, input: answer == nil ? nil : input, output: output)
            let file = output.fileHandleForReading
            Thread { [weak self] in
                while case let bytes = file.availableData, !bytes.isEmpty {
                    self?.take(String(decoding: bytes, as: UTF8.self), answer)
                }
            }.start()
            port = ports.next() ?? 0
        }

        private func take(_ new: String, _ answer: String?) {
            let text = read.withLock { text in
                // A line end of two is one character of Swift's.
                text.unicodeScalars += new.unicodeScalars.filter { $0 != "\r" }
                return text
            }
            if let start = text.range(of: "ACCEPT 127.0.0.1:"),
                let end = text[start.upperBound...].firstIndex(of: "\n"),
                let port = UInt16(text[start.upperBound..<end]), !isAccepting.exchange(true, ordering: .relaxed)
            {
                ports.append(port)
            }
            if let answer, let head = text.range(of: "GET /"), text[head.lowerBound...].contains("\n\n"),
                !hasAnswered.exchange(true, ordering: .relaxed)
            {
                input.fileHandleForWriting.write(Data(answer.utf8))
            }
        }

        // Not by `terminate()`: a thread of a test runner blocks its signal, and the command it starts goes on blocking it.
        deinit { kill(process.processIdentifier, SIGKILL) }
    }

    func server(answer: String? = nil) throws -> SecureServer { try SecureServer(self, answer: answer) }
}
