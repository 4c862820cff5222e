import AudioCore
import AudioFiles
public import AudioToolbox
public import Foundation

/// Converts audio from one format to another: decodes, changes form, channels and sample rate, and encodes.
///
/// Setting a property that this conversion does not have, or a value that it does not take, has no effect. Several threads may
/// use a converter: a conversion waits for the one before it. While an input block runs, other threads and the block itself may make
/// all other calls; a reset then has its effect once the conversion ends. A conversion within an input block of the same converter
/// fails.
open class AVAudioConverter: NSObject, @unchecked Sendable {
    /// Guard the converter and the held input.
    let turns = ConverterTurns()
    let converter: Converter
    let from: AVAudioFormat
    let to: AVAudioFormat
    /// What the input block gave last. The converter may not have used all of it.
    var heldInput: AVAudioBuffer?

    /// A converter of nothing, whose conversions fail: a placeholder for another one.
    public override init() {
        let format = StreamFormat.float32(sampleRate: 44_100, channels: 1)
        guard let made = try? Converter(from: format, to: format) else { fatalError("a format converts to itself") }
        converter = made
        (from, to) = (AVAudioFormat(), AVAudioFormat())
        super.init()
    }

    /// Nil for formats between which there is no conversion.
    ///
    /// - Parameters:
    ///   - fromFormat: the format of the input.
    ///   - toFormat: the format of the output.
    public init?(from fromFormat: AVAudioFormat, to toFormat: AVAudioFormat) {
        guard let made = try? Converter(from: fromFormat.engineFormat, to: toFormat.engineFormat) else { return nil }
        converter = made
        from = fromFormat
        to = toFormat
        super.init()
        if let cookie = fromFormat.magicCookie, !fromFormat.engineFormat.isPCM { magicCookie = cookie }
        if let input = fromFormat.channelLayout, let output = toFormat.channelLayout {
            made.change { settings in
                settings.inputLayout = input.engineLayout
                settings.outputLayout = output.engineLayout
            }
        }
    }

    /// The format of what goes in, as the initializer got it.
    open var inputFormat: AVAudioFormat { from }

    /// The format of what comes out, as the initializer got it.
    open var outputFormat: AVAudioFormat { to }

    /// Forgets all input, and an end of the stream. Settings stay.
    open func reset() {
        let held = turns.use {
            converter.reset()
            defer { heldInput = nil }
            return heldInput
        }
        // Its memory may be the client's, who frees it without the lock.
        withExtendedLifetime(held) {}
    }

    // MARK: Converting

    /// Converts all frames of a buffer between two forms of linear PCM of one sample rate.
    ///
    /// - Parameters:
    ///   - outputBuffer: gets the frames; has to have room for all.
    ///   - inputBuffer: the frames to convert.
    /// - Throws: -50 for formats of which one is encoded, or whose sample rates differ; for buffers of other formats; for an
    ///   output that has too little room; and for an output that is the input, which stays as it is.
    open func convert(to outputBuffer: AVAudioPCMBuffer, from inputBuffer: AVAudioPCMBuffer) throws {
        do throws(AudioError) {
            try turns.convert { () throws(AudioError) in try convertAll(inputBuffer, to: outputBuffer) }
        } catch {
            throw error.error(domain: NSOSStatusErrorDomain)
        }
    }

    /// Fills a buffer with converted audio. Calls `inputBlock` for input as often as it needs some.
    ///
    /// - Parameters:
    ///   - outputBuffer: of the output format. Its `frameLength`, or its `packetCount` and `byteLength`, are set.
    ///   - outError: gets the error where the result is `error`.
    ///   - inputBlock: gives the next input, and says whether there is some. Called on the caller's thread, without a lock.
    /// - Returns: `haveData` where the output is full or holds the last of the stream; `inputRanDry` where the block had no
    ///   data, with what could be converted in the output; `endOfStream` with nothing in it.
    @discardableResult
    open func convert(
        to outputBuffer: AVAudioBuffer, error outError: NSErrorPointer,
        withInputFrom inputBlock: @escaping AVAudioConverterInputBlock
    ) -> AVAudioConverterOutputStatus {
        do throws(AudioError) {
            guard from.sampleRate > 0 else { throw .converterFormat.because("the converter is a placeholder") }
            guard let output = BufferTransfer(outputBuffer, format: to) else {
                throw .parameter.because("the output buffer has another format, or no room")
            }
            return try turns.convert { () throws(AudioError) in try fill(output, from: inputBlock) }
        } catch {
            outError?.pointee = error.error(domain: NSOSStatusErrorDomain)
            return .error
        }
    }

    // MARK: Properties

    /// The number of an input channel for each output channel, or -1 for silence. A map of another length is ignored.
    open var channelMap: [NSNumber] {
        get { values(kAudioConverterChannelMap, of: Int32.self).map { NSNumber(value: $0) } }
        set { set(kAudioConverterChannelMap, newValue.map { Int32(clamping: $0.int64Value) }) }
    }

    /// What a decoder needs to know besides the format: of the input where that is encoded, else of the output.
    open var magicCookie: Data? {
        get {
            let id =
                outputFormat.engineFormat.isPCM
                ? kAudioConverterDecompressionMagicCookie : kAudioConverterCompressionMagicCookie
            return bytes(id).map { Data($0) }
        }
        set { if let newValue { set(kAudioConverterDecompressionMagicCookie, Array(newValue)) } }
    }

    /// Whether channels are mixed, where there are fewer after the conversion; else the first ones are taken.
    open var downmix: Bool {
        get { value(kAudioConverterPropertyPerformDownmix, of: UInt32.self) == 1 }
        set { set(kAudioConverterPropertyPerformDownmix, [UInt32(newValue ? 1 : 0)]) }
    }

    /// Whether noise is added before bits are dropped.
    open var dither: Bool {
        get { (value(kAudioConverterPropertyDithering, of: UInt32.self) ?? 0) != 0 }
        set { set(kAudioConverterPropertyDithering, [UInt32(newValue ? 1 : 0)]) }
    }

    /// The raw value of an `AVAudioQuality`, or a number in between. Others become the nearest.
    open var sampleRateConverterQuality: Int {
        get { Int(value(kAudioConverterSampleRateConverterQuality, of: UInt32.self) ?? 0) }
        set { set(kAudioConverterSampleRateConverterQuality, [UInt32(min(max(newValue, 0), 127))]) }
    }

    /// How the sample rate is converted: one of `AVSampleRateConverterAlgorithm_…`; nil if the rate stays. Other strings
    /// are ignored.
    open var sampleRateConverterAlgorithm: String? {
        get { value(kAudioConverterSampleRateConverterComplexity, of: UInt32.self).flatMap(RateAlgorithm.name) }
        set {
            guard let complexity = newValue.flatMap(RateAlgorithm.complexity) else { return }
            set(kAudioConverterSampleRateConverterComplexity, [complexity])
        }
    }

    /// Which frames a sample-rate converter reads before and after those that it converts.
    open var primeMethod: AVAudioConverterPrimeMethod {
        get {
            value(kAudioConverterPrimeMethod, of: UInt32.self).flatMap {
                AVAudioConverterPrimeMethod(rawValue: Int($0))
            }
                ?? .normal
        }
        set { set(kAudioConverterPrimeMethod, [UInt32(newValue.rawValue)]) }
    }

    /// The frames before and after those of the sound. Can be set for a decoder, which drops them.
    open var primeInfo: AVAudioConverterPrimeInfo {
        get {
            let info = value(kAudioConverterPrimeInfo, of: AudioConverterPrimeInfo.self)
            return AVAudioConverterPrimeInfo(
                leadingFrames: info?.leadingFrames ?? 0, trailingFrames: info?.trailingFrames ?? 0)
        }
        set {
            let info = AudioConverterPrimeInfo(
                leadingFrames: newValue.leadingFrames, trailingFrames: newValue.trailingFrames)
            set(kAudioConverterPrimeInfo, [info])
        }
    }

    /// Packets between two that a decoder can start at. Always 0: no encoder here chooses it.
    open var audioSyncPacketFrequency: Int {
        get { 0 }
        set {}
    }

    /// What the encoder records of where content comes from. Always `unspecified`: no encoder here records it.
    open var contentSource: AVAudioContentSource {
        get { .unspecified }
        set {}
    }

    /// The content that the encoder prepares for dynamic range control. Always `none`: no encoder here does.
    open var dynamicRangeControlConfiguration: AVAudioDynamicRangeControlConfiguration {
        get { .none }
        set {}
    }

    // MARK: Encoders

    /// Bits per second of the encoder; 0 if there is no encoder, or its rate is unknown.
    open var bitRate: Int {
        get { Int(value(kAudioConverterEncodeBitRate, of: UInt32.self) ?? 0) }
        set { set(kAudioConverterEncodeBitRate, [UInt32(clamping: newValue)]) }
    }

    /// `AVAudioBitRateStrategy_…`; nil for an encoder without a choice.
    open var bitRateStrategy: String? {
        get { value(bitRateControlModeProperty, of: UInt32.self).flatMap(BitRateStrategy.name) }
        set { if let mode = newValue.flatMap(BitRateStrategy.mode) { set(bitRateControlModeProperty, [mode]) } }
    }

    /// Bytes of the largest packet, or of a frame of linear PCM, that comes out.
    open var maximumOutputPacketSize: Int {
        Int(value(kAudioConverterPropertyMaximumOutputPacketSize, of: UInt32.self) ?? 0)
    }

    /// Bits per second that the codec offers in any format. For a range, both ends. Nil for linear PCM.
    open var availableEncodeBitRates: [NSNumber]? { ranges(kAudioConverterAvailableEncodeBitRates) }

    /// Bits per second that the encoder offers for the output format.
    open var applicableEncodeBitRates: [NSNumber]? { ranges(kAudioConverterApplicableEncodeBitRates) }

    /// Sample rates that the codec offers, or 0 for any.
    open var availableEncodeSampleRates: [NSNumber]? { ranges(kAudioConverterAvailableEncodeSampleRates) }

    /// The sample rate of the output format.
    open var applicableEncodeSampleRates: [NSNumber]? { ranges(kAudioConverterApplicableEncodeSampleRates) }

    /// Layouts that the encoder offers for the number of channels.
    open var availableEncodeChannelLayoutTags: [NSNumber]? {
        guard bytes(kAudioConverterAvailableEncodeChannelLayoutTags) != nil else { return nil }
        return values(kAudioConverterAvailableEncodeChannelLayoutTags, of: UInt32.self).map { NSNumber(value: $0) }
    }
}
