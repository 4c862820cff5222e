// CFHTTPMessage.h, CFHTTPStream.h and CFProxySupport.h for C. Objects of Core Foundation are pointers here; the headers have their types.

import CoreFoundation
import Foundation

@c(CFHTTPMessageGetTypeID)
package func messageGetTypeID() -> UInt { HTTPMessage.type }

@c(CFHTTPMessageCreateRequest)
package func messageCreateRequest(
    _ alloc: UnsafeRawPointer?, _ method: UnsafeRawPointer, _ url: UnsafeRawPointer, _ version: UnsafeRawPointer
) -> UnsafeRawPointer {
    HTTPMessage.request(object(method), object(url), object(version)).object()
}

@c(CFHTTPMessageCreateResponse)
package func messageCreateResponse(
    _ alloc: UnsafeRawPointer?, _ code: Int, _ reason: UnsafeRawPointer?, _ version: UnsafeRawPointer
) -> UnsafeRawPointer {
    HTTPMessage(code: code, reason: reason.map(string), version: string(version)).object()
}

@c(CFHTTPMessageCreateEmpty)
package func messageCreateEmpty(_ alloc: UnsafeRawPointer?, _ isRequest: Bool) -> UnsafeRawPointer {
    HTTPMessage(isRequest: isRequest).object()
}

@c(CFHTTPMessageCreateCopy)
package func messageCreateCopy(_ alloc: UnsafeRawPointer?, _ message: UnsafeRawPointer) -> UnsafeRawPointer {
    HTTPMessage(copying: .of(message)).object()
}

@c(CFHTTPMessageIsRequest)
package func messageIsRequest(_ message: UnsafeRawPointer) -> Bool { HTTPMessage.of(message).isRequest }

@c(CFHTTPMessageCopyVersion)
package func messageCopyVersion(_ message: UnsafeRawPointer) -> UnsafeRawPointer? {
    retained(HTTPMessage.of(message).version)
}

@c(CFHTTPMessageCopyBody)
package func messageCopyBody(_ message: UnsafeRawPointer) -> UnsafeRawPointer? {
    HTTPMessage.of(message).body.map { retained($0 as NSData) }
}

@c(CFHTTPMessageSetBody)
package func messageSetBody(_ message: UnsafeRawPointer, _ body: UnsafeRawPointer) {
    HTTPMessage.of(message).body = object(body, NSData.self) as Data
}

@c(CFHTTPMessageCopyHeaderFieldValue)
package func messageCopyHeaderFieldValue(_ message: UnsafeRawPointer, _ name: UnsafeRawPointer) -> UnsafeRawPointer? {
    retained(HTTPMessage.of(message).value(of: string(name)))
}

@c(CFHTTPMessageCopyAllHeaderFields)
package func messageCopyAllHeaderFields(_ message: UnsafeRawPointer) -> UnsafeRawPointer? {
    let message = HTTPMessage.of(message)
    return message.isHeaderComplete ? retained(dictionary(message.allFields)) : nil
}

@c(CFHTTPMessageSetHeaderFieldValue)
package func messageSetHeaderFieldValue(
    _ message: UnsafeRawPointer, _ name: UnsafeRawPointer, _ value: UnsafeRawPointer?
) {
    HTTPMessage.of(message).set(value.map(string), of: string(name))
}

@c(CFHTTPMessageAppendBytes)
package func messageAppendBytes(_ message: UnsafeRawPointer, _ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Bool {
    HTTPMessage.of(message).append(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : max(count, 0)))
}

@c(CFHTTPMessageIsHeaderComplete)
package func messageIsHeaderComplete(_ message: UnsafeRawPointer) -> Bool { HTTPMessage.of(message).isHeaderComplete }

@c(CFHTTPMessageCopySerializedMessage)
package func messageCopySerializedMessage(_ message: UnsafeRawPointer) -> UnsafeRawPointer? {
    HTTPMessage.of(message).serialized.map { retained($0 as NSData) }
}

@c(CFHTTPMessageCopyRequestURL)
package func messageCopyRequestURL(_ request: UnsafeRawPointer) -> UnsafeRawPointer? {
    HTTPMessage.of(request).url.map { retained($0 as NSURL) }
}

@c(CFHTTPMessageCopyRequestMethod)
package func messageCopyRequestMethod(_ request: UnsafeRawPointer) -> UnsafeRawPointer? {
    retained(HTTPMessage.of(request).method)
}

@c(CFHTTPMessageAddAuthentication)
package func messageAddAuthentication(
    _ request: UnsafeRawPointer, _ failure: UnsafeRawPointer?, _ user: UnsafeRawPointer, _ password: UnsafeRawPointer,
    _ scheme: UnsafeRawPointer?, _ isForProxy: Bool
) -> Bool {
    HTTPMessage.of(request)
        .authenticate(failure.map(HTTPMessage.of), string(user), string(password), scheme.map(string), isForProxy)
}

@c(CFHTTPMessageGetResponseStatusCode)
package func messageGetResponseStatusCode(_ response: UnsafeRawPointer) -> Int { HTTPMessage.of(response).code }

@c(CFHTTPMessageCopyResponseStatusLine)
package func messageCopyResponseStatusLine(_ response: UnsafeRawPointer) -> UnsafeRawPointer? {
    retained(HTTPMessage.of(response).statusLine)
}

// MARK: CFHTTPStream.h, CFProxySupport.h

@c(CFReadStreamCreateForHTTPRequest)
package func streamCreate(_ alloc: UnsafeRawPointer?, _ request: UnsafeRawPointer) -> UnsafeMutableRawPointer {
    HTTPStream.make(.of(request))
}

@c(CFReadStreamCreateForStreamedHTTPRequest)
package func streamCreateStreamed(
    _ alloc: UnsafeRawPointer?, _ request: UnsafeRawPointer, _ body: UnsafeRawPointer
) -> UnsafeMutableRawPointer {
    HTTPStream.make(.of(request), source: object(body))
}

@c(CFNetworkCopySystemProxySettings)
package func copySystemProxySettings() -> UnsafeRawPointer? {
    retained(proxySettings(ProcessInfo.processInfo.environment))
}

// MARK: -

func object<Object: AnyObject>(_ pointer: UnsafeRawPointer, _ type: Object.Type = Object.self) -> Object {
    Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
}

func string(_ pointer: UnsafeRawPointer) -> String { text(object(pointer, NSString.self)) }

func retained(_ object: AnyObject) -> UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passRetained(object).toOpaque()) }

func retained(_ text: String?) -> UnsafeRawPointer? { text.map { retained(NSString(string: $0)) } }
