public import CoreMedia
public import Foundation

/// The domain of the errors of assets, readers, writers and players.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// An error of assets, readers, writers and players.
public struct AVError: CustomNSError, Hashable, Error {
    /// What went wrong. The numbers are those of Apple's AVError.h.
    public enum Code: Int, Sendable {
        case unknown = -11800
        case outOfMemory = -11801
        case sessionNotRunning = -11803
        case deviceAlreadyUsedByAnotherSession = -11804
        case noDataCaptured = -11805
        case sessionConfigurationChanged = -11806
        case diskFull = -11807
        case deviceWasDisconnected = -11808
        case mediaChanged = -11809
        case maximumDurationReached = -11810
        case maximumFileSizeReached = -11811
        case mediaDiscontinuity = -11812
        case maximumNumberOfSamplesForFileFormatReached = -11813
        case deviceNotConnected = -11814
        case deviceInUseByAnotherApplication = -11815
        case deviceLockedForConfigurationByAnotherProcess = -11817
        case sessionWasInterrupted = -11818
        case mediaServicesWereReset = -11819
        case exportFailed = -11820
        case decodeFailed = -11821
        case invalidSourceMedia = -11822
        case fileAlreadyExists = -11823
        case compositionTrackSegmentsNotContiguous = -11824
        case invalidCompositionTrackSegmentDuration = -11825
        case invalidCompositionTrackSegmentSourceStartTime = -11826
        case invalidCompositionTrackSegmentSourceDuration = -11827
        case fileFormatNotRecognized = -11828
        case fileFailedToParse = -11829
        case maximumStillImageCaptureRequestsExceeded = -11830
        case contentIsProtected = -11831
        case noImageAtTime = -11832
        case decoderNotFound = -11833
        case encoderNotFound = -11834
        case contentIsNotAuthorized = -11835
        case applicationIsNotAuthorized = -11836
        case deviceIsNotAvailableInBackground = -11837
        case operationNotSupportedForAsset = -11838
        case decoderTemporarilyUnavailable = -11839
        case encoderTemporarilyUnavailable = -11840
        case invalidVideoComposition = -11841
        case referenceForbiddenByReferencePolicy = -11842
        case invalidOutputURLPathExtension = -11843
        case screenCaptureFailed = -11844
        case displayWasDisabled = -11845
        case torchLevelUnavailable = -11846
        case operationInterrupted = -11847
        case incompatibleAsset = -11848
        case failedToLoadMediaData = -11849
        case serverIncorrectlyConfigured = -11850
        case applicationIsNotAuthorizedToUseDevice = -11852
        case failedToParse = -11853
        case fileTypeDoesNotSupportSampleReferences = -11854
        case undecodableMediaData = -11855
        case airPlayControllerRequiresInternet = -11856
        case airPlayReceiverRequiresInternet = -11857
        case videoCompositorFailed = -11858
        case recordingAlreadyInProgress = -11859
        case unsupportedOutputSettings = -11861
        case operationNotAllowed = -11862
        case contentIsUnavailable = -11863
        case formatUnsupported = -11864
        case malformedDepth = -11865
        case contentNotUpdated = -11866
        case noLongerPlayable = -11867
        case noCompatibleAlternatesForExternalDisplay = -11868
        case noSourceTrack = -11869
        case externalPlaybackNotSupportedForAsset = -11870
        case operationNotSupportedForPreset = -11871
        case sessionHardwareCostOverage = -11872
        case unsupportedDeviceActiveFormat = -11873
        case incorrectlyConfigured = -11875
        case segmentStartedWithNonSyncSample = -11876
        case rosettaNotInstalled = -11877
        case operationCancelled = -11878
        case contentKeyRequestCancelled = -11879
        case invalidSampleCursor = -11880
        case failedToLoadSampleData = -11881
        case airPlayReceiverTemporarilyUnavailable = -11882
        case encodeFailed = -11883
        case sandboxExtensionDenied = -11884

        /// Whether an error has the code, so that a code can be the pattern of a `catch`.
        ///
        /// - Parameters:
        ///   - lhs: the code.
        ///   - rhs: the error.
        /// - Returns: true if it has.
        public static func ~= (lhs: Code, rhs: any Error) -> Bool { (rhs as? AVError)?.code == lhs }
    }

    /// What went wrong.
    public let code: Code
    /// More on it, by the keys of `NSError`.
    public var userInfo: [String: Any] { info.value }
    private let info: Info

    private struct Info: @unchecked Sendable {
        let value: [String: Any]
    }

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: what went wrong.
    ///   - userInfo: more on it, by the keys of `NSError`.
    public init(_ code: Code, userInfo: [String: Any] = [:]) { (self.code, info) = (code, Info(value: userInfo)) }

    /// `AVFoundationErrorDomain`.
    public static var errorDomain: String { AVFoundationErrorDomain }
    /// The number of the code.
    public var errorCode: Int { code.rawValue }
    /// More on the error, by the keys of `NSError`.
    public var errorUserInfo: [String: Any] { userInfo }

    /// The time that the error is about; nil for none.
    public var time: CMTime? { userInfo[AVErrorTimeKey] as? CMTime }

    /// Whether two errors have one code.
    ///
    /// - Parameters:
    ///   - lhs: an error.
    ///   - rhs: another.
    /// - Returns: true if they have.
    public static func == (lhs: AVError, rhs: AVError) -> Bool { lhs.code == rhs.code }

    /// Hashes the code.
    ///
    /// - Parameter hasher: what takes the value.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

/// Under which an error has the time that it is about.
public let AVErrorTimeKey = "AVErrorTimeKey"

extension AVError {
    /// The error -11800: unknown.
    public static var unknown: Code { .unknown }
    /// The error -11801: out of memory.
    public static var outOfMemory: Code { .outOfMemory }
    /// The error -11803: session not running.
    public static var sessionNotRunning: Code { .sessionNotRunning }
    /// The error -11804: device already used by another session.
    public static var deviceAlreadyUsedByAnotherSession: Code { .deviceAlreadyUsedByAnotherSession }
    /// The error -11805: no data captured.
    public static var noDataCaptured: Code { .noDataCaptured }
    /// The error -11806: session configuration changed.
    public static var sessionConfigurationChanged: Code { .sessionConfigurationChanged }
    /// The error -11807: disk full.
    public static var diskFull: Code { .diskFull }
    /// The error -11808: device was disconnected.
    public static var deviceWasDisconnected: Code { .deviceWasDisconnected }
    /// The error -11809: media changed.
    public static var mediaChanged: Code { .mediaChanged }
    /// The error -11810: maximum duration reached.
    public static var maximumDurationReached: Code { .maximumDurationReached }
    /// The error -11811: maximum file size reached.
    public static var maximumFileSizeReached: Code { .maximumFileSizeReached }
    /// The error -11812: media discontinuity.
    public static var mediaDiscontinuity: Code { .mediaDiscontinuity }
    /// The error -11813: maximum number of samples for file format reached.
    public static var maximumNumberOfSamplesForFileFormatReached: Code { .maximumNumberOfSamplesForFileFormatReached }
    /// The error -11814: device not connected.
    public static var deviceNotConnected: Code { .deviceNotConnected }
    /// The error -11815: device in use by another application.
    public static var deviceInUseByAnotherApplication: Code { .deviceInUseByAnotherApplication }
    /// The error -11817: device locked for configuration by another process.
    public static var deviceLockedForConfigurationByAnotherProcess: Code {
        .deviceLockedForConfigurationByAnotherProcess
    }
    /// The error -11818: session was interrupted.
    public static var sessionWasInterrupted: Code { .sessionWasInterrupted }
    /// The error -11819: media services were reset.
    public static var mediaServicesWereReset: Code { .mediaServicesWereReset }
    /// The error -11820: export failed.
    public static var exportFailed: Code { .exportFailed }
    /// The error -11821: decode failed.
    public static var decodeFailed: Code { .decodeFailed }
    /// The error -11822: invalid source media.
    public static var invalidSourceMedia: Code { .invalidSourceMedia }
    /// The error -11823: file already exists.
    public static var fileAlreadyExists: Code { .fileAlreadyExists }
    /// The error -11824: composition track segments not contiguous.
    public static var compositionTrackSegmentsNotContiguous: Code { .compositionTrackSegmentsNotContiguous }
    /// The error -11825: invalid composition track segment duration.
    public static var invalidCompositionTrackSegmentDuration: Code { .invalidCompositionTrackSegmentDuration }
    /// The error -11826: invalid composition track segment source start time.
    public static var invalidCompositionTrackSegmentSourceStartTime: Code {
        .invalidCompositionTrackSegmentSourceStartTime
    }
    /// The error -11827: invalid composition track segment source duration.
    public static var invalidCompositionTrackSegmentSourceDuration: Code {
        .invalidCompositionTrackSegmentSourceDuration
    }
    /// The error -11828: file format not recognized.
    public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
    /// The error -11829: file failed to parse.
    public static var fileFailedToParse: Code { .fileFailedToParse }
    /// The error -11830: maximum still image capture requests exceeded.
    public static var maximumStillImageCaptureRequestsExceeded: Code { .maximumStillImageCaptureRequestsExceeded }
    /// The error -11831: content is protected.
    public static var contentIsProtected: Code { .contentIsProtected }
    /// The error -11832: no image at time.
    public static var noImageAtTime: Code { .noImageAtTime }
    /// The error -11833: decoder not found.
    public static var decoderNotFound: Code { .decoderNotFound }
    /// The error -11834: encoder not found.
    public static var encoderNotFound: Code { .encoderNotFound }
    /// The error -11835: content is not authorized.
    public static var contentIsNotAuthorized: Code { .contentIsNotAuthorized }
    /// The error -11836: application is not authorized.
    public static var applicationIsNotAuthorized: Code { .applicationIsNotAuthorized }
    /// The error -11837: device is not available in background.
    public static var deviceIsNotAvailableInBackground: Code { .deviceIsNotAvailableInBackground }
    /// The error -11838: operation not supported for asset.
    public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }
    /// The error -11839: decoder temporarily unavailable.
    public static var decoderTemporarilyUnavailable: Code { .decoderTemporarilyUnavailable }
    /// The error -11840: encoder temporarily unavailable.
    public static var encoderTemporarilyUnavailable: Code { .encoderTemporarilyUnavailable }
    /// The error -11841: invalid video composition.
    public static var invalidVideoComposition: Code { .invalidVideoComposition }
    /// The error -11842: reference forbidden by reference policy.
    public static var referenceForbiddenByReferencePolicy: Code { .referenceForbiddenByReferencePolicy }
    /// The error -11843: invalid output uRLPath extension.
    public static var invalidOutputURLPathExtension: Code { .invalidOutputURLPathExtension }
    /// The error -11844: screen capture failed.
    public static var screenCaptureFailed: Code { .screenCaptureFailed }
    /// The error -11845: display was disabled.
    public static var displayWasDisabled: Code { .displayWasDisabled }
    /// The error -11846: torch level unavailable.
    public static var torchLevelUnavailable: Code { .torchLevelUnavailable }
    /// The error -11847: operation interrupted.
    public static var operationInterrupted: Code { .operationInterrupted }
    /// The error -11848: incompatible asset.
    public static var incompatibleAsset: Code { .incompatibleAsset }
    /// The error -11849: failed to load media data.
    public static var failedToLoadMediaData: Code { .failedToLoadMediaData }
    /// The error -11850: server incorrectly configured.
    public static var serverIncorrectlyConfigured: Code { .serverIncorrectlyConfigured }
    /// The error -11852: application is not authorized to use device.
    public static var applicationIsNotAuthorizedToUseDevice: Code { .applicationIsNotAuthorizedToUseDevice }
    /// The error -11853: failed to parse.
    public static var failedToParse: Code { .failedToParse }
    /// The error -11854: file type does not support sample references.
    public static var fileTypeDoesNotSupportSampleReferences: Code { .fileTypeDoesNotSupportSampleReferences }
    /// The error -11855: undecodable media data.
    public static var undecodableMediaData: Code { .undecodableMediaData }
    /// The error -11856: AirPlay controller requires internet.
    public static var airPlayControllerRequiresInternet: Code { .airPlayControllerRequiresInternet }
    /// The error -11857: AirPlay receiver requires internet.
    public static var airPlayReceiverRequiresInternet: Code { .airPlayReceiverRequiresInternet }
    /// The error -11858: video compositor failed.
    public static var videoCompositorFailed: Code { .videoCompositorFailed }
    /// The error -11859: recording already in progress.
    public static var recordingAlreadyInProgress: Code { .recordingAlreadyInProgress }
    /// The error -11861: unsupported output settings.
    public static var unsupportedOutputSettings: Code { .unsupportedOutputSettings }
    /// The error -11862: operation not allowed.
    public static var operationNotAllowed: Code { .operationNotAllowed }
    /// The error -11863: content is unavailable.
    public static var contentIsUnavailable: Code { .contentIsUnavailable }
    /// The error -11864: format unsupported.
    public static var formatUnsupported: Code { .formatUnsupported }
    /// The error -11865: malformed depth.
    public static var malformedDepth: Code { .malformedDepth }
    /// The error -11866: content not updated.
    public static var contentNotUpdated: Code { .contentNotUpdated }
    /// The error -11867: no longer playable.
    public static var noLongerPlayable: Code { .noLongerPlayable }
    /// The error -11868: no compatible alternates for external display.
    public static var noCompatibleAlternatesForExternalDisplay: Code { .noCompatibleAlternatesForExternalDisplay }
    /// The error -11869: no source track.
    public static var noSourceTrack: Code { .noSourceTrack }
    /// The error -11870: external playback not supported for asset.
    public static var externalPlaybackNotSupportedForAsset: Code { .externalPlaybackNotSupportedForAsset }
    /// The error -11871: operation not supported for preset.
    public static var operationNotSupportedForPreset: Code { .operationNotSupportedForPreset }
    /// The error -11872: session hardware cost overage.
    public static var sessionHardwareCostOverage: Code { .sessionHardwareCostOverage }
    /// The error -11873: unsupported device active format.
    public static var unsupportedDeviceActiveFormat: Code { .unsupportedDeviceActiveFormat }
    /// The error -11875: incorrectly configured.
    public static var incorrectlyConfigured: Code { .incorrectlyConfigured }
    /// The error -11876: segment started with non sync sample.
    public static var segmentStartedWithNonSyncSample: Code { .segmentStartedWithNonSyncSample }
    /// The error -11877: rosetta not installed.
    public static var rosettaNotInstalled: Code { .rosettaNotInstalled }
    /// The error -11878: operation cancelled.
    public static var operationCancelled: Code { .operationCancelled }
    /// The error -11879: content key request cancelled.
    public static var contentKeyRequestCancelled: Code { .contentKeyRequestCancelled }
    /// The error -11880: invalid sample cursor.
    public static var invalidSampleCursor: Code { .invalidSampleCursor }
    /// The error -11881: failed to load sample data.
    public static var failedToLoadSampleData: Code { .failedToLoadSampleData }
    /// The error -11882: AirPlay receiver temporarily unavailable.
    public static var airPlayReceiverTemporarilyUnavailable: Code { .airPlayReceiverTemporarilyUnavailable }
    /// The error -11883: encode failed.
    public static var encodeFailed: Code { .encodeFailed }
    /// The error -11884: sandbox extension denied.
    public static var sandboxExtensionDenied: Code { .sandboxExtensionDenied }
}
