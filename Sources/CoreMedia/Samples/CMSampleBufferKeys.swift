public import Foundation

// The names of attachments, of Apple's CMSampleBuffer.h. Their texts are those after the underscore.

/// The decoder is reset before it decodes the buffer.
public var kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding: CFString { "ResetDecoderBeforeDecoding" }
/// What the decoder holds back comes out after the buffer.
public var kCMSampleBufferAttachmentKey_DrainAfterDecoding: CFString { "DrainAfterDecoding" }
/// A notification is posted when the buffer has been used.
public var kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed: CFString { "PostNotificationWhenConsumed" }
/// Output that was held back resumes with the buffer.
public var kCMSampleBufferAttachmentKey_ResumeOutput: CFString { "ResumeOutput" }
/// The number of a part of a stream.
public var kCMSampleBufferAttachmentKey_TransitionID: CFString { "TransitionID" }
/// How much is left out at the start: a time as a dictionary.
public var kCMSampleBufferAttachmentKey_TrimDurationAtStart: CFString { "TrimDurationAtStart" }
/// How much is left out at the end: a time as a dictionary.
public var kCMSampleBufferAttachmentKey_TrimDurationAtEnd: CFString { "TrimDurationAtEnd" }
/// How many times faster the buffer is heard or shown.
public var kCMSampleBufferAttachmentKey_SpeedMultiplier: CFString { "SpeedMultiplier" }
/// The buffer is heard or shown backwards.
public var kCMSampleBufferAttachmentKey_Reverse: CFString { "Reverse" }
/// Gaps of sound before the buffer are silence.
public var kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence: CFString { "FillDiscontinuitiesWithSilence" }
/// The buffer stands for a time without media.
public var kCMSampleBufferAttachmentKey_EmptyMedia: CFString { "EmptyMedia" }
/// The buffer stands for a time without media, after which none follow.
public var kCMSampleBufferAttachmentKey_PermanentEmptyMedia: CFString { "PermanentEmptyMedia" }
/// A time without media begins at once.
public var kCMSampleBufferAttachmentKey_DisplayEmptyMediaImmediately: CFString { "DisplayEmptyMediaImmediately" }
/// The sample before ends with the buffer.
public var kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration: CFString { "EndsPreviousSampleDuration" }
/// The URL of the file that has the samples.
public var kCMSampleBufferAttachmentKey_SampleReferenceURL: CFString { "SampleReferenceURL" }
/// Where in that file they begin.
public var kCMSampleBufferAttachmentKey_SampleReferenceByteOffset: CFString { "SampleReferenceByteOffset" }
/// How many samples it takes until the decoder gives whole pictures.
public var kCMSampleBufferAttachmentKey_GradualDecoderRefresh: CFString { "GradualDecoderRefresh" }
/// Why a picture was left out.
public var kCMSampleBufferAttachmentKey_DroppedFrameReason: CFString { "DroppedFrameReason" }
/// More on why a picture was left out.
public var kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo: CFString { "DroppedFrameReasonInfo" }
/// Whether the lens was held still.
public var kCMSampleBufferAttachmentKey_StillImageLensStabilizationInfo: CFString { "StillImageLensStabilizationInfo" }
/// The matrix of the camera.
public var kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix: CFString { "CameraIntrinsicMatrix" }
/// The encoder makes a key frame of the buffer.
public var kCMSampleBufferAttachmentKey_ForceKeyFrame: CFString { "ForceKeyFrame" }

extension CMSampleBuffer {
    /// The name of an attachment of a buffer.
    public struct AttachmentKey: RawRepresentable, Hashable, @unchecked Sendable {
        /// The text.
        public var rawValue: CFString

        /// Makes a name of a text.
        ///
        /// - Parameter rawValue: the text.
        public init(rawValue: CFString) { self.rawValue = rawValue }

        /// The decoder is reset before it decodes the buffer.
        public static var resetDecoderBeforeDecoding: Self {
            Self(rawValue: kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding)
        }
        /// What the decoder holds back comes out after the buffer.
        public static var drainAfterDecoding: Self { Self(rawValue: kCMSampleBufferAttachmentKey_DrainAfterDecoding) }
        /// A notification is posted when the buffer has been used.
        public static var postNotificationWhenConsumed: Self {
            Self(rawValue: kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed)
        }
        /// Output that was held back resumes with the buffer.
        public static var resumeOutput: Self { Self(rawValue: kCMSampleBufferAttachmentKey_ResumeOutput) }
        /// The number of a part of a stream.
        public static var transitionID: Self { Self(rawValue: kCMSampleBufferAttachmentKey_TransitionID) }
        /// How much is left out at the start: a time as a dictionary.
        public static var trimDurationAtStart: Self { Self(rawValue: kCMSampleBufferAttachmentKey_TrimDurationAtStart) }
        /// How much is left out at the end: a time as a dictionary.
        public static var trimDurationAtEnd: Self { Self(rawValue: kCMSampleBufferAttachmentKey_TrimDurationAtEnd) }
        /// How many times faster the buffer is heard or shown.
        public static var speedMultiplier: Self { Self(rawValue: kCMSampleBufferAttachmentKey_SpeedMultiplier) }
        /// The buffer is heard or shown backwards.
        public static var reverse: Self { Self(rawValue: kCMSampleBufferAttachmentKey_Reverse) }
        /// Gaps of sound before the buffer are silence.
        public static var fillDiscontinuitiesWithSilence: Self {
            Self(rawValue: kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence)
        }
        /// The buffer stands for a time without media.
        public static var emptyMedia: Self { Self(rawValue: kCMSampleBufferAttachmentKey_EmptyMedia) }
        /// The buffer stands for a time without media, after which none follow.
        public static var permanentEmptyMedia: Self { Self(rawValue: kCMSampleBufferAttachmentKey_PermanentEmptyMedia) }
        /// A time without media begins at once.
        public static var displayEmptyMediaImmediately: Self {
            Self(rawValue: kCMSampleBufferAttachmentKey_DisplayEmptyMediaImmediately)
        }
        /// The sample before ends with the buffer.
        public static var endsPreviousSampleDuration: Self {
            Self(rawValue: kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration)
        }
        /// The URL of the file that has the samples.
        public static var sampleReferenceURL: Self { Self(rawValue: kCMSampleBufferAttachmentKey_SampleReferenceURL) }
        /// Where in that file they begin.
        public static var sampleReferenceByteOffset: Self {
            Self(rawValue: kCMSampleBufferAttachmentKey_SampleReferenceByteOffset)
        }
        /// How many samples it takes until the decoder gives whole pictures.
        public static var gradualDecoderRefresh: Self {
            Self(rawValue: kCMSampleBufferAttachmentKey_GradualDecoderRefresh)
        }
        /// Why a picture was left out.
        public static var droppedFrameReason: Self { Self(rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReason) }
        /// More on why a picture was left out.
        public static var droppedFrameReasonInfo: Self {
            Self(rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo)
        }
        /// Whether the lens was held still.
        public static var stillImageLensStabilizationInfo: Self {
            Self(rawValue: kCMSampleBufferAttachmentKey_StillImageLensStabilizationInfo)
        }
        /// The matrix of the camera.
        public static var cameraIntrinsicMatrix: Self {
            Self(rawValue: kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix)
        }
        /// The encoder makes a key frame of the buffer.
        public static var forceKeyFrame: Self { Self(rawValue: kCMSampleBufferAttachmentKey_ForceKeyFrame) }
    }
}

/// Decoding cannot begin with the sample.
public var kCMSampleAttachmentKey_NotSync: CFString { "NotSync" }
/// Decoding can begin with the sample, but for pictures before it.
public var kCMSampleAttachmentKey_PartialSync: CFString { "PartialSync" }
/// The sample says again what others say.
public var kCMSampleAttachmentKey_HasRedundantCoding: CFString { "HasRedundantCoding" }
/// Others need the sample to be decoded.
public var kCMSampleAttachmentKey_IsDependedOnByOthers: CFString { "IsDependedOnByOthers" }
/// The sample needs others to be decoded.
public var kCMSampleAttachmentKey_DependsOnOthers: CFString { "DependsOnOthers" }
/// Samples that follow may be shown before it.
public var kCMSampleAttachmentKey_EarlierDisplayTimesAllowed: CFString { "EarlierDisplayTimesAllowed" }
/// The sample is shown at once.
public var kCMSampleAttachmentKey_DisplayImmediately: CFString { "DisplayImmediately" }
/// The sample is decoded, but not shown.
public var kCMSampleAttachmentKey_DoNotDisplay: CFString { "DoNotDisplay" }
/// The temporal level of HEVC.
public var kCMSampleAttachmentKey_HEVCTemporalLevelInfo: CFString { "HEVCTemporalLevelInfo" }
/// The sample is an access point of a temporal layer of HEVC.
public var kCMSampleAttachmentKey_HEVCTemporalSubLayerAccess: CFString { "HEVCTemporalSubLayerAccess" }
/// The sample is a stepwise access point of a temporal layer of HEVC.
public var kCMSampleAttachmentKey_HEVCStepwiseTemporalSubLayerAccess: CFString { "HEVCStepwiseTemporalSubLayerAccess" }
/// The type of unit with which decoding of HEVC begins.
public var kCMSampleAttachmentKey_HEVCSyncSampleNALUnitType: CFString { "HEVCSyncSampleNALUnitType" }
/// How many packets of sound are decoded before the output is right.
public var kCMSampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount: CFString {
    "AudioIndependentSampleDecoderRefreshCount"
}

extension CMSampleBuffer.PerSampleAttachmentsDictionary {
    /// The name of an attachment of a sample.
    public struct Key: RawRepresentable, Hashable, @unchecked Sendable {
        /// The text.
        public var rawValue: CFString

        /// Makes a name of a text.
        ///
        /// - Parameter rawValue: the text.
        public init(rawValue: CFString) { self.rawValue = rawValue }

        /// Decoding cannot begin with the sample.
        public static var notSync: Self { Self(rawValue: kCMSampleAttachmentKey_NotSync) }
        /// Decoding can begin with the sample, but for pictures before it.
        public static var partialSync: Self { Self(rawValue: kCMSampleAttachmentKey_PartialSync) }
        /// The sample says again what others say.
        public static var hasRedundantCoding: Self { Self(rawValue: kCMSampleAttachmentKey_HasRedundantCoding) }
        /// Others need the sample to be decoded.
        public static var isDependedOnByOthers: Self { Self(rawValue: kCMSampleAttachmentKey_IsDependedOnByOthers) }
        /// The sample needs others to be decoded.
        public static var dependsOnOthers: Self { Self(rawValue: kCMSampleAttachmentKey_DependsOnOthers) }
        /// Samples that follow may be shown before it.
        public static var earlierDisplayTimesAllowed: Self {
            Self(rawValue: kCMSampleAttachmentKey_EarlierDisplayTimesAllowed)
        }
        /// The sample is shown at once.
        public static var displayImmediately: Self { Self(rawValue: kCMSampleAttachmentKey_DisplayImmediately) }
        /// The sample is decoded, but not shown.
        public static var doNotDisplay: Self { Self(rawValue: kCMSampleAttachmentKey_DoNotDisplay) }
        /// The temporal level of HEVC.
        public static var hevcTemporalLevelInfo: Self { Self(rawValue: kCMSampleAttachmentKey_HEVCTemporalLevelInfo) }
        /// The sample is an access point of a temporal layer of HEVC.
        public static var hevcTemporalSubLayerAccess: Self {
            Self(rawValue: kCMSampleAttachmentKey_HEVCTemporalSubLayerAccess)
        }
        /// The sample is a stepwise access point of a temporal layer of HEVC.
        public static var hevcStepwiseTemporalSubLayerAccess: Self {
            Self(rawValue: kCMSampleAttachmentKey_HEVCStepwiseTemporalSubLayerAccess)
        }
        /// The type of unit with which decoding of HEVC begins.
        public static var hevcSyncSampleNALUnitType: Self {
            Self(rawValue: kCMSampleAttachmentKey_HEVCSyncSampleNALUnitType)
        }
        /// How many packets of sound are decoded before the output is right.
        public static var audioIndependentSampleDecoderRefreshCount: Self {
            Self(rawValue: kCMSampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount)
        }
    }
}
