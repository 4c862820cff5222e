import AudioCodecs
import AudioCore
import CAudioToolbox

// How the C API gets at converters.
extension Converter {
    /// What each `AudioConverterRef` refers to.
    package static let handles = HandleTable<Converter>(
        kind: 2, wrongReference: .parameter.because("the reference is not one of a converter"))

    /// AudioConverterNew and AudioConverterNewWithOptions.
    ///
    /// - Parameter options: `kAudioConverterOption_Unbuffered` is taken and changes nothing: output goes right into the
    ///   client's buffers in any case.
    /// - Throws: `parameter` for unknown options; else as `init` does.
    package static func open(
        _ source: StreamFormat, _ destination: StreamFormat, options: UInt32 = 0
    ) throws(AudioError) -> OpaquePointer {
        guard options & ~AudioConverterOptions.unbuffered.rawValue == 0 else {
            throw .parameter.because("an option is unknown")
        }
        return try handles.insert(try Converter(from: source, to: destination, allowsNoSamples: true))
    }

    /// AudioConverterNewSpecific.
    package static func open(
        _ source: StreamFormat, _ destination: StreamFormat, classes: UnsafeBufferPointer<AudioClassDescription>
    ) throws(AudioError) -> OpaquePointer {
        let codecs = classes.map {
            CodecClass(
                type: FourCC($0.mType), subtype: FourCC($0.mSubType), manufacturer: FourCC($0.mManufacturer))
        }
        return try handles.insert(try Converter(from: source, to: destination, classes: codecs))
    }

    /// Makes the tables that all converters share, so that the first one need not: AudioConverterPrepare.
    package static func warmUp() throws(AudioError) {
        let float = StreamFormat.float32(sampleRate: 48_000, channels: 2)
        for codec in Codecs.all {
            let format = StreamFormat(sampleRate: 48_000, formatID: codec.formatID, channels: 2)
            // A codec that needs a cookie has nothing to make before it is known.
            _ = try? Converter(from: format, to: float).prepare()
        }
        try Converter(from: float, to: .int16(sampleRate: 48_000, channels: 2)).prepare()
    }
}
