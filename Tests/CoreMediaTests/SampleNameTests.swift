import CoreMedia
import Foundation
import Testing

/// Names and numbers of Core Media's headers.
@Suite struct SampleNameTests {
    @Test func attachmentsOfBuffers() {
        let names: [(CFString, CMSampleBuffer.AttachmentKey, String)] = [
            (
                kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding, .resetDecoderBeforeDecoding,
                "ResetDecoderBeforeDecoding"
            ),
            (kCMSampleBufferAttachmentKey_DrainAfterDecoding, .drainAfterDecoding, "DrainAfterDecoding"),
            (
                kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed, .postNotificationWhenConsumed,
                "PostNotificationWhenConsumed"
            ),
            (kCMSampleBufferAttachmentKey_ResumeOutput, .resumeOutput, "ResumeOutput"),
            (kCMSampleBufferAttachmentKey_TransitionID, .transitionID, "TransitionID"),
            (kCMSampleBufferAttachmentKey_TrimDurationAtStart, .trimDurationAtStart, "TrimDurationAtStart"),
            (kCMSampleBufferAttachmentKey_TrimDurationAtEnd, .trimDurationAtEnd, "TrimDurationAtEnd"),
            (kCMSampleBufferAttachmentKey_SpeedMultiplier, .speedMultiplier, "SpeedMultiplier"),
            (kCMSampleBufferAttachmentKey_Reverse, .reverse, "Reverse"),
            (
                kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence, .fillDiscontinuitiesWithSilence,
                "FillDiscontinuitiesWithSilence"
            ),
            (kCMSampleBufferAttachmentKey_EmptyMedia, .emptyMedia, "EmptyMedia"),
            (kCMSampleBufferAttachmentKey_PermanentEmptyMedia, .permanentEmptyMedia, "PermanentEmptyMedia"),
            (
                kCMSampleBufferAttachmentKey_DisplayEmptyMediaImmediately, .displayEmptyMediaImmediately,
                "DisplayEmptyMediaImmediately"
            ),
            (
                kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration, .endsPreviousSampleDuration,
                "EndsPreviousSampleDuration"
            ),
            (kCMSampleBufferAttachmentKey_SampleReferenceURL, .sampleReferenceURL, "SampleReferenceURL"),
            (
                kCMSampleBufferAttachmentKey_SampleReferenceByteOffset, .sampleReferenceByteOffset,
                "SampleReferenceByteOffset"
            ),
            (kCMSampleBufferAttachmentKey_GradualDecoderRefresh, .gradualDecoderRefresh, "GradualDecoderRefresh"),
            (kCMSampleBufferAttachmentKey_DroppedFrameReason, .droppedFrameReason, "DroppedFrameReason"),
            (kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo, .droppedFrameReasonInfo, "DroppedFrameReasonInfo"),
            (
                kCMSampleBufferAttachmentKey_StillImageLensStabilizationInfo, .stillImageLensStabilizationInfo,
                "StillImageLensStabilizationInfo"
            ),
            (kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix, .cameraIntrinsicMatrix, "CameraIntrinsicMatrix"),
            (kCMSampleBufferAttachmentKey_ForceKeyFrame, .forceKeyFrame, "ForceKeyFrame"),
        ]
        for (constant, key, text) in names { #expect(constant == key.rawValue && String(describing: constant) == text) }
    }

    @Test func attachmentsOfSamples() {
        let names: [(CFString, CMSampleBuffer.PerSampleAttachmentsDictionary.Key, String)] = [
            (kCMSampleAttachmentKey_NotSync, .notSync, "NotSync"),
            (kCMSampleAttachmentKey_PartialSync, .partialSync, "PartialSync"),
            (kCMSampleAttachmentKey_HasRedundantCoding, .hasRedundantCoding, "HasRedundantCoding"),
            (kCMSampleAttachmentKey_IsDependedOnByOthers, .isDependedOnByOthers, "IsDependedOnByOthers"),
            (kCMSampleAttachmentKey_DependsOnOthers, .dependsOnOthers, "DependsOnOthers"),
            (
                kCMSampleAttachmentKey_EarlierDisplayTimesAllowed, .earlierDisplayTimesAllowed,
                "EarlierDisplayTimesAllowed"
            ),
            (kCMSampleAttachmentKey_DisplayImmediately, .displayImmediately, "DisplayImmediately"),
            (kCMSampleAttachmentKey_DoNotDisplay, .doNotDisplay, "DoNotDisplay"),
            (kCMSampleAttachmentKey_HEVCTemporalLevelInfo, .hevcTemporalLevelInfo, "HEVCTemporalLevelInfo"),
            (
                kCMSampleAttachmentKey_HEVCTemporalSubLayerAccess, .hevcTemporalSubLayerAccess,
                "HEVCTemporalSubLayerAccess"
            ),
            (
                kCMSampleAttachmentKey_HEVCStepwiseTemporalSubLayerAccess, .hevcStepwiseTemporalSubLayerAccess,
                "HEVCStepwiseTemporalSubLayerAccess"
            ),
            (kCMSampleAttachmentKey_HEVCSyncSampleNALUnitType, .hevcSyncSampleNALUnitType, "HEVCSyncSampleNALUnitType"),
            (
                kCMSampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount,
                .audioIndependentSampleDecoderRefreshCount, "AudioIndependentSampleDecoderRefreshCount"
            ),
        ]
        for (constant, key, text) in names { #expect(constant == key.rawValue && String(describing: constant) == text) }
    }

    @Test func errors() {
        let errors: [(OSStatus, NSError, Int)] = [
            (kCMSampleBufferError_AllocationFailed, CMSampleBuffer.Error.allocationFailed, -12730),
            (kCMSampleBufferError_RequiredParameterMissing, CMSampleBuffer.Error.requiredParameterMissing, -12731),
            (kCMSampleBufferError_AlreadyHasDataBuffer, CMSampleBuffer.Error.alreadyHasDataBuffer, -12732),
            (kCMSampleBufferError_BufferNotReady, CMSampleBuffer.Error.bufferNotReady, -12733),
            (kCMSampleBufferError_SampleIndexOutOfRange, CMSampleBuffer.Error.sampleIndexOutOfRange, -12734),
            (kCMSampleBufferError_BufferHasNoSampleSizes, CMSampleBuffer.Error.bufferHasNoSampleSizes, -12735),
            (
                kCMSampleBufferError_BufferHasNoSampleTimingInfo, CMSampleBuffer.Error.bufferHasNoSampleTimingInfo,
                -12736
            ),
            (kCMSampleBufferError_ArrayTooSmall, CMSampleBuffer.Error.arrayTooSmall, -12737),
            (kCMSampleBufferError_InvalidEntryCount, CMSampleBuffer.Error.invalidEntryCount, -12738),
            (kCMSampleBufferError_CannotSubdivide, CMSampleBuffer.Error.cannotSubdivide, -12739),
            (kCMSampleBufferError_SampleTimingInfoInvalid, CMSampleBuffer.Error.sampleTimingInfoInvalid, -12740),
            (
                kCMSampleBufferError_InvalidMediaTypeForOperation, CMSampleBuffer.Error.invalidMediaTypeForOperation,
                -12741
            ),
            (kCMSampleBufferError_InvalidSampleData, CMSampleBuffer.Error.invalidSampleData, -12742),
            (kCMSampleBufferError_InvalidMediaFormat, CMSampleBuffer.Error.invalidMediaFormat, -12743),
            (kCMSampleBufferError_Invalidated, CMSampleBuffer.Error.invalidated, -12744),
            (kCMSampleBufferError_DataFailed, CMSampleBuffer.Error.dataFailed, -16750),
            (kCMSampleBufferError_DataCanceled, CMSampleBuffer.Error.dataCanceled, -16751),
        ]
        for (status, error, number) in errors {
            #expect(Int(status) == number && error.code == number && error.domain == NSOSStatusErrorDomain)
        }
        #expect(
            String(describing: kCMSampleBufferNotification_DataBecameReady) == CMSampleBuffer.dataBecameReady.rawValue)
        #expect(String(describing: kCMSampleBufferNotification_DataFailed) == CMSampleBuffer.dataFailed.rawValue)
        #expect(kCMSampleBufferNotificationParameter_OSStatus == "OSStatus")
        #expect(CMSampleBuffer.Flags(rawValue: 1) == .audioBufferListAssure16ByteAlignment)
    }

    @Test func kindsAndCodings() {
        let kinds: [(CMMediaType, CMFormatDescription.MediaType, String)] = [
            (kCMMediaType_Video, .video, "vide"),
            (kCMMediaType_Audio, .audio, "soun"),
            (kCMMediaType_Muxed, .muxed, "muxx"),
            (kCMMediaType_Text, .text, "text"),
            (kCMMediaType_ClosedCaption, .closedCaption, "clcp"),
            (kCMMediaType_Subtitle, .subtitle, "sbtl"),
            (kCMMediaType_TimeCode, .timeCode, "tmcd"),
            (kCMMediaType_Metadata, .metadata, "meta"),
        ]
        for (number, kind, text) in kinds {
            #expect(kind.rawValue == number && number == text.utf8.reduce(0) { $0 << 8 | UInt32($1) })
        }
        let codings: [(FourCharCode, CMFormatDescription.MediaSubType)] = [
            (kAudioFormatLinearPCM, .linearPCM),
            (kAudioFormatAC3, .ac3),
            (kAudioFormatEnhancedAC3, .enhancedAC3),
            (kAudioFormatAppleIMA4, .appleIMA4),
            (kAudioFormatMPEG4AAC, .mpeg4AAC),
            (kAudioFormatMPEG4AAC_HE, .mpeg4AAC_HE),
            (kAudioFormatMPEG4AAC_HE_V2, .mpeg4AAC_HE_V2),
            (kAudioFormatMPEG4AAC_LD, .mpeg4AAC_LD),
            (kAudioFormatMPEG4AAC_ELD, .mpeg4AAC_ELD),
            (kAudioFormatULaw, .uLaw),
            (kAudioFormatALaw, .aLaw),
            (kAudioFormatMPEGLayer1, .mpegLayer1),
            (kAudioFormatMPEGLayer2, .mpegLayer2),
            (kAudioFormatMPEGLayer3, .mpegLayer3),
            (kAudioFormatAppleLossless, .appleLossless),
            (kAudioFormatFLAC, .flac),
            (kAudioFormatOpus, .opus),
            (kAudioFormatAMR, .amr),
            (kAudioFormatAMR_WB, .amr_WB),
            (kAudioFormatiLBC, .iLBC),
            (kAudioFormatMicrosoftGSM, .microsoftGSM),
            (kAudioFormatDVIIntelIMA, .dviIntelIMA),
            (kCMVideoCodecType_JPEG, .jpeg),
            (kCMVideoCodecType_H263, .h263),
            (kCMVideoCodecType_H264, .h264),
            (kCMVideoCodecType_HEVC, .hevc),
            (kCMVideoCodecType_MPEG4Video, .mpeg4Video),
            (kCMVideoCodecType_MPEG2Video, .mpeg2Video),
            (kCMVideoCodecType_MPEG1Video, .mpeg1Video),
            (kCMVideoCodecType_AppleProRes422, .proRes422),
            (kCMVideoCodecType_AppleProRes4444, .proRes4444),
        ]
        for (number, coding) in codings { #expect(coding.rawValue == number) }
        let codec: CMVideoCodecType = kCMVideoCodecType_VP9
        #expect(codec == 0x7670_3039 && kCMVideoCodecType_AV1 == 0x6176_3031)
    }

    @Test func descriptionsOfPictures() throws {
        var made: CMVideoFormatDescription?
        let extensions = ["key": 7] as NSDictionary
        #expect(
            CMVideoFormatDescriptionCreate(
                allocator: nil, codecType: kCMVideoCodecType_H264, width: 640, height: 360, extensions: extensions,
                formatDescriptionOut: &made) == 0)
        let picture = try #require(made)
        #expect(
            picture.mediaType == .video && picture.mediaSubType == .h264 && picture.audioStreamBasicDescription == nil)
        let size: CMVideoDimensions = CMVideoFormatDescriptionGetDimensions(picture)
        #expect(size.width == 640 && size.height == 360 && picture.dimensions.height == 360)
        #expect(CMFormatDescriptionGetExtension(picture, extensionKey: "key") as? Int == 7)
        #expect(CMFormatDescriptionGetExtensions(picture)?["key"] as? Int == 7)
        #expect(CMAudioFormatDescriptionGetStreamBasicDescription(picture) == nil)
        #expect(
            CMVideoFormatDescriptionCreate(
                allocator: nil, codecType: kCMVideoCodecType_H264, width: -1, height: 1, extensions: nil,
                formatDescriptionOut: &made) == kCMFormatDescriptionError_InvalidParameter)
        #expect(throws: CMFormatDescription.Error.invalidParameter) {
            try CMFormatDescription(videoCodecType: .h264, width: .max, height: 1)
        }
        #expect(try CMFormatDescription(videoCodecType: .h264, width: 640, height: 361) != picture)
        var text: CMTextFormatDescription?
        #expect(
            CMFormatDescriptionCreate(
                allocator: nil, mediaType: kCMMediaType_Text, mediaSubType: 1, extensions: nil,
                formatDescriptionOut: &text)
                == 0)
        #expect(text?.mediaType == .text && text.flatMap(CMFormatDescriptionGetExtensions) == nil)
        let others: [CMFormatDescription.Type] = [CMMuxedFormatDescription.self, CMMetadataFormatDescription.self]
        #expect(others.count == 2 && CMVideoDimensions(width: 1, height: 2).height == 2)
        let errors = [CMFormatDescription.Error.allocationFailed, CMFormatDescription.Error.valueNotAvailable]
        #expect(errors.map(\.code) == [-12711, -12718])
    }

    @Test func partsOfFormatsOfSound() throws {
        let plain = try SampleStage.aac()
        let asbd = try #require(plain.audioStreamBasicDescription)
        let cookie = try CMFormatDescription(audioStreamBasicDescription: asbd, magicCookie: Data([1, 2]))
        var equal: CMAudioFormatDescriptionMask = 0
        #expect(
            !CMAudioFormatDescriptionEqual(
                plain, otherFormatDescription: cookie, equalityMask: kCMAudioFormatDescriptionMask_All,
                equalityMaskOut: &equal))
        #expect(
            equal == kCMAudioFormatDescriptionMask_StreamBasicDescription | kCMAudioFormatDescriptionMask_ChannelLayout
                | kCMAudioFormatDescriptionMask_Extensions)
        #expect(
            !CMAudioFormatDescriptionEqual(
                plain, otherFormatDescription: cookie, equalityMask: kCMAudioFormatDescriptionMask_MagicCookie,
                equalityMaskOut: nil))
        cookie.withMagicCookie { #expect($0.map { Array($0) } == [1, 2]) }
        plain.withMagicCookie { #expect($0 == nil) }
    }
}
