// CFHTTPMessage.h as Swift programs call it.

@_exported public import CCFNetwork
@_exported public import CoreFoundationNames
public import Foundation

/// Returns the identifier of the type of messages.
///
/// - Returns: the identifier.
public func CFHTTPMessageGetTypeID() -> CFTypeID { HTTPMessage.type }

/// Creates a request.
///
/// - Parameters:
///   - alloc: ignored.
///   - requestMethod: the method, such as "GET".
///   - url: the URL.
///   - httpVersion: the version, such as `kCFHTTPVersion1_1`.
/// - Returns: the request, with one reference.
public func CFHTTPMessageCreateRequest(
    _ alloc: CFAllocator?, _ requestMethod: CFString, _ url: CFURL, _ httpVersion: CFString
) -> Unmanaged<CFHTTPMessage> {
    made(HTTPMessage.request(requestMethod, url, httpVersion))
}

/// Creates a response.
///
/// - Parameters:
///   - alloc: ignored.
///   - statusCode: the status, such as 200.
///   - statusDescription: what the status means; nil for what is usual.
///   - httpVersion: the version, such as `kCFHTTPVersion1_1`.
/// - Returns: the response, with one reference.
public func CFHTTPMessageCreateResponse(
    _ alloc: CFAllocator?, _ statusCode: CFIndex, _ statusDescription: CFString?, _ httpVersion: CFString
) -> Unmanaged<CFHTTPMessage> {
    made(HTTPMessage(code: statusCode, reason: statusDescription.map(text), version: text(httpVersion)))
}

/// Creates a message that is read from bytes.
///
/// - Parameters:
///   - alloc: ignored.
///   - isRequest: whether it is a request.
/// - Returns: the message, with one reference.
public func CFHTTPMessageCreateEmpty(_ alloc: CFAllocator?, _ isRequest: Bool) -> Unmanaged<CFHTTPMessage> {
    made(HTTPMessage(isRequest: isRequest))
}

/// Creates a copy of a message.
///
/// - Parameters:
///   - alloc: ignored.
///   - message: the message.
/// - Returns: the copy, with one reference.
public func CFHTTPMessageCreateCopy(_ alloc: CFAllocator?, _ message: CFHTTPMessage) -> Unmanaged<CFHTTPMessage> {
    made(HTTPMessage(copying: contents(message)))
}

/// Returns whether a message is a request.
///
/// - Parameter message: the message.
/// - Returns: false for a response.
public func CFHTTPMessageIsRequest(_ message: CFHTTPMessage) -> Bool { contents(message).isRequest }

/// Returns the version of a message.
///
/// - Parameter message: the message.
/// - Returns: the version, such as "HTTP/1.1"; empty before the first line has been read.
public func CFHTTPMessageCopyVersion(_ message: CFHTTPMessage) -> Unmanaged<CFString> {
    copied(contents(message).version)
}

/// Returns the body of a message.
///
/// - Parameter message: the message.
/// - Returns: the body, or nil if there is none.
public func CFHTTPMessageCopyBody(_ message: CFHTTPMessage) -> Unmanaged<CFData>? {
    contents(message).body.map { .passRetained($0 as CFData) }
}

/// Sets the body of a message. The header stays as it is.
///
/// - Parameters:
///   - message: the message.
///   - bodyData: the body.
public func CFHTTPMessageSetBody(_ message: CFHTTPMessage, _ bodyData: CFData) {
    contents(message).body = bodyData as Data
}

/// Returns the value of a header field.
///
/// - Parameters:
///   - message: the message.
///   - headerField: the field's name, which is compared without case.
/// - Returns: its values, joined by ", "; nil if there is none.
public func CFHTTPMessageCopyHeaderFieldValue(
    _ message: CFHTTPMessage, _ headerField: CFString
) -> Unmanaged<CFString>? {
    contents(message).value(of: text(headerField)).map(copied)
}

/// Returns all header fields of a message.
///
/// - Parameter message: the message.
/// - Returns: the values, by the names of the fields; nil if the header is not complete.
public func CFHTTPMessageCopyAllHeaderFields(_ message: CFHTTPMessage) -> Unmanaged<CFDictionary>? {
    let message = contents(message)
    return message.isHeaderComplete ? .passRetained(dictionary(message.allFields)) : nil
}

/// Sets a header field of a message.
///
/// - Parameters:
///   - message: the message.
///   - headerField: the field's name. A name that HTTP does not allow changes nothing.
///   - value: the value, whose line ends become blanks; nil to remove the field.
public func CFHTTPMessageSetHeaderFieldValue(_ message: CFHTTPMessage, _ headerField: CFString, _ value: CFString?) {
    contents(message).set(value.map(text), of: text(headerField))
}

/// Reads bytes: the header, and then the body, which stays as it is sent.
///
/// - Parameters:
///   - message: the message.
///   - newBytes: the bytes, which may be a piece of any length.
///   - numBytes: how many they are.
/// - Returns: false if they are not a message.
@discardableResult
public func CFHTTPMessageAppendBytes(
    _ message: CFHTTPMessage, _ newBytes: UnsafePointer<UInt8>, _ numBytes: CFIndex
) -> Bool {
    contents(message).append(UnsafeBufferPointer(start: newBytes, count: max(numBytes, 0)))
}

/// Returns whether the header of a message is complete.
///
/// - Parameter message: the message.
/// - Returns: true for a message that was not made from bytes.
public func CFHTTPMessageIsHeaderComplete(_ message: CFHTTPMessage) -> Bool { contents(message).isHeaderComplete }

/// Returns the bytes of a message. They have what was set, and nothing else.
///
/// - Parameter message: the message.
/// - Returns: the bytes, or nil if the header is not complete.
public func CFHTTPMessageCopySerializedMessage(_ message: CFHTTPMessage) -> Unmanaged<CFData>? {
    contents(message).serialized.map { .passRetained($0 as CFData) }
}

/// Returns the URL of a request.
///
/// - Parameter request: the request.
/// - Returns: the URL. That of a request from bytes is what its first line has, which may be a path alone.
public func CFHTTPMessageCopyRequestURL(_ request: CFHTTPMessage) -> Unmanaged<CFURL>? {
    contents(request).url.map { .passRetained($0 as CFURL) }
}

/// Returns the method of a request.
///
/// - Parameter request: the request.
/// - Returns: the method, or nil for a response.
public func CFHTTPMessageCopyRequestMethod(_ request: CFHTTPMessage) -> Unmanaged<CFString>? {
    contents(request).method.map(copied)
}

/// Adds a name and a password to a request.
///
/// - Parameters:
///   - request: the request.
///   - authenticationFailureResponse: the response that asks for them; nil to answer by the scheme Basic unasked.
///   - username: the name.
///   - password: the password.
///   - authenticationScheme: the scheme; nil for the best that the response offers.
///   - forProxy: whether a proxy asks.
/// - Returns: false if the response asks for nothing that is supported.
@discardableResult
public func CFHTTPMessageAddAuthentication(
    _ request: CFHTTPMessage, _ authenticationFailureResponse: CFHTTPMessage?, _ username: CFString,
    _ password: CFString, _ authenticationScheme: CFString?, _ forProxy: Bool
) -> Bool {
    contents(request).authenticate(
        authenticationFailureResponse.map(contents), text(username), text(password), authenticationScheme.map(text),
        forProxy)
}

/// Returns the status of a response.
///
/// - Parameter response: the response.
/// - Returns: the status, or 0 for a request.
public func CFHTTPMessageGetResponseStatusCode(_ response: CFHTTPMessage) -> CFIndex { contents(response).code }

/// Returns the first line of a response.
///
/// - Parameter response: the response.
/// - Returns: the line, or nil for a request.
public func CFHTTPMessageCopyResponseStatusLine(_ response: CFHTTPMessage) -> Unmanaged<CFString>? {
    contents(response).statusLine.map(copied)
}
