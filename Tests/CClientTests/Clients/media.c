// Core Media's objects as objects of Core Foundation: made, asked, queued and released.

#include <CoreFoundation/CoreFoundation.h>
#include <CoreMedia/CoreMedia.h>
#include <stdio.h>
#include <stdlib.h>

static size_t freed;

static void release(void *refcon, void *memory, size_t size) {
    (void)refcon;
    free(memory);
    freed += size;
}

static int failures;

static void expect(int is_true, const char *what) {
    if (is_true) return;
    fprintf(stderr, "%s\n", what);
    failures += 1;
}

#define EXPECT(condition) expect((condition) != 0, #condition)

static void times(void) {
    CMTime sum = CMTimeAdd(CMTimeMake(1, 3), CMTimeMake(1, 2));
    EXPECT(sum.value == 5 && sum.timescale == 6 && CMTIME_IS_NUMERIC(sum));
    EXPECT(CMTIME_COMPARE_INLINE(kCMTimeZero, <, sum) && CMTIME_IS_INVALID(kCMTimeInvalid));
    EXPECT(CMTimeRangeContainsTime(CMTimeRangeMake(kCMTimeZero, sum), CMTimeMake(1, 2)));
}

static CMSampleBufferRef sample_buffer(void) {
    AudioStreamBasicDescription format = {8000, kAudioFormatLinearPCM, 12, 2, 1, 2, 1, 16, 0};
    CMAudioFormatDescriptionRef description = NULL;
    EXPECT(CMAudioFormatDescriptionCreate(NULL, &format, 0, NULL, 0, NULL, NULL, &description) == 0);
    EXPECT(CFGetTypeID(description) == CMFormatDescriptionGetTypeID());
    EXPECT(CMAudioFormatDescriptionGetStreamBasicDescription(description)->mSampleRate == 8000);
    CMBlockBufferCustomBlockSource source = {0, NULL, release, NULL};
    CMBlockBufferRef block = NULL;
    EXPECT(CMBlockBufferCreateWithMemoryBlock(NULL, calloc(1, 8), 8, NULL, &source, 0, 8, 0, &block) == 0);
    CMSampleTimingInfo timing = {CMTimeMake(1, 8000), CMTimeMake(5, 1), kCMTimeInvalid};
    size_t size = 2;
    CMSampleBufferRef buffer = NULL;
    EXPECT(CMSampleBufferCreateReady(NULL, block, description, 4, 1, &timing, 1, &size, &buffer) == 0);
    EXPECT(CMSampleBufferGetDataBuffer(buffer) == block && CMSampleBufferGetNumSamples(buffer) == 4);
    EXPECT(CFGetTypeID(buffer) == CMSampleBufferGetTypeID() && CFGetTypeID(block) == CMBlockBufferGetTypeID());
    EXPECT(CMTimeGetSeconds(CMSampleBufferGetPresentationTimeStamp(buffer)) == 5);
    CFRelease(block);
    CFRelease(description);
    return buffer;
}

static void queues(void) {
    CMSampleBufferRef buffer = sample_buffer();
    CMBufferQueueRef queue = NULL;
    EXPECT(CMBufferQueueCreate(NULL, 0, CMBufferQueueGetCallbacksForUnsortedSampleBuffers(), &queue) == 0);
    EXPECT(CMBufferQueueEnqueue(queue, buffer) == 0);
    CFRelease(buffer);
    EXPECT(freed == 0 && CMBufferQueueGetBufferCount(queue) == 1 && CMBufferQueueGetTotalSize(queue) == 8);
    EXPECT(CFGetTypeID(queue) == CMBufferQueueGetTypeID());
    CFRelease(queue);
    EXPECT(freed == 8);
}

static void timebases(void) {
    CMTimebaseRef timebase = NULL;
    EXPECT(CMTimebaseCreateWithSourceClock(NULL, CMClockGetHostTimeClock(), &timebase) == 0);
    EXPECT(CMTimebaseSetTime(timebase, CMTimeMake(7, 1)) == 0);
    EXPECT(CMTimeGetSeconds(CMTimebaseGetTime(timebase)) == 7);
    CFRelease(timebase);
}

static void sorted_queue(void) {
    CMBufferQueueRef queue = NULL;
    EXPECT(CMBufferQueueCreate(NULL, 0, CMBufferQueueGetCallbacksForSampleBuffersSortedByOutputPTS(), &queue) == 0);
    for (int index = 0; index < 2; index += 1) {
        CMSampleBufferRef buffer = sample_buffer();
        EXPECT(CMBufferQueueEnqueue(queue, buffer) == 0);
        CFRelease(buffer);
    }
    CMBufferRef first = CMBufferQueueDequeueIfDataReadyAndRetain(queue);
    CMBufferRef second = CMBufferQueueDequeueAndRetain(queue);
    EXPECT(first != NULL && second != NULL && CMBufferQueueDequeueAndRetain(queue) == NULL);
    CFRelease(first);
    CFRelease(second);
    CFRelease(queue);
}

int main(void) {
    times();
    queues();
    sorted_queue();
    timebases();
    return failures;
}
