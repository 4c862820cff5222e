import AudioCodecs
import AudioCore
import Foundation
import TestSupport
import Testing

@testable import AVFAudio

/// What every key of a recorder's settings makes of the file, for each format and file type.
@Suite struct RecorderSettingsTests {
    /// What the file is in the end, or where it was refused.
    enum Outcome: Equatable {
        case file(Held)
        /// By the initializer, with this code.
        case refused(Int)
        /// By `record`, which returned false.
        case notRecorded

        struct Held: Equatable {
            var id: AudioFormatID
            var type: [UInt8]
            var rate = 8000.0
            var channels: UInt32 = 1
            var bits: UInt32 = 0
            var flags: UInt32 = 0
        }
    }

    struct Form: Sendable, CustomTestStringConvertible {
        var name: String
        var id: AudioFormatID
        var bits: UInt32 = 0
        var flags: UInt32 = 0
        var testDescription: String { "\(FourCC(id)) \(name)" }

        var isPCM: Bool { id == kAudioFormatLinearPCM }
        var isILBC: Bool { id == kAudioFormatiLBC }
        var isALAC: Bool { id == kAudioFormatAppleLossless }
        var isCAF: Bool { name.hasSuffix("caf") }
        var isAIFF: Bool { name.contains(".aif") }
        var hasBitRate: Bool { id == kAudioFormatMPEG4AAC || id == kAudioFormatOpus }
        var isLogarithmic: Bool { id == kAudioFormatULaw || id == kAudioFormatALaw }

        /// The first four bytes; those of MPEG-4 stand behind a size.
        var type: [UInt8] {
            isCAF ? Array("caff".utf8) : isAIFF ? Array("FORM".utf8) : name.hasSuffix("wav") ? Array("RIFF".utf8) : []
        }

        /// Whether this computer has the encoder.
        var canBeRecorded: Bool {
            Codecs.named(FourCC(id)).map { $0.abilities.encodes && $0.isInstalled(encoding: true) } ?? isPCM
        }
    }

    static let forms = [
        Form(name: "a.caf", id: kAudioFormatLinearPCM, bits: 16, flags: 12),
        Form(name: "a.wav", id: kAudioFormatLinearPCM, bits: 16, flags: 12),
        Form(name: "a.aiff", id: kAudioFormatLinearPCM, bits: 16, flags: 14),
        Form(name: "a.aifc", id: kAudioFormatLinearPCM, bits: 16, flags: 14),
        Form(name: "a.caf", id: kAudioFormatAppleLossless, flags: 1),
        Form(name: "a.m4a", id: kAudioFormatAppleLossless, flags: 1),
        Form(name: "a.caf", id: kAudioFormatULaw, bits: 8), Form(name: "a.wav", id: kAudioFormatALaw, bits: 8),
        Form(name: "a.aifc", id: kAudioFormatULaw, bits: 8), Form(name: "a.caf", id: kAudioFormatAppleIMA4),
        Form(name: "a.aifc", id: kAudioFormatAppleIMA4), Form(name: "a.caf", id: kAudioFormatiLBC),
        Form(name: "a.m4a", id: kAudioFormatMPEG4AAC), Form(name: "a.caf", id: kAudioFormatMPEG4AAC),
    ]

    private static let (badFormat, badType, badValue) = (1_718_449_215, 1_954_115_647, -50)

    /// Settings beside the format, the rate of 8000 and the one channel, and what they change.
    struct Row {
        var name: String
        var settings: [String: Any]
        var change: (inout Outcome.Held, Form) -> Outcome? = { _, _ in nil }
    }

    // MARK: The table

    private static var format: [Row] {
        [
            Row(name: "nothing", settings: [:]),
            Row(name: "a rate", settings: [AVSampleRateKey: 44_100 as Int]) { file, form in
                file.rate = 44_100
                return form.isILBC ? .refused(badFormat) : nil
            },
            Row(name: "a rate as text", settings: [AVSampleRateKey: "8000"]) { _, _ in .refused(badValue) },
            Row(name: "two channels", settings: [AVNumberOfChannelsKey: NSNumber(value: 2)]) { file, form in
                file.channels = 2
                return form.isILBC ? .refused(badFormat) : nil
            },
            // The device has one channel, and a rate of 8000.
            Row(name: "the device's channels", settings: [AVNumberOfChannelsKey: 0]),
            Row(name: "the device's rate", settings: [AVSampleRateKey: 0.0]),
            Row(name: "three without a layout", settings: [AVNumberOfChannelsKey: 3]) { _, _ in .refused(badFormat) },
            Row(name: "six", settings: [AVNumberOfChannelsKey: 6, AVChannelLayoutKey: six]) { file, form in
                file.channels = 6
                return form.isILBC ? .refused(badFormat) : nil
            },
            Row(name: "a layout of others", settings: [AVChannelLayoutKey: six]) { _, _ in .refused(badFormat) },
            Row(name: "no layout", settings: [AVChannelLayoutKey: "left"]) { _, _ in .refused(badValue) },
            Row(name: "another type", settings: [AVAudioFileTypeKey: kAudioFileWAVEType]) { file, form in
                guard form.isPCM || form.isLogarithmic else { return .refused(badFormat) }
                file.type = Array("RIFF".utf8)
                if form.isPCM { file.flags = 12 }
                return nil
            },
            Row(name: "no type", settings: [AVAudioFileTypeKey: 0]) { _, _ in .refused(badType) },
            Row(name: "an unknown key", settings: ["AVNoSuchKey": Date()]),
        ]
    }

    private static var six: Data { AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A)!.data }

    /// Keys of linear PCM, which other formats do not look at.
    private static var linear: [Row] {
        func depth(_ bits: UInt32, _ more: [String: Any] = [:]) -> Row {
            Row(name: "\(bits) bits", settings: more.merging([AVLinearPCMBitDepthKey: Int(bits)]) { $1 }) {
                file, form in
                guard form.isPCM else { return nil }
                file.bits = bits
                // Bytes have no order, which most types call big-endian; those of WAVE are unsigned.
                if bits == 8 { file.flags = form.name == "a.wav" ? 8 : form.name == "a.aifc" ? 12 : 14 }
                if !more.isEmpty { file.flags = form.isAIFF ? 11 : 9 }
                return bits == 12 || bits == 40 || bits == 16 && !more.isEmpty ? .refused(badFormat) : nil
            }
        }
        let float: [String: Any] = [AVLinearPCMIsFloatKey: 1]
        return [
            depth(8), depth(12), depth(24), depth(32), depth(40), depth(16, float), depth(32, float), depth(64, float),
            Row(name: "floating point", settings: float) { file, form in
                if form.isPCM { (file.bits, file.flags) = (32, form.isAIFF ? 11 : 9) }
                return nil
            },
            Row(name: "big-endian", settings: [AVLinearPCMIsBigEndianKey: true]) { file, form in
                if form.isPCM, form.isCAF { file.flags = 14 }
                return nil
            },
            Row(name: "little-endian", settings: [AVLinearPCMIsBigEndianKey: false]),
            Row(name: "apart", settings: [AVLinearPCMIsNonInterleaved: true, AVNumberOfChannelsKey: 2]) { file, form in
                file.channels = 2
                return form.isILBC ? .refused(badFormat) : nil
            },
        ]
    }

    /// Keys of encoders and of sample-rate converters, which formats without those do not look at.
    private static var others: [Row] {
        func hint(_ bits: Int, _ flags: UInt32) -> Row {
            Row(name: "\(bits) bits that count", settings: [AVEncoderBitDepthHintKey: bits]) { file, form in
                if form.isALAC { file.flags = flags }
                return nil
            }
        }
        func bitRate(_ key: String, _ rate: Int) -> Row {
            Row(name: "\(key) \(rate)", settings: [key: rate]) { _, form in
                form.hasBitRate && !(8000...64_000).contains(rate) ? .notRecorded : nil
            }
        }
        func ignored(_ key: String, _ value: Any) -> Row { Row(name: "\(key) \(value)", settings: [key: value]) }
        let strategies = [
            AVAudioBitRateStrategy_Constant, AVAudioBitRateStrategy_LongTermAverage,
            AVAudioBitRateStrategy_VariableConstrained, AVAudioBitRateStrategy_Variable, "none",
        ]
        return [
            hint(16, 1), hint(20, 2), hint(24, 3), hint(32, 4), hint(7, 1),
            bitRate(AVEncoderBitRateKey, 24_000), bitRate(AVEncoderBitRateKey, 16),
            bitRate(AVEncoderBitRateKey, 4_000_000), bitRate(AVEncoderBitRatePerChannelKey, 24_000),
            ignored(AVEncoderAudioQualityKey, AVAudioQuality.min.rawValue),
            ignored(AVEncoderAudioQualityKey, AVAudioQuality.max.rawValue), ignored(AVEncoderAudioQualityKey, 1000),
            ignored(AVEncoderAudioQualityForVBRKey, 96),
            Row(name: "no strategy", settings: [AVEncoderBitRateStrategyKey: 3]) { _, form in
                form.isPCM ? nil : .refused(badValue)
            },
            ignored(AVEncoderDynamicRangeControlConfigurationKey, 1), ignored(AVEncoderContentSourceKey, 1),
            ignored(AVEncoderASPFrequencyKey, 10),
            ignored(AVSampleRateConverterAlgorithmKey, AVSampleRateConverterAlgorithm_Mastering),
            ignored(AVSampleRateConverterAlgorithmKey, "none"), ignored(AVSampleRateConverterAudioQualityKey, 999),
            Row(name: "no algorithm", settings: [AVSampleRateConverterAlgorithmKey: 5]) { _, _ in .refused(badValue) },
        ] + strategies.map { ignored(AVEncoderBitRateStrategyKey, $0) }
    }

    // MARK: The test

    @Test(arguments: forms) func everyKeyIsInTheFileOrRefused(form: Form) throws {
        for row in Self.format + Self.linear + Self.others {
            var held = Outcome.Held(id: form.id, type: form.type, bits: form.bits, flags: form.flags)
            let other = row.change(&held, form)
            var expected = other ?? .file(held)
            if !form.canBeRecorded, expected != .refused(Self.badValue) { expected = .refused(Self.badFormat) }
            if !form.canBeRecorded, row.name == "no type" { expected = .refused(Self.badType) }
            let found = try outcome(form, row.settings)
            #expect(found == expected, "\(form.testDescription), \(row.name)")
        }
    }

    private func outcome(_ form: Form, _ more: [String: Any]) throws -> Outcome {
        let settings: [String: Any] = [AVFormatIDKey: form.id, AVSampleRateKey: 8000, AVNumberOfChannelsKey: 1]
        let stage: RecorderStage
        do {
            stage = try RecorderStage(form.name, settings.merging(more) { $1 })
        } catch let error as NSError {
            #expect(error.domain == NSOSStatusErrorDomain)
            return .refused(error.code)
        }
        try Data("before".utf8).write(to: stage.recorder.url)
        guard stage.recorder.record() else {
            // What was there is not lost.
            #expect(try Data(contentsOf: stage.recorder.url) == Data("before".utf8))
            return .notRecorded
        }
        #expect(stage.bring(Signal.sine(300.0 / 8000, frames: 800)))
        stage.recorder.stop()
        let file = try AVAudioFile(forReading: stage.recorder.url)
        // IMA4 in AIFF-C fills its last packet.
        let more = Double(file.length) - file.fileFormat.sampleRate / 10
        #expect(more >= -1 && more < (form.name == "a.aifc" ? 64 : 2))
        let asbd = file.fileFormat.streamDescription.pointee
        let type = form.type.isEmpty ? [] : Array(try Data(contentsOf: stage.recorder.url).prefix(4))
        return .file(
            Outcome.Held(
                id: asbd.mFormatID, type: type, rate: asbd.mSampleRate, channels: asbd.mChannelsPerFrame,
                bits: asbd.mBitsPerChannel, flags: asbd.mFormatFlags))
    }

    // MARK: What is in the packets

    private static let hasAAC = Codecs.named(.aac)?.isInstalled(encoding: true) ?? false

    /// A recording is what a file that is written with the same settings holds, and each bit rate and quality is another.
    @Test(.enabled(if: hasAAC, "no encoder of AAC is installed")) func theBitRateAndTheQualityReachTheEncoder() throws {
        let sound = Signal.noise(frames: 8000, seed: 3, amplitude: 0.3)
        let (variable, constant) = (AVAudioBitRateStrategy_Variable, AVAudioBitRateStrategy_Constant)
        let rows: [[String: Any]] = [
            [AVEncoderBitRateKey: 16_000], [AVEncoderBitRatePerChannelKey: 32_000],
            [AVEncoderBitRateKey: 24_000, AVEncoderBitRateStrategyKey: constant],
            [AVEncoderBitRateStrategyKey: variable, AVEncoderAudioQualityForVBRKey: AVAudioQuality.min.rawValue],
            [AVEncoderBitRateStrategyKey: variable, AVEncoderAudioQualityForVBRKey: AVAudioQuality.max.rawValue],
            [AVEncoderBitRateKey: 32_000, AVEncoderAudioQualityKey: AVAudioQuality.min.rawValue],
        ]
        var all: [[Float]] = []
        for row in rows {
            let aac: [String: Any] = [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 8000, AVNumberOfChannelsKey: 1,
            ]
            let settings = aac.merging(row) { $1 }
            let stage = try RecorderStage("a.m4a", settings)
            #expect(stage.recorder.record() && stage.bring(sound))
            stage.recorder.stop()
            let recorded = try stage.read()
            let file = try AVAudioFile(forWriting: stage.folder.place("b.m4a"), settings: settings)
            try file.write(from: Sample.buffer([sound], rate: 8000))
            file.close()
            #expect(try AVAudioFile(forReading: stage.folder.place("b.m4a")).rest()[0] == recorded, "\(row)")
            all.append(recorded)
        }
        // Each bit rate is another sound; so are the two variable ones, and a quality of the same rate.
        #expect(Set(all[...2]).count == 3 && all[3] != all[4] && all[1] != all[5])
    }
}
