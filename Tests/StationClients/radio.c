// Plays an internet radio station as programs for a Mac have done since its first years: `radio ADDRESS [SECONDS]`.
//
// A stream of CFNetwork brings the bytes on the run loop. Audio File Stream Services finds the packets, and an audio queue plays them.
// When all its buffers are full, the program waits for one, and the server waits with it.
#include <AudioToolbox/AudioToolbox.h>
#include <CFNetwork/CFNetwork.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { buffer_count = 16, buffer_size = 4096, most_packets = 64, first_buffers = 4, most_of_title = 255 * 16 };

typedef struct {
    CFReadStreamRef stream;
    AudioFileStreamID parser;
    AudioQueueRef queue;
    OSStatus status;
    int answered, started, enqueued, ended;

    // The buffers in turn: the one that is filled, and those that the queue has.
    AudioQueueBufferRef buffers[buffer_count];
    AudioStreamPacketDescription packets[most_packets];
    int filling, packet_count;
    pthread_mutex_t lock;
    pthread_cond_t freed;
    int is_used[buffer_count];

    // Among the sound, every so many bytes, is a byte with the length of a title in units of 16, and the title.
    long interval, sound_left, title_left, title_length;
    char title[most_of_title + 1];
} Radio;

static void fail(Radio *radio, OSStatus status, const char *what) {
    if (status == noErr || radio->status) return;
    fprintf(stderr, "%s: status %d\n", what, (int)status);
    radio->status = status;
    CFRunLoopStop(CFRunLoopGetMain());
}

// MARK: The queue

static void take_back(void *context, AudioQueueRef queue, AudioQueueBufferRef buffer) {
    (void)queue;
    Radio *radio = context;
    pthread_mutex_lock(&radio->lock);
    for (int i = 0; i < buffer_count; i++)
        if (radio->buffers[i] == buffer) radio->is_used[i] = 0;
    pthread_cond_signal(&radio->freed);
    pthread_mutex_unlock(&radio->lock);
}

static void make_queue(Radio *radio) {
    AudioStreamBasicDescription format;
    UInt32 size = sizeof format;
    OSStatus status = AudioFileStreamGetProperty(radio->parser, kAudioFileStreamProperty_DataFormat, &size, &format);
    if (!status) status = AudioQueueNewOutput(&format, take_back, radio, NULL, NULL, 0, &radio->queue);
    for (int i = 0; i < buffer_count && !status; i++)
        status = AudioQueueAllocateBuffer(radio->queue, buffer_size, &radio->buffers[i]);
    if (!status && !AudioFileStreamGetPropertyInfo(radio->parser, kAudioFileStreamProperty_MagicCookieData, &size, NULL)) {
        void *cookie = malloc(size);
        if (!AudioFileStreamGetProperty(radio->parser, kAudioFileStreamProperty_MagicCookieData, &size, cookie))
            AudioQueueSetProperty(radio->queue, kAudioQueueProperty_MagicCookie, cookie, size);
        free(cookie);
    }
    fail(radio, status, "the sound cannot be played");
}

// Gives the buffer that is filled to the queue, and waits until the next is empty.
static void enqueue(Radio *radio) {
    AudioQueueBufferRef buffer = radio->buffers[radio->filling];
    if (!buffer->mAudioDataByteSize) return;
    pthread_mutex_lock(&radio->lock);
    radio->is_used[radio->filling] = 1;
    pthread_mutex_unlock(&radio->lock);
    fail(radio, AudioQueueEnqueueBuffer(radio->queue, buffer, radio->packet_count, radio->packets), "a buffer");
    if (++radio->enqueued >= first_buffers && !radio->started) {
        radio->started = 1;
        fail(radio, AudioQueueStart(radio->queue, NULL), "the start");
        puts("playing");
    }
    radio->filling = (radio->filling + 1) % buffer_count;
    radio->packet_count = 0;
    pthread_mutex_lock(&radio->lock);
    while (radio->is_used[radio->filling] && !radio->status) pthread_cond_wait(&radio->freed, &radio->lock);
    pthread_mutex_unlock(&radio->lock);
    radio->buffers[radio->filling]->mAudioDataByteSize = 0;
}

static void take_property(
    void *context, AudioFileStreamID parser, AudioFileStreamPropertyID property, AudioFileStreamPropertyFlags *flags) {
    (void)parser, (void)flags;
    if (property == kAudioFileStreamProperty_ReadyToProducePackets) make_queue(context);
}

static void take_packets(
    void *context, UInt32 size, UInt32 count, const void *bytes, AudioStreamPacketDescription *descriptions) {
    (void)size;
    Radio *radio = context;
    for (UInt32 i = 0; descriptions && i < count && !radio->status; i++) {
        AudioStreamPacketDescription packet = descriptions[i];
        if (packet.mDataByteSize > buffer_size) continue;
        AudioQueueBufferRef buffer = radio->buffers[radio->filling];
        if (buffer->mAudioDataByteSize + packet.mDataByteSize > buffer_size || radio->packet_count == most_packets) {
            enqueue(radio);
            buffer = radio->buffers[radio->filling];
        }
        memcpy((char *)buffer->mAudioData + buffer->mAudioDataByteSize, (const char *)bytes + packet.mStartOffset, packet.mDataByteSize);
        packet.mStartOffset = buffer->mAudioDataByteSize;
        radio->packets[radio->packet_count++] = packet;
        buffer->mAudioDataByteSize += packet.mDataByteSize;
    }
}

// MARK: The network

static void print_field(CFHTTPMessageRef answer, CFStringRef name, const char *label) {
    CFStringRef value = CFHTTPMessageCopyHeaderFieldValue(answer, name);
    char text[256];
    if (value && CFStringGetCString(value, text, sizeof text, kCFStringEncodingUTF8)) printf("%s: %s\n", label, text);
    if (value) CFRelease(value);
}

static void take_answer(Radio *radio) {
    radio->answered = 1;
    CFHTTPMessageRef answer = (CFHTTPMessageRef)CFReadStreamCopyProperty(radio->stream, kCFStreamPropertyHTTPResponseHeader);
    CFIndex code = answer ? CFHTTPMessageGetResponseStatusCode(answer) : 0;
    if (code != 200) fail(radio, code ? (OSStatus)code : -1, "the server's answer");
    if (!answer) return;
    print_field(answer, CFSTR("icy-name"), "station");
    CFStringRef interval = CFHTTPMessageCopyHeaderFieldValue(answer, CFSTR("icy-metaint"));
    if (interval) {
        radio->interval = radio->sound_left = CFStringGetIntValue(interval);
        if (radio->interval < 0) radio->interval = 0;
        CFRelease(interval);
    }
    CFRelease(answer);
}

static void parse(Radio *radio, const UInt8 *bytes, long count) {
    if (count > 0) fail(radio, AudioFileStreamParseBytes(radio->parser, (UInt32)count, bytes, 0), "the sound");
}

// Takes the titles out of the sound.
static void split(Radio *radio, const UInt8 *bytes, long count) {
    if (!radio->interval) return parse(radio, bytes, count);
    while (count > 0 && !radio->status) {
        long piece = 1;
        if (radio->sound_left) {
            piece = count < radio->sound_left ? count : radio->sound_left;
            parse(radio, bytes, piece);
            radio->sound_left -= piece;
        } else if (!radio->title_left) {
            radio->title_left = *bytes * 16;
            radio->title_length = 0;
            if (!radio->title_left) radio->sound_left = radio->interval;
        } else {
            piece = count < radio->title_left ? count : radio->title_left;
            memcpy(radio->title + radio->title_length, bytes, piece);
            radio->title_length += piece;
            if (!(radio->title_left -= piece)) {
                radio->title[radio->title_length] = 0;
                printf("title: %s\n", radio->title);
                radio->sound_left = radio->interval;
            }
        }
        bytes += piece;
        count -= piece;
    }
}

static void take_event(CFReadStreamRef stream, CFStreamEventType event, void *context) {
    Radio *radio = context;
    if (event == kCFStreamEventHasBytesAvailable) {
        UInt8 bytes[4096];
        CFIndex count = CFReadStreamRead(stream, bytes, sizeof bytes);
        if (!radio->answered) take_answer(radio);
        if (count > 0 && !radio->status) split(radio, bytes, count);
        return;
    }
    if (event == kCFStreamEventErrorOccurred) fail(radio, CFReadStreamGetError(stream).error, "the network");
    if (!radio->answered) take_answer(radio);
    radio->ended = 1;
    CFRunLoopStop(CFRunLoopGetCurrent());
}

static CFReadStreamRef open_stream(Radio *radio, const char *address) {
    CFStringRef text = CFStringCreateWithCString(NULL, address, kCFStringEncodingUTF8);
    CFURLRef url = CFURLCreateWithString(NULL, text, NULL);
    CFRelease(text);
    if (!url) return NULL;
    CFHTTPMessageRef request = CFHTTPMessageCreateRequest(NULL, CFSTR("GET"), url, kCFHTTPVersion1_1);
    CFRelease(url);
    CFHTTPMessageSetHeaderFieldValue(request, CFSTR("Icy-MetaData"), CFSTR("1"));
    CFReadStreamRef stream = CFReadStreamCreateForHTTPRequest(NULL, request);
    CFRelease(request);
    CFReadStreamSetProperty(stream, kCFStreamPropertyHTTPShouldAutoredirect, kCFBooleanTrue);
    CFStreamClientContext context = {0, radio, NULL, NULL, NULL};
    CFOptionFlags events = kCFStreamEventHasBytesAvailable | kCFStreamEventErrorOccurred | kCFStreamEventEndEncountered;
    CFReadStreamSetClient(stream, events, take_event, &context);
    CFReadStreamScheduleWithRunLoop(stream, CFRunLoopGetCurrent(), kCFRunLoopCommonModes);
    CFReadStreamOpen(stream);
    return stream;
}

int main(int count, char **arguments) {
    static Radio radio = {.lock = PTHREAD_MUTEX_INITIALIZER, .freed = PTHREAD_COND_INITIALIZER};
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (count < 2) {
        fprintf(stderr, "usage: radio ADDRESS [SECONDS]\n");
        return 2;
    }
    fail(&radio, AudioFileStreamOpen(&radio, take_property, take_packets, kAudioFileMP3Type, &radio.parser), "the parser");
    radio.stream = radio.status ? NULL : open_stream(&radio, arguments[1]);
    if (!radio.stream) return 1;
    CFRunLoopRunInMode(kCFRunLoopDefaultMode, count > 2 ? atof(arguments[2]) : 1e9, false);
    CFReadStreamSetClient(radio.stream, kCFStreamEventNone, NULL, NULL);
    CFReadStreamClose(radio.stream);
    CFRelease(radio.stream);
    if (radio.queue && !radio.status && radio.ended) {
        // What is in the buffers is played to its end.
        enqueue(&radio);
        if (!radio.started) AudioQueueStart(radio.queue, NULL);
        AudioQueueFlush(radio.queue);
        AudioQueueStop(radio.queue, false);
        for (UInt32 runs = 1, size = sizeof runs; runs; CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.05, false))
            if (AudioQueueGetProperty(radio.queue, kAudioQueueProperty_IsRunning, &runs, &size)) break;
        puts("ended");
    }
    if (radio.queue) AudioQueueDispose(radio.queue, true);
    AudioFileStreamClose(radio.parser);
    return radio.status ? 1 : 0;
}
