// What Swift cannot define: constants with storage, of Core Media's headers. No public header is included here, because a C target is not
// given the toolchain's CoreFoundation, which they all include.

#include <stdint.h>

// As CFSTR does it: an object of Foundation's class of constant strings, which is never freed.
extern void *string_class[] __asm__("$s10Foundation19_NSCFConstantStringCN");

struct string {
    uintptr_t class;
    uintptr_t references;
    uint64_t information;
    const char *bytes;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ && UINTPTR_MAX > UINT32_MAX
    uint64_t length;
#else
    uint32_t length;
#endif
};

#if UINTPTR_MAX > UINT32_MAX
#define PINNED 0x80000004ffffffff
#else
#define PINNED 0x800004FF
#endif

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define INFORMATION 0x00000000C8070000
#else
#define INFORMATION 0x07C8
#endif

// MARK: Times

struct time {
    int64_t value;
    int32_t timescale;
    uint32_t flags;
    int64_t epoch;
};

struct range {
    struct time start;
    struct time duration;
};

struct mapping {
    struct range source;
    struct range target;
};

#define TIME(name, ...) \
    extern const struct time kCMTime##name; \
    const struct time kCMTime##name = __VA_ARGS__

TIME(Invalid, {0, 0, 0, 0});
TIME(Indefinite, {0, 0, 17, 0});
TIME(PositiveInfinity, {0, 0, 5, 0});
TIME(NegativeInfinity, {0, 0, 9, 0});
TIME(Zero, {0, 1, 1, 0});

extern const struct range kCMTimeRangeZero, kCMTimeRangeInvalid;
const struct range kCMTimeRangeZero = {{0, 1, 1, 0}, {0, 1, 1, 0}};
const struct range kCMTimeRangeInvalid = {{0, 0, 0, 0}, {0, 0, 0, 0}};

extern const struct mapping kCMTimeMappingInvalid;
const struct mapping kCMTimeMappingInvalid = {{{0, 0, 0, 0}, {0, 0, 0, 0}}, {{0, 0, 0, 0}, {0, 0, 0, 0}}};

// MARK: Strings

#define STRING(name, text) \
    static struct string string_##name = {(uintptr_t)string_class, PINNED, INFORMATION, text, sizeof text - 1}; \
    extern const void *const kCM##name; \
    const void *const kCM##name = &string_##name

STRING(SampleBufferNotification_DataBecameReady, "DataBecameReady");
STRING(SampleBufferNotification_DataFailed, "DataFailed");
STRING(SampleBufferNotificationParameter_OSStatus, "OSStatus");
STRING(SampleAttachmentKey_NotSync, "NotSync");
STRING(SampleAttachmentKey_PartialSync, "PartialSync");
STRING(SampleAttachmentKey_HasRedundantCoding, "HasRedundantCoding");
STRING(SampleAttachmentKey_IsDependedOnByOthers, "IsDependedOnByOthers");
STRING(SampleAttachmentKey_DependsOnOthers, "DependsOnOthers");
STRING(SampleAttachmentKey_EarlierDisplayTimesAllowed, "EarlierDisplayTimesAllowed");
STRING(SampleAttachmentKey_DisplayImmediately, "DisplayImmediately");
STRING(SampleAttachmentKey_DoNotDisplay, "DoNotDisplay");
STRING(SampleBufferAttachmentKey_ResetDecoderBeforeDecoding, "ResetDecoderBeforeDecoding");
STRING(SampleBufferAttachmentKey_DrainAfterDecoding, "DrainAfterDecoding");
STRING(SampleBufferAttachmentKey_PostNotificationWhenConsumed, "PostNotificationWhenConsumed");
STRING(SampleBufferAttachmentKey_ResumeOutput, "ResumeOutput");
STRING(SampleAttachmentKey_HEVCTemporalLevelInfo, "HEVCTemporalLevelInfo");
STRING(SampleAttachmentKey_HEVCTemporalSubLayerAccess, "HEVCTemporalSubLayerAccess");
STRING(SampleAttachmentKey_HEVCStepwiseTemporalSubLayerAccess, "HEVCStepwiseTemporalSubLayerAccess");
STRING(SampleAttachmentKey_HEVCSyncSampleNALUnitType, "HEVCSyncSampleNALUnitType");
STRING(SampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount, "AudioIndependentSampleDecoderRefreshCount");
STRING(SampleBufferAttachmentKey_TransitionID, "TransitionID");
STRING(SampleBufferAttachmentKey_TrimDurationAtStart, "TrimDurationAtStart");
STRING(SampleBufferAttachmentKey_TrimDurationAtEnd, "TrimDurationAtEnd");
STRING(SampleBufferAttachmentKey_SpeedMultiplier, "SpeedMultiplier");
STRING(SampleBufferAttachmentKey_Reverse, "Reverse");
STRING(SampleBufferAttachmentKey_FillDiscontinuitiesWithSilence, "FillDiscontinuitiesWithSilence");
STRING(SampleBufferAttachmentKey_EmptyMedia, "EmptyMedia");
STRING(SampleBufferAttachmentKey_PermanentEmptyMedia, "PermanentEmptyMedia");
STRING(SampleBufferAttachmentKey_DisplayEmptyMediaImmediately, "DisplayEmptyMediaImmediately");
STRING(SampleBufferAttachmentKey_EndsPreviousSampleDuration, "EndsPreviousSampleDuration");
STRING(SampleBufferAttachmentKey_SampleReferenceURL, "SampleReferenceURL");
STRING(SampleBufferAttachmentKey_SampleReferenceByteOffset, "SampleReferenceByteOffset");
STRING(SampleBufferAttachmentKey_GradualDecoderRefresh, "GradualDecoderRefresh");
STRING(SampleBufferAttachmentKey_DroppedFrameReason, "DroppedFrameReason");
STRING(SampleBufferAttachmentKey_DroppedFrameReasonInfo, "DroppedFrameReasonInfo");
STRING(SampleBufferAttachmentKey_StillImageLensStabilizationInfo, "StillImageLensStabilizationInfo");
STRING(SampleBufferAttachmentKey_CameraIntrinsicMatrix, "CameraIntrinsicMatrix");
STRING(SampleBufferAttachmentKey_ForceKeyFrame, "ForceKeyFrame");
STRING(TimebaseNotification_EffectiveRateChanged, "kCMTimebaseNotification_EffectiveRateChanged");
STRING(TimebaseNotification_TimeJumped, "kCMTimebaseNotification_TimeJumped");
