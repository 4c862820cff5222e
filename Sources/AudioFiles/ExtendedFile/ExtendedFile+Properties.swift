import AudioContainers
import AudioCore
import CAudioToolbox

/// How many threads may decode, encode and convert rates for a file: UInt32, 1 to 64, 1 by default. Not Apple's.
///
/// The samples do not depend on it, nor do the bytes written.
package let extendedFileThreadsProperty = FourCC("lxth").rawValue

// ExtAudioFileGetPropertyInfo, ExtAudioFileGetProperty and ExtAudioFileSetProperty.
extension ExtendedFile {
    /// - Throws: `extendedProperty` where there is no such property, or it has no value now.
    package func property(_ id: UInt32) throws(AudioError) -> PropertyValue {
        guard let asyncWriter else { return try currentProperty(id) }
        return try asyncWriter.whileIdle { () throws(AudioError) in try currentProperty(id) }
    }

    private func currentProperty(_ id: UInt32) throws(AudioError) -> PropertyValue {
        switch id {
        case kExtAudioFileProperty_FileDataFormat:
            return .raw(AudioStreamBasicDescription(openFormat ?? file.format))
        case kExtAudioFileProperty_ClientDataFormat: return .raw(AudioStreamBasicDescription(clientFormat))
        case kExtAudioFileProperty_FileChannelLayout: return try layout(file.description.layout)
        case kExtAudioFileProperty_ClientChannelLayout: return try layout(clientLayout)
        case kExtAudioFileProperty_CodecManufacturer: return .uint32(codecManufacturer)
        case kExtAudioFileProperty_AudioConverter: return .raw(try converterHandle())
        case kExtAudioFileProperty_AudioFile: return .raw(Optional(try fileHandle()))
        case kExtAudioFileProperty_FileMaxPacketSize: return .uint32(try fileMaximumPacketSize())
        case kExtAudioFileProperty_ClientMaxPacketSize: return .uint32(UInt32(clamping: clientFormat.bytesPerPacket))
        case kExtAudioFileProperty_FileLengthFrames: return .raw(file.validFrames)
        case kExtAudioFileProperty_ConverterConfig:
            guard let converter else { throw .extendedProperty.because("nothing is converted") }
            return .settings(converter.configuration)
        case extendedFileThreadsProperty: return .uint32(UInt32(threads))
        case kExtAudioFileProperty_IOBufferSizeBytes: return .uint32(UInt32(clamping: ioBufferSize))
        case kExtAudioFileProperty_PacketTable:
            guard let table = file.description.packetTable else {
                throw .extendedProperty.because("there is no packet table")
            }
            return .raw(AudioFilePacketTableInfo(table))
        default: throw .extendedProperty
        }
    }

    private static let settable: Set<UInt32> = [
        kExtAudioFileProperty_FileChannelLayout, kExtAudioFileProperty_ClientDataFormat,
        kExtAudioFileProperty_ClientChannelLayout, kExtAudioFileProperty_CodecManufacturer,
        kExtAudioFileProperty_ConverterConfig, kExtAudioFileProperty_IOBufferSizeBytes,
        kExtAudioFileProperty_PacketTable, kExtAudioFileProperty_FileLengthFrames, extendedFileThreadsProperty,
    ]

    package func propertyInfo(_ id: UInt32) throws(AudioError) -> (size: Int, isWritable: Bool) {
        if id == kExtAudioFileProperty_ConverterConfig { return (MemoryLayout<UnsafeRawPointer>.size, true) }
        return (try property(id).size, isWritable(id))
    }

    /// Whether a property can be set on this file as it is now, with a value that fits.
    private func isWritable(_ id: UInt32) -> Bool {
        guard Self.settable.contains(id) else { return false }
        return switch id {
        case kExtAudioFileProperty_FileChannelLayout:
            direction == .reading || file.isWritable(kAudioFilePropertyChannelLayout)
        case kExtAudioFileProperty_PacketTable: file.isWritable(kAudioFilePropertyPacketTableInfo)
        case kExtAudioFileProperty_CodecManufacturer: converter == nil
        case kExtAudioFileProperty_FileLengthFrames: hasSettableLength
        default: true
        }
    }

    /// Whether the file can be made longer or shorter by a number of frames.
    private var hasSettableLength: Bool { direction == .writing && file.format.isPCM }

    package func setProperty(_ id: UInt32, _ value: PropertyInput) throws(AudioError) {
        guard asyncWriter == nil else {
            throw .invalidOperationOrder.because("frames are being written asynchronously")
        }
        switch id {
        case kExtAudioFileProperty_ClientDataFormat:
            try setClientFormat(StreamFormat(try load(value, AudioStreamBasicDescription.self)))
        case kExtAudioFileProperty_ClientChannelLayout:
            let layout = try value.layout()
            guard layout.channelCount == clientFormat.channels else { throw .invalidChannelMap }
            clientLayout = layout
            applyLayouts()
        case kExtAudioFileProperty_FileChannelLayout:
            let layout = try value.layout()
            guard layout.channelCount == file.format.channels else {
                throw .parameter.because("the layout does not fit the channels")
            }
            var described = file.description
            described.layout = Self.encoded(layout, file.format)
            if described != file.description {
                if !layout.saysNothing { try file.requireKept(kAudioFilePropertyChannelLayout, described) }
                try file.adopt(described)
            }
            applyLayouts()
        case kExtAudioFileProperty_CodecManufacturer:
            guard converter == nil else { throw .invalidOperationOrder.because("the converter is there already") }
            codecManufacturer = try load(value, UInt32.self)
        case kExtAudioFileProperty_ConverterConfig:
            // Without settings: the converter was changed by its own properties, and reading looks at it afresh.
            let settings = try value.settings()
            guard writer == nil else { throw .invalidOperationOrder }
            guard let converter else {
                guard settings.isEmpty else { throw .extendedProperty.because("nothing is converted") }
                return try restartReading()
            }
            try converter.configure(settings)
            try restartReading()
        case kExtAudioFileProperty_IOBufferSizeBytes:
            let size = Int(try load(value, UInt32.self))
            guard (1...(64 << 20)).contains(size) else { throw .parameter }
            ioBufferSize = size
            try restartReading()
        case kExtAudioFileProperty_PacketTable:
            try file.setProperty(kAudioFilePropertyPacketTableInfo, value)
            try restartReading()
        case extendedFileThreadsProperty: try setThreads(Int(try load(value, UInt32.self)))
        case kExtAudioFileProperty_FileLengthFrames: try setLength(try load(value, Int64.self))
        default:
            _ = try property(id)
            throw .extendedProperty.because("the property can only be read")
        }
    }

    private func load<T: BitwiseCopyable>(_ value: PropertyInput, _ type: T.Type) throws(AudioError) -> T {
        do throws(AudioError) { return try value.load(type) } catch { throw .extendedPropertySize }
    }

    private func layout(_ layout: ChannelLayout?) throws(AudioError) -> PropertyValue {
        guard let layout else { throw .extendedProperty.because("there is no channel layout") }
        return .bytes(layout.bytes)
    }

    /// What the converter puts into a packet at most, or what the file has.
    private func fileMaximumPacketSize() throws(AudioError) -> UInt32 {
        if direction == .writing, let converter { return UInt32(clamping: try converter.maximumOutputPacketSize()) }
        let size = max(file.description.packets.maximumSize, file.format.bytesPerPacket)
        guard size > 0 else { throw .maxPacketSizeUnknown }
        return UInt32(clamping: size)
    }

    /// Replaces the reading side by a new one at the same position, with the current converter and buffer size.
    private func restartReading() throws(AudioError) {
        guard let position = reader?.position else { return }
        reader = nil
        try seek(to: position)
    }

    private func setThreads(_ count: Int) throws(AudioError) {
        guard (1...64).contains(count) else { throw .parameter }
        guard writer == nil else { throw .invalidOperationOrder.because("frames were written already") }
        threads = count
        converter?.change { $0.threads = count }
        try restartReading()
    }

    private func setLength(_ frames: Int64) throws(AudioError) {
        guard hasSettableLength else { throw .extendedProperty.because("the length cannot be set") }
        guard frames >= 0 else { throw .parameter }
        try file.setPacketCount(frames)
    }

    private func fileHandle() throws(AudioError) -> OpaquePointer {
        if let fileReference { return fileReference }
        let reference = try OpenFile.handles.insert(file)
        fileReference = reference
        return reference
    }

    /// Null where no conversion takes place.
    private func converterHandle() throws(AudioError) -> OpaquePointer? {
        guard let converter else { return nil }
        if let converterReference { return converterReference }
        let reference = try Converter.handles.insert(converter)
        converterReference = reference
        return reference
    }
}

// MARK: Asynchronous writing

extension ExtendedFile {
    /// Copies frames for a thread that writes them later. Real-time safe once it has been called with no frames.
    ///
    /// - Parameter list: nil, with 0 frames, makes everything ready.
    package func writeAsync(_ frames: Int, _ list: UnsafePointer<AudioBufferList>?) throws(AudioError) {
        guard direction == .writing else { throw .invalidOperationOrder.because("the file is open for reading") }
        if asyncWriter == nil { asyncWriter = try AsyncWriter(try writingSide(), clientFormat) }
        guard let list else {
            guard frames == 0 else { throw .parameter }
            return
        }
        let status = asyncWriter!.write(frames, list)
        guard status == 0 else { throw AudioError(status: status, reason: "the frames were not taken") }
    }
}
