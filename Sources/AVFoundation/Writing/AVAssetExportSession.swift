import AudioCore
import AudioToolbox
public import CoreMedia
public import Foundation

/// The preset of an export to AAC in an M4A file.
public let AVAssetExportPresetAppleM4A = "AVAssetExportPresetAppleM4A"
/// The preset of an export of the sound as it is stored.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"

/// Writes the sound of an asset into a new file.
open class AVAssetExportSession: NSObject, @unchecked Sendable {
    /// How far an export is. The raw values differ from those of `AVAssetReader.Status`.
    public enum Status: Int, Sendable {
        /// It has not been started.
        case unknown = 0
        /// It has been started.
        case waiting = 1
        /// It is being done.
        case exporting = 2
        /// The file is complete.
        case completed = 3
        /// It cannot go on: `error` says why.
        case failed = 4
        /// It was stopped by `cancelExport()`.
        case cancelled = 5
    }

    private struct State: @unchecked Sendable {
        var status = Status.unknown
        var error: (any Error)?
        var progress: Float = 0
        var url: URL?
        var type: AVFileType?
        var range = CMTimeRange(start: .zero, duration: .positiveInfinity)
        var mix: AVAudioMix?
        var metadata: [AVMetadataItem]?
        var isCancelled = false
    }

    private let source: AVAsset
    private let preset: String
    private let state = LockedValue(State())

    /// Makes an export.
    ///
    /// - Parameters:
    ///   - asset: the asset.
    ///   - presetName: `AVAssetExportPresetAppleM4A` or `AVAssetExportPresetPassthrough`. Nil for another.
    public init?(asset: AVAsset, presetName: String) {
        guard Self.allExportPresets().contains(presetName) else { return nil }
        (source, preset) = (asset, presetName)
        super.init()
    }

    /// Exports are of an asset.
    @available(*, unavailable)
    public override init() { fatalError("an export is of an asset") }

    /// All presets.
    ///
    /// - Returns: their names.
    open class func allExportPresets() -> [String] { [AVAssetExportPresetAppleM4A, AVAssetExportPresetPassthrough] }

    /// The presets for an asset. Reads the asset.
    ///
    /// - Parameter asset: the asset.
    /// - Returns: their names; none for an asset that cannot be read.
    open class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
        asset.isExportable ? allExportPresets() : []
    }

    /// The asset.
    open var asset: AVAsset { source }
    /// The name of the preset.
    open var presetName: String { preset }
    /// How far the export is.
    open var status: Status { state.withLock { $0.status } }
    /// Why the export has failed; nil otherwise.
    open var error: (any Error)? { state.withLock { $0.error } }
    /// How much has been done, from 0 to 1.
    open var progress: Float { state.withLock { $0.progress } }
    /// The types of files that the export can write.
    open var supportedFileTypes: [AVFileType] {
        preset == AVAssetExportPresetAppleM4A ? [.m4a] : WrittenFile.all.filter { $0 != .ac3 }
    }
    /// Finds the types of files that the export can write.
    ///
    /// - Parameter handler: called once, on another thread, with the types; none for an asset that cannot be read.
    open func determineCompatibleFileTypes(completionHandler handler: @escaping @Sendable ([AVFileType]) -> Void) {
        Inspection.later { handler(self.source.isExportable ? self.supportedFileTypes : []) }
    }

    /// Where the file is to be. There must be none.
    open var outputURL: URL? {
        get { state.withLock { $0.url } }
        set { state.withLock { $0.url = newValue } }
    }
    /// The type of the file: one of `supportedFileTypes`. Nil for the first.
    open var outputFileType: AVFileType? {
        get { state.withLock { $0.type } }
        set {
            requireAsset(
                newValue.map { supportedFileTypes.contains($0) } ?? true, "the output file type is not supported")
            state.withLock { $0.type = newValue }
        }
    }
    /// From when until when to export; at first all of the asset. A passthrough begins and ends at packets.
    open var timeRange: CMTimeRange {
        get { state.withLock { $0.range } }
        set { state.withLock { $0.range = newValue } }
    }
    /// How the sound is mixed: a copy; nil for as it is. A passthrough fails with one.
    open var audioMix: AVAudioMix? {
        get { state.withLock { $0.mix } }
        set {
            let copy = newValue?.copy() as? AVAudioMix
            state.set(\.mix, to: copy)
        }
    }

    /// The metadata of the file; nil for that of the asset.
    open var metadata: [AVMetadataItem]? {
        get { state.withLock { $0.metadata } }
        set { state.set(\.metadata, to: newValue) }
    }

    /// Begins to export. Ends the program the second time.
    ///
    /// - Parameter handler: called once, on another thread, when the file is complete, has failed or was cancelled: `status` says which.
    open func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
        requireAsset(status == .unknown, "an export session exports once")
        state.withLock { $0.status = .waiting }
        Inspection.later {
            self.run()
            handler()
        }
    }

    /// Exports, and waits for it.
    open func export() async {
        await withCheckedContinuation { continuation in exportAsynchronously { continuation.resume() } }
    }

    /// Stops the export. No file is left.
    open func cancelExport() { state.withLock { $0.isCancelled = true } }

    private func run() {
        state.withLock { $0.status = .exporting }
        do {
            let isWhole = try write()
            state.withLock { state in
                (state.status, state.progress) = isWhole ? (.completed, 1) : (.cancelled, state.progress)
            }
        } catch { state.withLock { state in (state.status, state.error) = (.failed, error) } }
    }

    /// Returns false where it was cancelled.
    private func write() throws -> Bool {
        let wanted = state.withLock { $0 }
        guard let url = wanted.url else {
            throw AVError(.operationNotAllowed, userInfo: [NSLocalizedFailureReasonErrorKey: "there is no output URL"])
        }
        guard wanted.range.start.isNumeric, wanted.range.duration.isValid else {
            throw AVError(
                .operationNotAllowed, userInfo: [NSLocalizedFailureReasonErrorKey: "the time range is not valid"])
        }
        let contents = try source.inspection.contents()
        let tracks = source.tracks.filter { $0.isEnabled && $0.mediaType == .audio }
        guard let first = tracks.first else {
            throw AVError(
                .operationNotSupportedForAsset,
                userInfo: [NSLocalizedFailureReasonErrorKey: "the asset has no track of sound"])
        }
        let isPassthrough = preset == AVAssetExportPresetPassthrough
        if isPassthrough, wanted.mix != nil { throw AVError(.operationNotAllowed) }
        let writer = try AVAssetWriter(outputURL: url, fileType: wanted.type ?? supportedFileTypes[0])
        writer.metadata = wanted.metadata ?? contents.metadata
        let input = AVAssetWriterInput(
            mediaType: .audio, outputSettings: isPassthrough ? nil : Self.settings(tracks))
        let reader = try AVAssetReader(asset: source)
        let output: AVAssetReaderOutput
        if isPassthrough {
            output = AVAssetReaderTrackOutput(track: first, outputSettings: nil)
        } else {
            let mixed = AVAssetReaderAudioMixOutput(audioTracks: tracks, audioSettings: nil)
            mixed.audioMix = wanted.mix
            output = mixed
        }
        reader.timeRange = wanted.range
        reader.add(output)
        writer.add(input)
        guard reader.startReading() else { throw reader.error ?? AVError(.exportFailed) }
        guard writer.startWriting() else { throw writer.error ?? AVError(.exportFailed) }
        writer.startSession(atSourceTime: .zero)
        while let buffer = output.copyNextSampleBuffer(), !state.withLock({ $0.isCancelled }) {
            guard input.append(buffer) else { break }
            let done = (buffer.presentationTimeStamp + buffer.duration).seconds / max(contents.duration.seconds, 1e-9)
            if done.isFinite { state.withLock { $0.progress = min(max($0.progress, Float(done)), 1) } }
        }
        if state.withLock({ $0.isCancelled }) || reader.status == .failed || writer.status == .failed {
            writer.cancelWriting()
            if writer.status == .failed { try? FileManager.default.removeItem(at: url) }
            if let error = reader.error ?? writer.error { throw error }
            return false
        }
        writer.finish()
        if let error = writer.error {
            try? FileManager.default.removeItem(at: url)
            throw error
        }
        return true
    }

    /// AAC at the tracks' highest rate, of one or two channels, with the encoder's own bit rate.
    private static func settings(_ tracks: [AVAssetTrack]) -> [String: Any] {
        let formats = tracks.compactMap { try? $0.loadedContents().format }
        let channels = min(2, formats.map(\.channels).max() ?? 2)
        return [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVNumberOfChannelsKey: channels,
            AVSampleRateKey: min(48_000, formats.map(\.sampleRate).max() ?? 44_100),
        ]
    }
}
