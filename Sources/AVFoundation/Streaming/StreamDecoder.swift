import AudioCore
import AudioFiles
import AudioToolbox

/// Decodes packets as they come to interleaved Float32 of one format. One thread at a time; not real-time safe.
final class StreamDecoder {
    /// What is decoded to: the rate and the channels of the first packets.
    let format: StreamFormat
    private let next: () throws(AudioError) -> StreamPackets?
    private var converter: Converter?
    /// What the converter decodes, and what follows it with another decoder.
    private var current: StreamPackets?
    private var following: StreamPackets?
    private var isTaken = true
    private var isAtEnd = false
    private var failure: AudioError?
    /// Frames that are decoded and not given.
    private(set) var skipped: Int64 = 0
    private var room: [Float] = []
    /// The bytes and descriptions that the converter has: it may keep them until it asks for more.
    private var held: UnsafeMutableRawBufferPointer?
    private var described: UnsafeMutableBufferPointer<AudioStreamPacketDescription>?

    /// What the supply returns where nothing can be had.
    private static let failed: Int32 = 0x6661_696C
    private static let framesAtOnce = 4096

    /// - Parameter next: gives the packets that follow; nil at the end. It may wait.
    init(sampleRate: Double, channels: Int, next: @escaping () throws(AudioError) -> StreamPackets?) {
        format = .float32(sampleRate: sampleRate, channels: channels)
        self.next = next
    }

    deinit {
        held?.deallocate()
        described?.deallocate()
    }

    /// Begins anew with the packets that come next.
    ///
    /// - Parameter frames: how many to decode before the first that is given.
    func restart(skipping frames: Int64) {
        (converter, current, following, failure) = (nil, nil, nil, nil)
        (isTaken, isAtEnd, skipped) = (true, false, max(0, frames))
    }

    /// Decodes the next frames.
    ///
    /// - Returns: how many; 0 at the end.
    func read(_ samples: UnsafeMutablePointer<Float>, frames: Int) throws(AudioError) -> Int {
        while skipped > 0 {
            if room.isEmpty { room = [Float](repeating: 0, count: Self.framesAtOnce * format.channels) }
            let wanted = Int(min(skipped, Int64(Self.framesAtOnce)))
            var failure: AudioError?
            let count = room.withUnsafeMutableBufferPointer { buffer -> Int in
                do throws(AudioError) { return try decode(buffer.baseAddress!, frames: wanted) } catch {
                    failure = error
                    return 0
                }
            }
            if let failure { throw failure }
            guard count > 0 else { return 0 }
            skipped -= Int64(count)
        }
        return try decode(samples, frames: frames)
    }

    private func decode(_ samples: UnsafeMutablePointer<Float>, frames: Int) throws(AudioError) -> Int {
        while frames > 0 {
            if let failure {
                self.failure = nil
                throw failure
            }
            if converter == nil {
                guard try begin() else { return 0 }
            }
            guard let converter else { return 0 }
            var count = UInt32(frames)
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: UInt32(format.channels),
                    mDataByteSize: UInt32(clamping: frames * format.bytesPerFrame), mData: samples))
            _ = try converter.fillAsSupplied(&count, into: &list, descriptions: nil, from: supply)
            if count > 0 { return Int(count) }
            if failure != nil { continue }
            // All of this decoder's frames have been given.
            self.converter = nil
            if following == nil, isAtEnd { return 0 }
        }
        return 0
    }

    /// Makes a decoder for the next packets.
    private func begin() throws(AudioError) -> Bool {
        if following == nil, !isAtEnd {
            following = try next()
            isAtEnd = following == nil
        }
        guard let packets = following else { return false }
        following = nil
        let made = try Converter(from: packets.format, to: format)
        made.change { settings in
            settings.decompressionCookie = packets.cookie
            if packets.format.channels != format.channels { settings.performsDownmix = true }
            if packets.priming > 0 { settings.primeInfo = ConverterPrimeInfo(leading: packets.priming) }
        }
        made.reset()
        (current, isTaken, converter) = (packets, false, made)
        return true
    }

    private func supply(
        _ count: UnsafeMutablePointer<UInt32>, _ list: UnsafeMutablePointer<AudioBufferList>,
        _ given: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?
    ) -> Int32 {
        if isTaken, failure == nil {
            do throws(AudioError) {
                // What another decoder decodes waits until this one has given its last frames.
                let packets = try following == nil && !isAtEnd ? next() : nil
                if packets == nil, following == nil { isAtEnd = true }
                if let packets {
                    if let current, packets.continues(current) {
                        self.current = packets
                        isTaken = false
                    } else {
                        following = packets
                    }
                }
            } catch {
                failure = error
                count.pointee = 0
                return Self.failed
            }
        }
        guard !isTaken, let current else {
            count.pointee = 0
            return 0
        }
        isTaken = true
        hold(current)
        count.pointee = UInt32(current.packets.count)
        list.pointee.mBuffers.mData = held?.baseAddress
        list.pointee.mBuffers.mDataByteSize = UInt32(clamping: current.bytes.count)
        given?.pointee = described?.baseAddress
        return 0
    }

    /// Copies packets to where they stay until the converter asks for more.
    private func hold(_ packets: StreamPackets) {
        held?.deallocate()
        described?.deallocate()
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, packets.bytes.count), alignment: 16)
        bytes.copyBytes(from: packets.bytes)
        let list = UnsafeMutableBufferPointer<AudioStreamPacketDescription>.allocate(capacity: packets.packets.count)
        for (index, packet) in packets.packets.enumerated() {
            list.initializeElement(
                at: index,
                to: AudioStreamPacketDescription(
                    mStartOffset: packet.offset, mVariableFramesInPacket: packet.frames, mDataByteSize: packet.size))
        }
        (held, described) = (bytes, list)
    }
}
