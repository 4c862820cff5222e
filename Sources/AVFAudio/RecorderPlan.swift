import AudioCore
import AudioFiles
import Foundation
import PlaybackAndRecording

/// What a recorder's file will be. What its settings leave open is the device's, once the file is made.
final class RecorderPlan: @unchecked Sendable {
    /// Not changed.
    private let settings: [String: Any]
    private let name: String
    private let known: LockedValue<NewFile>
    /// How the device's sample rate is converted.
    let conversion: [ConverterSetting]

    /// - Throws: as `NewFile`; `unsupportedDataFormat` for what cannot be recorded.
    init(_ given: [String: Any], extension name: String) throws(AudioError) {
        let settings = try Self.leavingOpen(given)
        (self.settings, self.name) = (settings, name)
        known = LockedValue(try Self.likely(settings, name))
        conversion = try FormatSettings(settings).rateSettings()
    }

    /// The settings without a rate or a number of channels of 0, which stands for the device's.
    private static func leavingOpen(_ given: [String: Any]) throws(AudioError) -> [String: Any] {
        let numbers = try FormatSettings(given)
        var settings = given
        for key in [AVSampleRateKey, AVNumberOfChannelsKey] where try numbers.number(key) == 0 { settings[key] = nil }
        return settings
    }

    /// A plan until a device is asked: speech codecs have low rates alone.
    private static func likely(_ settings: [String: Any], _ name: String) throws(AudioError) -> NewFile {
        for rate in [48_000.0, 44_100, 16_000] {
            let plan = try? complete(settings, name, [AVSampleRateKey: rate, AVNumberOfChannelsKey: 1])
            if let plan { return plan }
        }
        return try complete(settings, name, [AVSampleRateKey: 8000.0, AVNumberOfChannelsKey: 1])
    }

    private static func complete(
        _ settings: [String: Any], _ name: String, _ missing: [String: Any]
    ) throws(AudioError) -> NewFile {
        let plan = try NewFile(settings.merging(missing) { own, _ in own }, extension: name)
        try plan.check()
        let format = plan.format
        do throws(AudioError) {
            try Recorder.check(.float32(sampleRate: format.sampleRate, channels: format.channels))
        } catch {
            throw .unsupportedDataFormat.because(error.reason)
        }
        return plan
    }

    /// As far as it is known.
    var file: NewFile { known.withLock { $0 } }

    /// Creates the file, in place of one that is there, to be written as Float32.
    ///
    /// - Parameter input: opens the device. Where there is none, the plan is made without it.
    /// - Throws: `outputSampleRate` where the device's rate is too far from the file's; what the encoder and the system have
    ///   against the file.
    func create(
        at place: FilePath, _ input: RecordingQueue.InputProvider
    ) throws(AudioError) -> ExtendedFile {
        let device = try? input(nil).format
        if let device { take(device) }
        let plan = file
        // Before the file that is there is lost.
        try plan.checkEncoder()
        if let device { try Recorder.check(plan.format, from: device) }
        let file = try plan.create(at: place)
        do throws(AudioError) {
            let held = file.file.format
            try file.setClientFormat(.float32(sampleRate: held.sampleRate, channels: held.channels))
            try plan.configure(file)
            return file
        } catch {
            try? file.dispose()
            throw error
        }
    }

    /// Takes the rate and the channels of the device where the settings leave them open, unless the file holds no sound like that.
    private func take(_ device: StreamFormat) {
        guard settings[AVSampleRateKey] == nil || settings[AVNumberOfChannelsKey] == nil else { return }
        let own: [String: Any] = [AVSampleRateKey: device.sampleRate, AVNumberOfChannelsKey: min(2, device.channels)]
        guard let plan = try? Self.complete(settings, name, own) else { return }
        known.withLock { $0 = plan }
    }
}
