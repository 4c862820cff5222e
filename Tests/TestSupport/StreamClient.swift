import AudioToolbox
import Foundation

/// What packets a sound has: sizes and frames where a packet's description states them, and all bytes one after another.
package struct PacketRecord: Equatable, Sendable {
    package struct Packet: Equatable, Sendable {
        package var size: UInt32
        package var frames: UInt32
    }

    package var format = AudioStreamBasicDescription()
    package var cookie: [UInt8] = []
    /// Empty where all packets have one size.
    package var packets: [Packet] = []
    package var data: [UInt8] = []

    package init() {}

    package static func == (one: Self, other: Self) -> Bool { one.difference(from: other) == nil }

    /// How two records of one sound differ; nil where they do not.
    package func difference(from other: PacketRecord) -> String? {
        if !sameFormat(format, other.format) { return "formats \(format) and \(other.format)" }
        if cookie != other.cookie { return "cookies of \(cookie.count) and \(other.cookie.count) bytes" }
        if packets.count != other.packets.count { return "\(packets.count) and \(other.packets.count) packets" }
        if let index = packets.indices.first(where: { packets[$0] != other.packets[$0] }) {
            return "packet \(index): \(packets[index]) and \(other.packets[index])"
        }
        return data == other.data ? nil : "\(data.count) and \(other.data.count) bytes"
    }
}

package func sameFormat(_ one: AudioStreamBasicDescription, _ other: AudioStreamBasicDescription) -> Bool {
    withUnsafeBytes(of: one) { first in withUnsafeBytes(of: other) { first.elementsEqual($0) } }
}

extension PublicFile {
    /// All packets of a file as AudioFile gives them.
    package static func packets(_ url: CFURL) throws -> PacketRecord {
        try with(url) { id in
            var record = PacketRecord()
            record.format = try property(id, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
            var size: UInt32 = 0
            if AudioFileGetPropertyInfo(id, kAudioFilePropertyMagicCookieData, &size, nil) == noErr {
                record.cookie = [UInt8](repeating: 0, count: Int(size))
                try must("cookie", AudioFileGetProperty(id, kAudioFilePropertyMagicCookieData, &size, &record.cookie))
            }
            let largest = max(1, try property(id, kAudioFilePropertyMaximumPacketSize, UInt32(0)))
            let count = try property(id, kAudioFilePropertyAudioDataPacketCount, UInt64(0))
            let step = max(1, min(1 << 14, (1 << 20) / Int(largest)))
            var buffer = [UInt8](repeating: 0, count: step * Int(largest))
            var descriptions = [AudioStreamPacketDescription](repeating: .init(), count: step)
            var start: Int64 = 0
            while start < Int64(count) {
                var (bytes, packets) = (UInt32(buffer.count), UInt32(step))
                try must(
                    "AudioFileReadPacketData",
                    AudioFileReadPacketData(id, false, &bytes, &descriptions, start, &packets, &buffer))
                if packets == 0 { break }
                record.data += buffer[..<Int(bytes)]
                if record.format.mBytesPerPacket == 0 {
                    record.packets += descriptions[..<Int(packets)].map {
                        .init(size: $0.mDataByteSize, frames: $0.mVariableFramesInPacket)
                    }
                }
                start += Int64(packets)
            }
            return record
        }
    }
}

/// A program that parses a stream: it collects what its callbacks get.
package final class StreamClient {
    package private(set) var id: AudioFileStreamID?
    package private(set) var record = PacketRecord()
    /// Properties in the order in which the listener was called for them, with the values they then had.
    package private(set) var properties: [(id: UInt32, value: [UInt8])] = []
    /// The flags that the listener received with each property, and those that it wants kept.
    package private(set) var flags: [UInt32: AudioFileStreamPropertyFlags] = [:]
    package var cached: Set<UInt32> = []
    /// Packets of each call of the packets callback.
    package private(set) var calls: [Int] = []
    package private(set) var packetCount = 0
    /// Called from the listener and from the packets callback.
    package var onProperty: ((StreamClient, UInt32) -> Void)?
    package var onPackets: ((StreamClient) -> Void)?
    /// Whether packets are kept; their number always is.
    package var keepsPackets = true

    package init(hint: AudioFileTypeID = 0) throws {
        try must(
            "AudioFileStreamOpen",
            AudioFileStreamOpen(
                Unmanaged.passUnretained(self).toOpaque(),
                { context, stream, property, flags in
                    Unmanaged<StreamClient>.fromOpaque(context).takeUnretainedValue().note(stream, property, flags)
                },
                { context, bytes, count, data, descriptions in
                    Unmanaged<StreamClient>.fromOpaque(context).takeUnretainedValue()
                        .take(UnsafeRawBufferPointer(start: data, count: Int(bytes)), Int(count), descriptions)
                }, hint, &id))
    }

    deinit { close() }

    package func close() {
        if let id { AudioFileStreamClose(id) }
        id = nil
    }

    package func parse(_ bytes: some Collection<UInt8>, _ flags: AudioFileStreamParseFlags = []) -> OSStatus {
        guard let id else { return kAudio_ParamError }
        return bytes.withContiguousStorageIfAvailable {
            AudioFileStreamParseBytes(id, UInt32($0.count), $0.baseAddress, flags)
        } ?? kAudio_ParamError
    }

    /// Ends the file.
    package func finish() -> OSStatus { id.map { AudioFileStreamParseBytes($0, 0, nil, []) } ?? kAudio_ParamError }

    /// Parses a whole file in pieces of the sizes that `next` gives, then its end.
    package func parseAll(_ bytes: [UInt8], pieces next: () -> Int) -> OSStatus {
        var start = 0
        while start < bytes.count {
            let count = min(max(1, next()), bytes.count - start)
            let status = parse(bytes[start..<start + count])
            if status != noErr { return status }
            start += count
        }
        return finish()
    }

    package func value<T>(_ property: AudioFileStreamPropertyID, _ initial: T) throws -> T {
        var value = initial
        var size = UInt32(MemoryLayout<T>.size)
        guard let id else { throw Failure(call: "closed", status: kAudio_ParamError) }
        try must(
            "AudioFileStreamGetProperty",
            withUnsafeMutableBytes(of: &value) { AudioFileStreamGetProperty(id, property, &size, $0.baseAddress!) })
        return value
    }

    package func bytes(_ property: AudioFileStreamPropertyID) -> [UInt8]? {
        var size: UInt32 = 0
        guard let id, AudioFileStreamGetPropertyInfo(id, property, &size, nil) == noErr else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        return AudioFileStreamGetProperty(id, property, &size, &bytes) == noErr ? bytes : nil
    }

    private func note(
        _ stream: AudioFileStreamID, _ property: UInt32, _ flags: UnsafeMutablePointer<AudioFileStreamPropertyFlags>
    ) {
        self.flags[property] = flags.pointee
        if cached.contains(property) { flags.pointee.insert(.cacheProperty) }
        if property == kAudioFileStreamProperty_InfoDictionary {
            let info = try? value(property, Unmanaged<NSDictionary>?.none)?.takeRetainedValue()
            let texts = (info as? [String: String] ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            properties.append((property, Array(texts.joined(separator: "\n").utf8)))
        } else {
            properties.append((property, bytes(property) ?? []))
        }
        if property == kAudioFileStreamProperty_DataFormat {
            record.format = (try? value(property, AudioStreamBasicDescription())) ?? record.format
        }
        if property == kAudioFileStreamProperty_MagicCookieData { record.cookie = bytes(property) ?? [] }
        onProperty?(self, property)
    }

    private func take(
        _ bytes: UnsafeRawBufferPointer, _ count: Int,
        _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
    ) {
        calls.append(count)
        packetCount += count
        if keepsPackets {
            if let descriptions {
                for packet in UnsafeBufferPointer(start: descriptions, count: count) {
                    record.packets.append(.init(size: packet.mDataByteSize, frames: packet.mVariableFramesInPacket))
                    let start = Int(packet.mStartOffset)
                    record.data += bytes[start..<start + Int(packet.mDataByteSize)]
                }
            } else {
                record.data += bytes
            }
        }
        onPackets?(self)
    }
}
