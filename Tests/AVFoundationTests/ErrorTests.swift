import AVFoundation
import Foundation
import Testing

@Suite struct ErrorTests {
    private static let codes: [(AVError.Code, Int)] = [
        (AVError.unknown, -11800),
        (AVError.outOfMemory, -11801),
        (AVError.sessionNotRunning, -11803),
        (AVError.deviceAlreadyUsedByAnotherSession, -11804),
        (AVError.noDataCaptured, -11805),
        (AVError.sessionConfigurationChanged, -11806),
        (AVError.diskFull, -11807),
        (AVError.deviceWasDisconnected, -11808),
        (AVError.mediaChanged, -11809),
        (AVError.maximumDurationReached, -11810),
        (AVError.maximumFileSizeReached, -11811),
        (AVError.mediaDiscontinuity, -11812),
        (AVError.maximumNumberOfSamplesForFileFormatReached, -11813),
        (AVError.deviceNotConnected, -11814),
        (AVError.deviceInUseByAnotherApplication, -11815),
        (AVError.deviceLockedForConfigurationByAnotherProcess, -11817),
        (AVError.sessionWasInterrupted, -11818),
        (AVError.mediaServicesWereReset, -11819),
        (AVError.exportFailed, -11820),
        (AVError.decodeFailed, -11821),
        (AVError.invalidSourceMedia, -11822),
        (AVError.fileAlreadyExists, -11823),
        (AVError.compositionTrackSegmentsNotContiguous, -11824),
        (AVError.invalidCompositionTrackSegmentDuration, -11825),
        (AVError.invalidCompositionTrackSegmentSourceStartTime, -11826),
        (AVError.invalidCompositionTrackSegmentSourceDuration, -11827),
        (AVError.fileFormatNotRecognized, -11828),
        (AVError.fileFailedToParse, -11829),
        (AVError.maximumStillImageCaptureRequestsExceeded, -11830),
        (AVError.contentIsProtected, -11831),
        (AVError.noImageAtTime, -11832),
        (AVError.decoderNotFound, -11833),
        (AVError.encoderNotFound, -11834),
        (AVError.contentIsNotAuthorized, -11835),
        (AVError.applicationIsNotAuthorized, -11836),
        (AVError.deviceIsNotAvailableInBackground, -11837),
        (AVError.operationNotSupportedForAsset, -11838),
        (AVError.decoderTemporarilyUnavailable, -11839),
        (AVError.encoderTemporarilyUnavailable, -11840),
        (AVError.invalidVideoComposition, -11841),
        (AVError.referenceForbiddenByReferencePolicy, -11842),
        (AVError.invalidOutputURLPathExtension, -11843),
        (AVError.screenCaptureFailed, -11844),
        (AVError.displayWasDisabled, -11845),
        (AVError.torchLevelUnavailable, -11846),
        (AVError.operationInterrupted, -11847),
        (AVError.incompatibleAsset, -11848),
        (AVError.failedToLoadMediaData, -11849),
        (AVError.serverIncorrectlyConfigured, -11850),
        (AVError.applicationIsNotAuthorizedToUseDevice, -11852),
        (AVError.failedToParse, -11853),
        (AVError.fileTypeDoesNotSupportSampleReferences, -11854),
        (AVError.undecodableMediaData, -11855),
        (AVError.airPlayControllerRequiresInternet, -11856),
        (AVError.airPlayReceiverRequiresInternet, -11857),
        (AVError.videoCompositorFailed, -11858),
        (AVError.recordingAlreadyInProgress, -11859),
        (AVError.unsupportedOutputSettings, -11861),
        (AVError.operationNotAllowed, -11862),
        (AVError.contentIsUnavailable, -11863),
        (AVError.formatUnsupported, -11864),
        (AVError.malformedDepth, -11865),
        (AVError.contentNotUpdated, -11866),
        (AVError.noLongerPlayable, -11867),
        (AVError.noCompatibleAlternatesForExternalDisplay, -11868),
        (AVError.noSourceTrack, -11869),
        (AVError.externalPlaybackNotSupportedForAsset, -11870),
        (AVError.operationNotSupportedForPreset, -11871),
        (AVError.sessionHardwareCostOverage, -11872),
        (AVError.unsupportedDeviceActiveFormat, -11873),
        (AVError.incorrectlyConfigured, -11875),
        (AVError.segmentStartedWithNonSyncSample, -11876),
        (AVError.rosettaNotInstalled, -11877),
        (AVError.operationCancelled, -11878),
        (AVError.contentKeyRequestCancelled, -11879),
        (AVError.invalidSampleCursor, -11880),
        (AVError.failedToLoadSampleData, -11881),
        (AVError.airPlayReceiverTemporarilyUnavailable, -11882),
        (AVError.encodeFailed, -11883),
        (AVError.sandboxExtensionDenied, -11884),
    ]

    /// The numbers are those of AVError.h.
    @Test func codes() {
        for (code, number) in Self.codes { #expect(code.rawValue == number) }
        #expect(Set(Self.codes.map(\.1)).count == Self.codes.count)
    }

    @Test func anErrorIsAnNSErrorWithItsCode() {
        let error = AVError(.decodeFailed, userInfo: [AVErrorTimeKey: CMTime(value: 1, timescale: 2), "key": 7])
        let bridged = error as NSError
        #expect(bridged.domain == AVFoundationErrorDomain && AVError.errorDomain == AVFoundationErrorDomain)
        #expect(bridged.code == -11821 && error.errorCode == -11821 && bridged.userInfo["key"] as? Int == 7)
        #expect(error.time == CMTime(value: 1, timescale: 2) && error.errorUserInfo.count == 2)
        #expect(error == AVError(.decodeFailed) && error != AVError(.unknown))
        #expect(error.hashValue == AVError(.decodeFailed).hashValue)
        do { throw error } catch AVError.decodeFailed {} catch { Issue.record("the pattern does not match") }
    }
}
