import AudioCore

/// Writes `stsd` with one entry.
struct MPEG4EntryWriter {
    private let format: StreamFormat
    private let cookie: [UInt8]
    private let code: FourCC
    private let bits: UInt16
    /// A layout that the codec's own configuration does not say.
    private let layout: ChannelLayout?
    /// Whether all is there that a decoder needs; a new file's magic cookie is set after its creation.
    let isWritable: Bool

    init(_ file: FileDescription) throws(AudioError) {
        format = file.format
        var implied: ChannelLayout?
        switch format.formatID {
        case .aac, "aace", "aach", "aacl", "aacp":
            code = "mp4a"
            bits = 16
            cookie = try Self.streamDescriptor(file)
            implied = try? AudioSpecificConfig(magicCookie: cookie).layout
            isWritable = !cookie.isEmpty
        case .alac:
            code = .alac
            let config = MPEG4LosslessConfig(file.magicCookie)
            guard config != nil || file.magicCookie.isEmpty else {
                throw .unsupportedDataFormat.because("the magic cookie is not of Apple Lossless")
            }
            cookie = config?.bytes ?? []
            bits = UInt16(config?.bitDepth ?? 16)
            implied = MPEG4Layouts.lossless(channels: config?.channels ?? format.channels)
            isWritable = config != nil
        case "ac-3", "ec-3":
            code = format.formatID
            bits = 16
            cookie = file.magicCookie
            implied = MPEG4Dolby.speakers(code, config: cookie)?.layout
            isWritable = !cookie.isEmpty
        case "flac":
            code = "fLaC"
            let stream = file.magicCookie.isEmpty ? nil : try FLACStreamInfo(cookie: file.magicCookie)
            bits = UInt16(min(16, stream?.bitsPerSample ?? 16))
            cookie = stream?.cookie ?? []
            implied = stream?.layout
            isWritable = stream != nil
        case "opus":
            code = "Opus"
            bits = 16
            guard format.sampleRate == OpusHead.sampleRate else {
                throw .unsupportedDataFormat.because("Opus in MPEG-4 files has 48000 frames a second")
            }
            let head = file.magicCookie.isEmpty ? nil : try Self.opusHead(file.magicCookie)
            cookie = head?.config ?? []
            implied = head?.layout
            isWritable = head != nil
        case "samr", "sawb":
            code = format.formatID
            bits = 16
            cookie = []
            isWritable = true
        default: throw .unsupportedDataFormat
        }
        layout = file.layout == implied || file.layout?.isValid != true ? nil : file.layout
    }

    private static func opusHead(_ cookie: [UInt8]) throws(AudioError) -> OpusHead {
        do throws(AudioError) {
            return cookie.starts(with: OpusHead.magic) ? try OpusHead(cookie) : try OpusHead(config: cookie)
        } catch { throw .unsupportedDataFormat.because("the magic cookie is not of Opus") }
    }

    /// The cookie itself, one made around a bare AudioSpecificConfig, or one of plain AAC-LC where none was set.
    private static func streamDescriptor(_ file: FileDescription) throws(AudioError) -> [UInt8] {
        let given = file.magicCookie
        if given.isEmpty {
            guard file.format.formatID == .aac else { return [] }
            let config = AudioSpecificConfig.lowComplexity(
                sampleRate: file.format.sampleRate, channels: file.format.channels)
            return config.map { ESDescriptor(specificInfo: $0.bytes).bytes } ?? []
        }
        guard (try? AudioSpecificConfig(magicCookie: given)) != nil else {
            throw .unsupportedDataFormat.because("the magic cookie is not of AAC")
        }
        return ESDescriptor.claims(given) ? given : ESDescriptor(specificInfo: given).bytes
    }

    func write(to output: inout ByteWriter) {
        output.fullAtom("stsd") {
            $0.big(UInt32(1))
            $0.atom(code, writeEntry)
        }
    }

    private func writeEntry(to output: inout ByteWriter) {
        output.zeros(6)
        output.big(UInt16(1))
        output.zeros(8)
        output.big(UInt16(clamping: format.channels))
        output.big(bits)
        output.zeros(4)
        // 16 bits before the point: a higher rate stands in the codec's configuration alone.
        output.big(format.sampleRate < 65_536 ? UInt32(format.sampleRate) << 16 : 0)
        switch code {
        case "mp4a": output.fullAtom("esds") { $0.append(cookie) }
        case .alac: output.fullAtom(.alac) { $0.append(cookie) }
        case "ac-3": output.atom("dac3") { $0.append(cookie) }
        case "ec-3": output.atom("dec3") { $0.append(cookie) }
        // The cookie is the atom.
        case "fLaC": output.append(cookie)
        case "Opus": output.atom("dOps") { $0.append(cookie) }
        default:
            output.atom("damr") {
                $0.zeros(5)
                // Every mode may occur, and change at any frame; one frame a sample.
                $0.big(UInt16(code == "sawb" ? 0x83FF : 0x81FF))
                $0.big(UInt8(0))
                $0.big(UInt8(1))
            }
        }
        if let layout { MPEG4Layouts.writeChan(layout, to: &output) }
    }
}
