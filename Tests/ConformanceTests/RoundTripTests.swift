import AudioToolbox
import Foundation
import TestSupport
import Testing

/// One file type holding one format: what `AudioFileGetGlobalInfo` says that can be written and the codecs can encode.
struct FileKind: Sendable, CustomStringConvertible {
    let type: AudioFileTypeID
    let form: AudioStreamBasicDescription

    /// Every container × codec.
    static let all: [FileKind] = {
        numbers(kAudioFileGlobalInfo_WritableTypes, 0, 0).flatMap { type in
            numbers(kAudioFileGlobalInfo_AvailableFormatIDs, type, 4).flatMap { format in
                forms(type, format).map { FileKind(type: type, form: $0) }
            }
        }
    }()

    /// Ours to encode now.
    private static let codecs = [
        kAudioFormatLinearPCM, kAudioFormatULaw, kAudioFormatALaw, kAudioFormatAppleIMA4,
    ]

    private static func forms(_ type: AudioFileTypeID, _ format: AudioFormatID) -> [AudioStreamBasicDescription] {
        guard codecs.contains(format) else { return [] }
        var question = AudioFileTypeAndFormatID(mFileType: type, mFormatID: format)
        let property = kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat
        var size: UInt32 = 0
        guard AudioFileGetGlobalInfoSize(property, 8, &question, &size) == noErr else { return [] }
        var list = [AudioStreamBasicDescription](repeating: .init(), count: Int(size) / 40)
        return AudioFileGetGlobalInfo(property, 8, &question, &size, &list) == noErr ? list : []
    }

    private static func numbers(_ property: AudioFilePropertyID, _ type: UInt32, _ count: UInt32) -> [UInt32] {
        var (type, size): (UInt32, UInt32) = (type, 0)
        guard AudioFileGetGlobalInfoSize(property, count, &type, &size) == noErr else { return [] }
        var list = [UInt32](repeating: 0, count: Int(size) / 4)
        return AudioFileGetGlobalInfo(property, count, &type, &size, &list) == noErr ? list : []
    }

    func format(rate: Double, channels: UInt32) -> AudioStreamBasicDescription {
        guard form.mFormatID == kAudioFormatLinearPCM else {
            return .encoded(form.mFormatID, rate: rate, channels: channels)
        }
        var format = form
        (format.mSampleRate, format.mChannelsPerFrame) = (rate, channels)
        format.mBytesPerFrame = form.mBitsPerChannel / 8 * channels
        (format.mBytesPerPacket, format.mFramesPerPacket) = (format.mBytesPerFrame, 1)
        return format
    }

    var isFloat: Bool { isPCM && form.mFormatFlags & kAudioFormatFlagIsFloat != 0 }
    var isPCM: Bool { form.mFormatID == kAudioFormatLinearPCM }
    var isIMA4: Bool { form.mFormatID == kAudioFormatAppleIMA4 }

    var pathExtension: String {
        switch type {
        case kAudioFileCAFType: "caf"
        case kAudioFileAIFFType: "aiff"
        case kAudioFileAIFCType: "aifc"
        case kAudioFileNextType: "au"
        case kAudioFileWave64Type: "w64"
        default: "wav"
        }
    }

    /// How far a 16-bit sample may be from what it was: 0 where the format holds it.
    func bound(_ sample: Int16) -> Int {
        let size = abs(Int(sample))
        switch form.mFormatID {
        case kAudioFormatLinearPCM: return form.mBitsPerChannel == 8 ? 255 : 0
        // A sixteenth of the segment, half of it either way, and the ends where the curve is cut.
        case kAudioFormatULaw: return size > 32_635 ? 644 : size / 32 + 8
        case kAudioFormatALaw: return size > 32_256 ? 512 : size / 32 + 16
        default: return 4096
        }
    }

    var description: String {
        let name = statusText(Int32(bitPattern: form.mFormatID))
        let type = statusText(Int32(bitPattern: type))
        guard isPCM else { return "\(type) \(name)" }
        let order = form.mFormatFlags & kAudioFormatFlagIsBigEndian != 0 ? "BE" : "LE"
        let kind = isFloat ? "F" : form.mFormatFlags & kAudioFormatFlagIsSignedInteger != 0 ? "I" : "UI"
        return "\(type) \(order)\(kind)\(form.mBitsPerChannel)"
    }
}

/// Container × codec × channels × rate.
@Suite struct RoundTripTests {
    static let channels: [UInt32] = [1, 2, 6]
    static let rates: [Double] = [8000, 44_100, 96_000]
    private let folder = ScratchFolder()

    @Test func everyContainerAndCodecIsThere() {
        let kinds = Set(FileKind.all.map { statusText(Int32(bitPattern: $0.type)) })
        #expect(kinds == ["'caff'", "'WAVE'", "'RF64'", "'BW64'", "'W64f'", "'AIFF'", "'AIFC'", "'NeXT'"])
        #expect(FileKind.all.count >= 45)
        print(
            "round trips: \(FileKind.all.count) formats × \(Self.channels.count) channels × \(Self.rates.count) rates")
    }

    /// The bytes of the file's own format, any bits there are, come back; for floats, any finite number.
    @Test(arguments: FileKind.all.filter(\.isPCM))
    func linearPCMComesBackBitByBit(kind: FileKind) throws {
        for channels in Self.channels {
            for rate in Self.rates {
                let format = kind.format(rate: rate, channels: channels)
                let data = Self.noise(kind, bytes: 501 * Int(format.mBytesPerFrame))
                let url = folder.url("a." + kind.pathExtension)
                try PublicFile.encode(url, kind.type, format, from: format, data, block: 200)
                #expect(try PublicFile.decode(url) == data, "\(channels) channels at \(rate) Hz")
                let read = try PublicFile.with(url) {
                    try PublicFile.property($0, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
                }
                #expect(read.mSampleRate == rate && read.mChannelsPerFrame == channels)
                #expect(read.mBitsPerChannel == format.mBitsPerChannel)
            }
        }
    }

    private static func noise(_ kind: FileKind, bytes count: Int) -> [UInt8] {
        guard kind.isFloat else { return Signal.bytes(count, seed: UInt64(count)) }
        let size = Int(kind.form.mBitsPerChannel / 8)
        let bigEndian = kind.form.mFormatFlags & kAudioFormatFlagIsBigEndian != 0
        let noise = Signal.noise(frames: count / size, seed: UInt64(count))
        let bytes = size == 4 ? littleEndianBytes(noise) : littleEndianBytes(noise.map(Double.init))
        guard bigEndian else { return bytes }
        return stride(from: 0, to: count, by: size).flatMap { bytes[$0..<$0 + size].reversed() }
    }

    /// 16-bit sound keeps its length, and its samples to within what the format loses.
    @Test(arguments: FileKind.all)
    func soundComesBackWithinItsBound(kind: FileKind) throws {
        for channels in Self.channels {
            for rate in Self.rates {
                let samples = CodecSignals.music(frames: 1999, channels: Int(channels))
                let client = AudioStreamBasicDescription.int(16, rate: rate, channels: channels)
                let url = folder.url("a." + kind.pathExtension)
                try PublicFile.encode(
                    url, kind.type, kind.format(rate: rate, channels: channels), from: client,
                    littleEndianBytes(samples), block: 700)
                let back = values(try PublicFile.decode(url, to: client), of: Int16.self)
                // Without a packet table the last packet counts whole.
                let isPadded = kind.isIMA4 && kind.type != kAudioFileCAFType
                #expect(back.count == (isPadded ? 2048 : 1999) * Int(channels), "\(channels) at \(rate)")
                let worst = zip(samples, back).map { abs(Int($0) - Int($1)) - kind.bound($0) }.max() ?? 0
                #expect(worst <= 0, "\(channels) channels at \(rate) Hz: \(worst) past the bound")
                if kind.isIMA4 { #expect(Self.error(samples, back) < -18, "\(channels) at \(rate)") }
            }
        }
    }

    /// The error's power against the sound's, in decibels.
    private static func error(_ samples: [Int16], _ back: [Int16]) -> Double {
        let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
        let error = zip(samples, back).reduce(0.0) {
            $0 + (Double($1.0) - Double($1.1)) * (Double($1.0) - Double($1.1))
        }
        return 10 * log10(error / power)
    }
}
