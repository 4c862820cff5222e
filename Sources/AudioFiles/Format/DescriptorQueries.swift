import AudioCore

// The answers about MPEG-4 elementary stream descriptors.
extension FormatQueries {
    /// The stream's format; sizes that only the packets state are 0.
    ///
    /// - Throws: `formatSpecifierSize` where the bytes end too early, `converterFormat` where they describe no
    ///   format that has a Core Audio name.
    static func format(ofDescriptor bytes: [UInt8]) throws(AudioError) -> StreamFormat {
        let descriptor = try descriptor(bytes)
        switch descriptor.objectType {
        case ESDescriptor.mpeg4Audio, 0x66, 0x67, 0x68:
            return try config(descriptor).format()
        case 0x69, 0x6B: return StreamFormat(formatID: ".mp3", channels: 0)
        case 0xA5: return StreamFormat(formatID: "ac-3", framesPerPacket: 1536, channels: 0)
        case 0xA6: return StreamFormat(formatID: "ec-3", channels: 0)
        default:
            throw .converterFormat.because("object type \(descriptor.objectType) is no audio known here")
        }
    }

    static func layout(ofDescriptor bytes: [UInt8]) throws(AudioError) -> ChannelLayout {
        let format = try format(ofDescriptor: bytes)
        let descriptor = try descriptor(bytes)
        if !descriptor.specificInfo.isEmpty, let layout = try? AudioSpecificConfig(descriptor.specificInfo).layout {
            return layout
        }
        guard let layout = ChannelLayout.standard(channels: format.channels) else { throw .converterFormat }
        return layout
    }

    private static func descriptor(_ bytes: [UInt8]) throws(AudioError) -> ESDescriptor {
        guard !bytes.isEmpty, bytes.count <= ESDescriptor.maximumSize else { throw .formatSpecifierSize }
        do throws(AudioError) { return try ESDescriptor(bytes) } catch { throw cut(error) }
    }

    private static func config(_ descriptor: ESDescriptor) throws(AudioError) -> AudioSpecificConfig {
        do throws(AudioError) { return try AudioSpecificConfig(descriptor.specificInfo) } catch { throw cut(error) }
    }

    private static func cut(_ error: AudioError) -> AudioError {
        error.status == AudioError.endOfFile.status
            ? .formatSpecifierSize.because("the descriptor is cut short") : error
    }
}
