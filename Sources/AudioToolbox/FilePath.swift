package import AudioCore
import Foundation

/// The path of a file's URL: its percent-encoded bytes, which need not be UTF-8, resolved against its base.
///
/// A URL without a scheme, which `CFURLCreateWithString` makes of a path, is a file's.
///
/// - Throws: `parameter` for a null reference or something else than a file's URL.
func path(_ reference: CAURLParameter) throws(AudioError) -> FilePath {
    try path(of: object(reference, as: NSURL.self))
}

/// The same of a URL as Swift has it.
package func path(of url: NSURL) throws(AudioError) -> FilePath {
    // Foundation ends a path at an encoded zero.
    guard url.isFileURL || url.scheme == nil, !url.absoluteString.contains("%00"), let bytes = fileSystemBytes(url),
        !bytes.isEmpty, !bytes.contains(0)
    else {
        throw .parameter.because("the URL is not a file's")
    }
    return FilePath(bytes: bytes)
}

private func fileSystemBytes(_ url: NSURL) -> [UInt8]? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    if url.getFileSystemRepresentation(&buffer, maxLength: buffer.count) {
        return buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    }
    // Foundation decodes a URL that was made from text only if the result is UTF-8.
    guard let path = URLComponents(string: url.absoluteString)?.percentEncodedPath else { return nil }
    return decoded(Array(path.utf8))
}

/// The bytes with percent-encoded ones decoded; nil if the encoding is malformed.
private func decoded(_ text: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    var rest = text[...]
    while let first = rest.popFirst() {
        guard first == UInt8(ascii: "%") else {
            result.append(first)
            continue
        }
        guard let byte = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2 else {
            return nil
        }
        result.append(byte)
        rest = rest.dropFirst(2)
    }
    return result
}
