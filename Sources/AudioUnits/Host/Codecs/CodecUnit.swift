import AudioCodecs
import AudioCore
import AudioFiles
import CAudioToolbox

/// An instance of one of the library's decoders or encoders: the object that an `AudioCodec` refers to.
///
/// The client hands packets in and asks for packets, where a converter asks the client. It is a converter that gets its input from a
/// buffer. One thread at a time uses it.
package final class CodecUnit: @unchecked Sendable {
    package let codec: any Codec.Type
    package let encodes: Bool
    var input: StreamFormat?
    var output: StreamFormat?
    var cookie: [UInt8] = []
    /// Made when the client initializes the codec.
    private(set) var converter: Converter?
    /// What was set before that, in its order.
    var settings: [(id: UInt32, value: [UInt8])] = []
    private let pending = PendingPackets()
    var capacity: Int {
        get { pending.capacity }
        set { pending.capacity = newValue }
    }
    var usedBytes: Int { pending.byteCount }

    package init(_ codec: any Codec.Type, encodes: Bool) throws(AudioError) {
        guard codec.isInstalled(encoding: encodes) else {
            throw .codecUnsupportedFormat.because("the library of this codec is not installed")
        }
        self.codec = codec
        self.encodes = encodes
    }

    // MARK: Life

    /// Prepares the codec to convert between two formats. A format that is nil is the one that was set, or follows from the other.
    ///
    /// - Throws: `codecState` if it is prepared already, `codecUnsupportedFormat` for formats that the codec does not convert between.
    package func initialize(
        from source: StreamFormat?, to destination: StreamFormat?, cookie: [UInt8]
    ) throws(AudioError) {
        guard converter == nil else { throw .codecState.because("the codec is initialized already") }
        let (source, destination) = try formats(source ?? input, destination ?? output)
        let made: Converter
        do throws(AudioError) {
            made = try Converter(from: source, to: destination)
            let known = cookie.isEmpty ? self.cookie : cookie
            if !encodes, !known.isEmpty {
                try Self.set(kAudioConverterDecompressionMagicCookie, known, of: made)
            }
            for setting in settings { try set(setting.id, setting.value, in: made) }
            try made.prepare()
        } catch {
            throw AudioError.codecUnsupportedFormat.because(error.reason)
        }
        if !cookie.isEmpty { self.cookie = cookie }
        (input, output) = (made.inputFormat, made.outputFormat)
        pending.begin(made.inputFormat)
        converter = made
    }

    /// Both formats, of which the client may have left one out.
    private func formats(
        _ source: StreamFormat?, _ destination: StreamFormat?
    ) throws(AudioError) -> (StreamFormat, StreamFormat) {
        guard let coded = encodes ? destination : source else {
            throw .codecUnsupportedFormat.because("the encoded format is not known")
        }
        let plain =
            (encodes ? source : destination)
            ?? .int16(sampleRate: coded.sampleRate, channels: coded.channels)
        var complete = coded
        if encodes, complete.sampleRate == 0 { complete.sampleRate = plain.sampleRate }
        guard coded.formatID == codec.formatID, plain.isPCM, plain.isInterleaved,
            plain.channels == coded.channels, plain.sampleRate == complete.sampleRate
        else {
            throw .codecUnsupportedFormat.because(
                "a codec converts between its format and interleaved linear PCM of the same rate and channels")
        }
        return encodes ? (plain, complete) : (complete, plain)
    }

    package func uninitialize() throws(AudioError) {
        guard converter != nil else { throw .codecState.because("the codec is not initialized") }
        converter = nil
        pending.reset()
    }

    /// Forgets all packets, as before the first one.
    package func reset() throws(AudioError) {
        try initialized().reset()
        pending.reset()
    }

    func initialized() throws(AudioError) -> Converter {
        guard let converter else { throw .codecState.because("the codec is not initialized") }
        return converter
    }

    // MARK: Packets

    /// Takes as many packets as there is room for. None at all is the end of the stream.
    ///
    /// - Parameters:
    ///   - bytes: on return, how many were taken; as are `packets`.
    package func append(
        _ data: UnsafeRawPointer?, bytes: inout UInt32, packets: inout UInt32,
        _ descriptions: UnsafePointer<AudioStreamPacketDescription>?
    ) throws(AudioError) {
        _ = try initialized()
        let wanted = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : Int(bytes))
        (bytes, packets) = try pending.append(wanted, Int(packets), descriptions)
    }

    /// What became of a request for packets: `kAudioCodecProduceOutputPacket…`
    package enum Outcome: UInt32 {
        case failure = 1
        case success = 2
        case successHasMore = 3
        case needsMoreInput = 4
        case atEnd = 5
    }

    /// Makes packets of what was taken.
    ///
    /// - Parameters:
    ///   - packets: how many are wanted; on return, how many were made.
    ///   - list: one buffer; its size is set to what was written.
    /// - Throws: `codecBufferSpace` without room for a packet, `codecBadData` for a packet that cannot be decoded.
    package func produce(
        _ packets: inout UInt32, into list: UnsafeMutablePointer<AudioBufferList>,
        _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
    ) throws(AudioError) -> Outcome {
        let converter = try initialized()
        let wanted = packets
        packets = 0
        guard list.pointee.mNumberBuffers >= 1, wanted > 0 else { throw .codecBufferSpace }
        var made = wanted
        let size = converter.outputFormat.bytesPerPacket
        if size > 0 { made = min(made, list.pointee.mBuffers.mDataByteSize / UInt32(size)) }
        guard made > 0 else { throw .codecBufferSpace }
        do throws(AudioError) {
            try converter.fill(&made, into: list, descriptions: descriptions) { count, input, described in
                pending.give(count, input, described)
            }
            packets = made
        } catch {
            packets = made
            guard error.status == PendingPackets.nothingNow else {
                throw error == .converterOutputSize ? .codecBufferSpace : AudioError.codecBadData.because(error.reason)
            }
        }
        guard made == 0 else { return pending.isEmpty ? .success : .successHasMore }
        return pending.isAtEnd ? .atEnd : .needsMoreInput
    }
}

extension AudioError {
    package static let codecUnknownProperty = Self(
        status: kAudioCodecUnknownPropertyError, reason: "the codec does not have this property")
    package static let codecIllegalOperation = Self(
        status: kAudioCodecIllegalOperationError, reason: "the property can only be read")
    package static let codecUnsupportedFormat = Self(
        status: kAudioCodecUnsupportedFormatError, reason: "the codec does not convert between the formats")
    package static let codecState = Self(
        status: kAudioCodecStateError, reason: "the codec is not in the state for this call")
    package static let codecBufferSpace = Self(
        status: kAudioCodecNotEnoughBufferSpaceError, reason: "there is not room for a packet")
    package static let codecBadData = Self(status: kAudioCodecBadDataError, reason: "the packet cannot be decoded")
}
