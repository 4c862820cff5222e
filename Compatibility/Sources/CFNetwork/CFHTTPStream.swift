// CFHTTPStream.h as Swift programs call it.

public import CoreFoundationNames

/// Creates a stream of the body of what a server answers to a request.
///
/// Chunks are joined. The header of the answer is the property `kCFStreamPropertyHTTPResponseHeader`. The stream follows no redirection
/// and takes no proxy unless its properties say so, and connects when it is opened.
///
/// - Parameters:
///   - alloc: ignored.
///   - request: the request, which is copied. Its field Host, and the length of its body, are added.
/// - Returns: the stream, with one reference.
public func CFReadStreamCreateForHTTPRequest(_ alloc: CFAllocator?, _ request: CFHTTPMessage) -> Unmanaged<CFReadStream>
{
    .fromOpaque(HTTPStream.make(contents(request)))
}

/// Creates a stream of the body of what a server answers to a request whose own body is a stream. It follows no redirection.
///
/// - Parameters:
///   - alloc: ignored.
///   - requestHeaders: the request. Without the field Content-Length its body is sent in chunks.
///   - requestBody: the stream of its body, which is opened if it is not open, and read on another thread.
/// - Returns: the stream, with one reference.
public func CFReadStreamCreateForStreamedHTTPRequest(
    _ alloc: CFAllocator?, _ requestHeaders: CFHTTPMessage, _ requestBody: CFReadStream
) -> Unmanaged<CFReadStream> {
    .fromOpaque(HTTPStream.make(contents(requestHeaders), source: requestBody))
}
