import AudioCodecs
import AudioContainers
import AudioCore
import CAudioToolbox

/// An audio file with a converter, for an `ExtAudioFileRef`.
///
/// A client reads and writes linear PCM of its own choice; the file holds whatever it holds. Frame 0 is the first frame of
/// sound: a codec's priming is decoded and dropped. Positions and lengths are in frames of the file's rate. One thread at
/// a time; not real-time safe, but for `writeAsync`.
package final class ExtendedFile: @unchecked Sendable {
    package enum Direction: Sendable { case reading, writing }

    package static let handles = HandleTable<ExtendedFile>(
        kind: 3, wrongReference: .parameter.because("no open extended audio file"))

    package let file: OpenFile
    let direction: Direction
    /// Whether disposing of this closes the file: not for one that was wrapped.
    private let ownsFile: Bool
    /// The reference clients get for the file, made when they first ask.
    var fileReference: OpaquePointer?
    var converterReference: OpaquePointer?

    /// The file's format if the client gave a sample rate of 0, until the client's own format determines the rate.
    private(set) var openFormat: StreamFormat?
    package internal(set) var clientFormat: StreamFormat
    var clientLayout: ChannelLayout?
    /// Nil where the client reads and writes what the file holds.
    var converter: Converter?
    var codecManufacturer: UInt32 = 0
    /// Threads that decode and encode: `extendedFileThreadsProperty`.
    var threads = 1
    /// Bytes read or encoded at a time: `kExtAudioFileProperty_IOBufferSizeBytes`.
    var ioBufferSize = 1 << 15

    var reader: ReadingSide?
    var writer: WritingSide?
    var asyncWriter: AsyncWriter?

    private init(_ file: OpenFile, _ direction: Direction, ownsFile: Bool) {
        self.file = file
        self.direction = direction
        self.ownsFile = ownsFile
        clientFormat = file.format
    }

    package static func open(_ path: some FileName) throws(AudioError) -> ExtendedFile {
        reading(try OpenFile.open(path, .read, hint: FourCC(0)))
    }

    /// Takes over a file that is open for reading: disposing of this closes it.
    package static func reading(_ file: OpenFile) -> ExtendedFile {
        ExtendedFile(file, .reading, ownsFile: true)
    }

    package static func create(
        _ path: some FileName, type: FourCC, format: StreamFormat, layout: ChannelLayout?, erasing: Bool,
        alignsAudioData: Bool
    ) throws(AudioError) -> ExtendedFile {
        let asked = format
        let hasOpenRate = !format.isPCM && format.sampleRate == 0
        let format = try completed(hasOpenRate ? asked.atRate(standardRate) : asked)
        let layout = layout.map { encoded($0, format) }
        if let layout {
            guard layout.channelCount == format.channels else {
                throw .parameter.because("the layout does not fit the channels")
            }
            // Judged before the disk is touched, so that a refused layout costs no existing file.
            var (container, trial) = try OpenFile.newDescription(
                type: type, format: format, alignsAudioData: alignsAudioData)
            trial.layout = layout
            _ = try container.enclose(trial, dataOffset: nil)
            if !layout.saysNothing {
                try OpenFile(
                    container: container, source: MemoryBytes(), sink: nil, permissions: [.read, .write],
                    description: trial, path: nil, hasFixedDataOffset: false
                ).requireKept(kAudioFilePropertyChannelLayout, trial)
            }
        }
        let file = try OpenFile.create(
            path, type: type, format: format, erasing: erasing, alignsAudioData: alignsAudioData)
        if let layout {
            var described = file.description
            described.layout = layout
            try file.adopt(described)
        }
        let made = ExtendedFile(file, .writing, ownsFile: true)
        if hasOpenRate { made.openFormat = asked }
        return made
    }

    /// The format for which a file with an undetermined rate is laid out.
    private static let standardRate = 44_100.0

    /// The format with what its codec determines filled in.
    private static func completed(_ format: StreamFormat) throws(AudioError) -> StreamFormat {
        guard !format.isPCM, let codec = Codecs.named(format.formatID) else { return format }
        return try codec.completeForEncoding(format)
    }

    /// The layout as the format's packets have it: a codec with an order of its own for the same loudspeakers gets that, and
    /// the converter moves the channels there.
    static func encoded(_ layout: ChannelLayout, _ format: StreamFormat) -> ChannelLayout {
        guard let codec = Codecs.named(format.formatID) else { return layout }
        return codec.abilities.layouts.first { layout.hasSameLoudspeakers(as: $0) } ?? layout
    }

    /// Wraps a file that stays the caller's.
    package static func wrap(_ file: OpenFile, reference: OpaquePointer, forWriting: Bool) throws(AudioError)
        -> ExtendedFile
    {
        guard file.permissions.contains(forWriting ? .write : .read) else { throw .permissions }
        let wrapped = ExtendedFile(file, forWriting ? .writing : .reading, ownsFile: false)
        wrapped.fileReference = reference
        return wrapped
    }

    /// Finishes everything that is on its way and closes the file unless it was wrapped. It cannot be used afterwards.
    ///
    /// - Throws: what went wrong first; the rest is done all the same.
    package func dispose() throws(AudioError) {
        var failure: AudioError?
        func attempt(_ step: () throws(AudioError) -> Void) {
            do throws(AudioError) { try step() } catch { failure = failure ?? error }
        }
        attempt { () throws(AudioError) in try asyncWriter?.finish() }
        if direction == .writing, writer == nil, converter != nil, !file.format.isPCM,
            file.description.packets.count == 0
        {
            // A file without a packet has its encoder's magic cookie too.
            attempt { () throws(AudioError) in _ = try writingSide() }
        } else {
            attempt { () throws(AudioError) in try writer?.finish() }
        }
        if let converterReference {
            attempt { () throws(AudioError) in _ = try Converter.handles.remove(converterReference) }
        }
        if ownsFile {
            if let fileReference {
                attempt { () throws(AudioError) in _ = try OpenFile.handles.remove(fileReference) }
            }
            attempt { () throws(AudioError) in try file.close() }
        }
        if let failure { throw failure }
    }
}

// MARK: Reading, writing, seeking

extension ExtendedFile {
    /// Reads up to `frames` frames in the client's format and returns how many there were; 0 at the end of the sound.
    package func read(_ frames: Int, into list: UnsafeMutablePointer<AudioBufferList>) throws(AudioError) -> Int {
        guard direction == .reading else { throw .invalidOperationOrder.because("the file is open for writing") }
        return try readingSide().read(frames, into: list)
    }

    /// Writes frames of the client's format.
    package func write(_ frames: Int, _ list: UnsafePointer<AudioBufferList>) throws(AudioError) {
        guard direction == .writing else { throw .invalidOperationOrder.because("the file is open for reading") }
        // Programs prepare for asynchronous writing with a write of no frames, and then write synchronously. The frames
        // go after those written before.
        if let asyncWriter {
            self.asyncWriter = nil
            try asyncWriter.finish()
        }
        try writingSide().write(frames, list)
    }

    /// Moves the read position to `frame` of the sound, counted at the file's rate.
    package func seek(to frame: Int64) throws(AudioError) {
        guard direction == .reading else { throw .invalidSeek }
        guard frame >= 0, frame <= file.validFrames else { throw .invalidSeek }
        try readingSide().seek(to: frame)
    }

    /// The next frame to be read or written, counted at the file's rate.
    package func tell() throws(AudioError) -> Int64 {
        switch direction {
        case .reading: try readingSide().position
        case .writing:
            if let asyncWriter {
                try asyncWriter.whileIdle { () throws(AudioError) in try writingSide().position }
            } else {
                try writingSide().position
            }
        }
    }

    private func readingSide() throws(AudioError) -> ReadingSide {
        if let reader { return reader }
        guard clientFormat.isPCM else {
            throw .nonPCMClientFormat.because("set a client format before reading encoded sound")
        }
        let side = try ReadingSide(file, client: clientFormat, converter, bufferSize: ioBufferSize)
        reader = side
        return side
    }

    func writingSide() throws(AudioError) -> WritingSide {
        if let writer { return writer }
        guard clientFormat.isPCM else {
            throw .nonPCMClientFormat.because("set a client format before writing encoded sound")
        }
        let side = try WritingSide(file, client: clientFormat, converter, bufferSize: ioBufferSize)
        writer = side
        return side
    }
}

// MARK: The client's format

extension ExtendedFile {
    /// Chooses the linear PCM that the client reads or writes, and makes the converter for it.
    package func setClientFormat(_ format: StreamFormat) throws(AudioError) {
        guard format.isPCM else { throw .nonPCMClientFormat }
        guard format.isValidPCM, format.sampleRate.isFinite, format.sampleRate > 0 else { throw .invalidDataFormat }
        guard writer == nil, asyncWriter == nil else {
            throw .invalidOperationOrder.because("frames were written already")
        }
        if let openFormat { try file.changeFormat(to: Self.completed(openFormat.atRate(format.sampleRate))) }
        let position = reader?.position ?? 0
        let made: Converter?
        if format == file.format {
            made = nil
        } else {
            let (source, target) = direction == .reading ? (file.format, format) : (format, file.format)
            let converter = try Converter(from: source, to: target)
            if direction == .reading, !source.isPCM, !file.description.magicCookie.isEmpty {
                try converter.setDecompressionCookie(file.description.magicCookie)
            }
            converter.change { $0.threads = threads }
            made = converter
        }
        if let converterReference {
            _ = try Converter.handles.remove(converterReference)
            self.converterReference = nil
        }
        openFormat = nil
        clientFormat = format
        converter = made
        reader = nil
        applyLayouts()
        if position > 0 { try seek(to: position) }
    }

    /// Whether channels of the file that the client's format does not have are mixed into those that it has, as
    /// `kAudioConverterPropertyPerformDownmix` says; false where nothing is converted.
    package var mixesChannels: Bool {
        get { converter?.settings.performsDownmix ?? false }
        set { converter?.change { $0.performsDownmix = newValue } }
    }

    /// The file's channel, or -1 for silence, for each channel of the client; nil for the first to the first. Nothing where no frame is
    /// converted.
    package var channelMap: [Int32]? {
        get { converter?.settings.channelMap }
        set { converter?.change { $0.channelMap = newValue } }
    }

    /// Sets the channel layouts of the converter, so that it can mix where the client asks for it.
    func applyLayouts() {
        guard let converter else { return }
        let fileLayout = file.description.layout
        let (input, output) = direction == .reading ? (fileLayout, clientLayout) : (clientLayout, fileLayout)
        converter.change { settings in
            settings.inputLayout = input ?? settings.inputLayout
            settings.outputLayout = output ?? settings.outputLayout
        }
    }
}

extension ChannelLayout {
    /// Whether readers assume this layout without a description: mono, stereo, discrete channels.
    var saysNothing: Bool {
        let discrete: UInt32 = 147 << 16
        let unknown: UInt32 = 0xFFFF << 16
        let kind = tag & 0xFFFF_0000
        return kind == discrete || kind == unknown || self == ChannelLayout(tag: Self.mono)
            || self == ChannelLayout(tag: Self.stereo)
    }
}

extension StreamFormat {
    /// The format at a rate, or at the next higher one that the codec encodes; at the codec's highest if none is
    /// higher.
    fileprivate func atRate(_ rate: Double) -> StreamFormat {
        var result = self
        result.sampleRate = rate
        guard let ranges = Codecs.named(formatID)?.abilities.sampleRates else { return result }
        let above = ranges.compactMap { $0.upperBound >= rate ? max($0.lowerBound, rate) : nil }.min()
        result.sampleRate = above ?? ranges.map(\.upperBound).max() ?? rate
        return result
    }
}
