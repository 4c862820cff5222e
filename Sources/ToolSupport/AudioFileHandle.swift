import AudioToolbox
import Foundation
import RemoteMedia

/// An `AudioFileID` that closes itself, and its properties as Swift values.
public final class AudioFileHandle {
    public let id: AudioFileID
    /// What the file is read from.
    private let source: AnyObject

    /// Opens a file for reading. What comes through a pipe is read to its end first.
    public init(reading path: String) throws(ToolError) {
        let input = try InputFile(path)
        source = input
        var opened: AudioFileID?
        let status = AudioFileOpenURL(fileURL(input.path), .readPermission, 0, &opened)
        guard status == noErr, let opened else {
            let reason = FileFault.reading(path, at: input.path, status)
            throw ToolError("AudioFileOpenURL", status, because: reason)
        }
        id = opened
    }

    /// Opens a file on a server for reading.
    ///
    /// - Parameters:
    ///   - name: what the user calls the file.
    ///   - hint: the type to prefer if the first bytes fit several; 0 for none.
    package init(reading file: RemoteFile, named name: String, typeHint hint: AudioFileTypeID) throws(ToolError) {
        source = file
        var opened: AudioFileID?
        let status = AudioFileOpenWithCallbacks(
            Unmanaged.passUnretained(file).toOpaque(),
            { context, position, wanted, buffer, count in
                let file = Unmanaged<RemoteFile>.fromOpaque(context).takeUnretainedValue()
                let bytes = UnsafeMutableRawBufferPointer(start: buffer, count: Int(wanted))
                do throws(HTTPSource.Failure) {
                    count.pointee = UInt32(try file.read(into: bytes, at: position))
                    return noErr
                } catch {
                    count.pointee = 0
                    return kAudioFileUnspecifiedError
                }
            }, nil, { Unmanaged<RemoteFile>.fromOpaque($0).takeUnretainedValue().size }, nil, hint, &opened)
        guard status == noErr, let opened else {
            throw ToolError("AudioFileOpenWithCallbacks", status, because: FileFault.reading(name, status))
        }
        id = opened
    }

    deinit { _ = AudioFileClose(id) }

    /// A property of a type without references, or nil where the file does not have it.
    public func value<T: BitwiseCopyable>(_ property: AudioFilePropertyID, _ initial: T) -> T? {
        var value = initial
        var size = UInt32(MemoryLayout<T>.size)
        return AudioFileGetProperty(id, property, &size, &value) == noErr ? value : nil
    }

    /// A property of any size as bytes.
    public func bytes(_ property: AudioFilePropertyID) -> [UInt8]? { audioFileBytes(id, property) }

    /// The info dictionary's text, sorted by key.
    public var info: [(key: String, value: String)] {
        id.infoDictionary.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    }

    public var format: AudioStreamBasicDescription {
        value(kAudioFilePropertyDataFormat, AudioStreamBasicDescription()) ?? AudioStreamBasicDescription()
    }
}

extension AudioFileID {
    /// The text of the info dictionary; empty where there is none.
    public var infoDictionary: [String: String] {
        var dictionary: Unmanaged<CFDictionary>?
        var size = UInt32(MemoryLayout<Unmanaged<CFDictionary>?>.size)
        guard AudioFileGetProperty(self, kAudioFilePropertyInfoDictionary, &size, &dictionary) == noErr,
            let entries = dictionary?.takeRetainedValue() as? [String: Any]
        else { return [:] }
        return entries.mapValues { "\($0)" }
    }

    /// Replaces the text of the info dictionary.
    public func set(infoDictionary entries: [String: String]) -> OSStatus {
        let dictionary = NSMutableDictionary()
        for (key, value) in entries { dictionary.setObject(value as NSString, forKey: key as NSString) }
        return withExtendedLifetime(dictionary) {
            var reference: UnsafeRawPointer? = UnsafeRawPointer(Unmanaged.passUnretained(dictionary).toOpaque())
            return AudioFileSetProperty(
                self, kAudioFilePropertyInfoDictionary, UInt32(MemoryLayout<UnsafeRawPointer>.size), &reference)
        }
    }
}

/// A property of any size as bytes, nil where the file does not have it.
public func audioFileBytes(_ file: AudioFileID, _ property: AudioFilePropertyID) -> [UInt8]? {
    var size: UInt32 = 0
    guard AudioFileGetPropertyInfo(file, property, &size, nil) == noErr else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard size > 0 else { return [] }
    return AudioFileGetProperty(file, property, &size, &bytes) == noErr ? Array(bytes.prefix(Int(size))) : nil
}
