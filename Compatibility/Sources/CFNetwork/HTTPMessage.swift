import CCFObjects
package import Foundation

/// The contents of a `CFHTTPMessageRef`: a request or a response.
///
/// Its parts have the type of Swift's strings; on their way to the network and back they are bytes, in UTF-8 or else in Latin-1.
package final class HTTPMessage: CoreFoundationContents {
    package static let type = register("CFHTTPMessage", CFHTTPMessage.self)

    /// The first line.
    package enum Start: Equatable {
        /// Of a request: the method, the URL and the version.
        case request(method: String, url: URL, version: String)
        /// Of a response: the whole line, its code and its version.
        case response(line: String, code: Int, version: String)
    }

    /// Whether the message is a request.
    package let isRequest: Bool
    /// The first line; nil until it has been read.
    package internal(set) var start: Start?
    /// The header fields, in order.
    package internal(set) var fields: [(name: String, value: String)] = []
    /// The body; nil if there is none.
    package var body: Data?
    /// Whether the header is complete.
    package internal(set) var isHeaderComplete: Bool
    /// The bytes of the header that no line end has followed yet, and how long it is altogether.
    var unread: [UInt8] = []
    var headerLength = 0
    /// Where a response came from.
    package var origin: URL?

    /// Creates a message that is read from bytes.
    ///
    /// - Parameter isRequest: whether it is a request.
    package init(isRequest: Bool) {
        self.isRequest = isRequest
        isHeaderComplete = false
    }

    /// Creates a message without fields.
    ///
    /// - Parameter start: the first line.
    package init(_ start: Start) {
        if case .request = start { isRequest = true } else { isRequest = false }
        self.start = start
        isHeaderComplete = true
    }

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - code: the status.
    ///   - reason: what it means; nil for what is usual.
    ///   - version: the version, such as "HTTP/1.1".
    package convenience init(code: Int, reason: String?, version: String) {
        let reason = reason ?? Self.reasons[code] ?? ""
        self.init(.response(line: "\(version) \(code) \(reason)".withoutLineEnds, code: code, version: version))
    }

    /// Creates a copy.
    ///
    /// - Parameter other: the message that is copied.
    package init(copying other: HTTPMessage) {
        isRequest = other.isRequest
        start = other.start
        fields = other.fields
        body = other.body
        isHeaderComplete = other.isHeaderComplete
        unread = other.unread
        headerLength = other.headerLength
        origin = other.origin
    }

    // MARK: The header

    /// Returns the value of a field.
    ///
    /// - Parameter name: the field's name, which is compared without case.
    /// - Returns: its values, joined by ", "; nil if there is none.
    package func value(of name: String) -> String? {
        let values = fields.filter { $0.name.isSameField(name) }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// Sets the value of a field, in the place of its first value, or at the end.
    ///
    /// - Parameters:
    ///   - value: the value, whose line ends become blanks; nil to remove the field.
    ///   - name: the field's name. A name with other characters than those of a token changes nothing.
    package func set(_ value: String?, of name: String) {
        guard name.isToken else { return }
        let place = fields.firstIndex { $0.name.isSameField(name) }
        fields.removeAll { $0.name.isSameField(name) }
        guard let value else { return }
        fields.insert((name, value.withoutLineEnds), at: place.map { min($0, fields.count) } ?? fields.count)
    }

    /// All fields, each with its values joined, by the name that it has first.
    package var allFields: [String: String] {
        var names: [String: String] = [:]
        var values: [String: [String]] = [:]
        for field in fields {
            let name = field.name.lowercased()
            if names[name] == nil { names[name] = field.name }
            values[name, default: []].append(field.value)
        }
        return Dictionary(uniqueKeysWithValues: names.map { ($1, values[$0]!.joined(separator: ", ")) })
    }

    /// The version.
    package var version: String {
        switch start {
        case .request(_, _, let version), .response(_, _, let version): version
        case nil: ""
        }
    }

    /// The URL of a request.
    package var url: URL? { if case .request(_, let url, _) = start { url } else { nil } }
    /// The method of a request.
    package var method: String? { if case .request(let method, _, _) = start { method } else { nil } }
    /// The status of a response; 0 of a request.
    package var code: Int { if case .response(_, let code, _) = start { code } else { 0 } }
    /// The first line of a response.
    package var statusLine: String? { if case .response(let line, _, _) = start { line } else { nil } }

    /// What follows the method in a request: the path and the query, or the host and the port for the method CONNECT.
    package var requestTarget: String {
        guard let url else { return "" }
        let parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        if method == "CONNECT" { return "\(parts?.encodedHost ?? ""):\(url.port ?? 443)" }
        let path = parts?.percentEncodedPath ?? url.path
        return (path.isEmpty ? "/" : path) + (parts?.percentEncodedQuery.map { "?\($0)" } ?? "")
    }

    /// The bytes of the message; nil until its header is complete. They have what was set, and nothing else.
    package var serialized: Data? {
        guard isHeaderComplete, let start else { return nil }
        var text =
            switch start {
            case .request(let method, _, let version): "\(method) \(requestTarget) \(version)\r\n"
            case .response(let line, _, _): "\(line)\r\n"
            }
        for field in fields { text += "\(field.name): \(field.value)\r\n" }
        return Data((text + "\r\n").utf8) + (body ?? Data())
    }

    /// The usual reason phrases of the status codes.
    private static let reasons: [Int: String] = [
        100: "Continue", 101: "Switching Protocols", 200: "OK", 201: "Created", 202: "Accepted",
        203: "Non-Authoritative Information", 204: "No Content", 205: "Reset Content", 206: "Partial Content",
        300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized",
        402: "Payment Required", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
        407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
        411: "Length Required",
        412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type",
        416: "Range Not Satisfiable", 417: "Expectation Failed", 426: "Upgrade Required", 429: "Too Many Requests",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    ]
}

extension String {
    /// Whether two names are of one field.
    func isSameField(_ other: String) -> Bool { lowercased() == other.lowercased() }

    /// Whether a field or a method may have the name.
    var isToken: Bool {
        !isEmpty && utf8.allSatisfy { (0x21...0x7E).contains($0) && !#""(),/:;<=>?@[\]{}"#.utf8.contains($0) }
    }

    /// The text in one line.
    var withoutLineEnds: String {
        String(decoding: utf8.map { $0 == 13 || $0 == 10 || $0 == 0 ? 32 : $0 }, as: UTF8.self)
    }
}
