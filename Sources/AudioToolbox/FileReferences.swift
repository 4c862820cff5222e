import AudioCore
import CMacSystem
import CoreAudioTypes
import Foundation

// Files by FSRef: the path that is in a reference, and a reference to a file that was made.

/// The path of a reference's file.
///
/// - Throws: `parameter` for a null reference, `fileNotFound` for one that no function made.
func path(reference: OpaquePointer) throws(AudioError) -> FilePath {
    let place = UnsafeRawPointer(try nonnull(reference))
    let bytes = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { buffer -> [UInt8]? in
        guard let path = buffer.baseAddress,
            mac_path_of_reference(place, path, UInt32(buffer.count)) != nil
        else { return nil }
        return buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    }
    guard let bytes else { throw .fileNotFound.because("the FSRef is of no file") }
    return FilePath(bytes: bytes)
}

/// The path of a file by its name in the folder of a reference.
///
/// - Throws: `badPath` for a name that is empty or has a slash; what `path(reference:)` throws.
func path(of name: CAStringParameter, in folder: OpaquePointer) throws(AudioError) -> FilePath {
    let name = try object(name, as: NSString.self).description
    guard !name.isEmpty, !name.utf8.contains(0), !name.contains("/") else {
        throw .badPath.because("the name is empty or has a slash")
    }
    let folder = try path(reference: folder)
    return FilePath(bytes: folder.bytes.dropLast().map { UInt8(bitPattern: $0) } + Array("/\(name)".utf8))
}

/// Makes a reference to a file; a null place gets none.
func store(_ path: FilePath, in reference: OpaquePointer) {
    guard UInt(bitPattern: reference) != 0 else { return }
    path.bytes.withUnsafeBufferPointer { _ = mac_make_reference($0.baseAddress, UnsafeMutableRawPointer(reference)) }
}
