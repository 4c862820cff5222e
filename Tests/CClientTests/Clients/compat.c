// Functions that the Mac has and Linux lacks, from the optional folder.
#include <AssertMacros.h>
#include <CoreAudio/CoreAudio.h>
#include <CoreServices/CoreServices.h>
#include <IOKit/audio/IOAudioTypes.h>
#include <libkern/OSAtomic.h>
#include <libkern/OSByteOrder.h>
#include <machine/endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            printf("line %d: %s\n", __LINE__, #condition); \
            return 1; \
        } \
    } while (0)

typedef struct Element {
    int value;
    struct Element *next;
} Element;

static int leaves(int error) {
    int cleaned = 0;
    require_noerr_action(error, leave, cleaned = 1);
    require(error == 0, leave);
    return 10;
leave:
    return cleaned;
}

int main(void) {
    char text[8] = "ab";
    CHECK(strlcpy(text, "abcdefghij", sizeof(text)) == 10 && strcmp(text, "abcdefg") == 0);
    CHECK(strlcpy(text, "ab", sizeof(text)) == 2 && strlcpy(text, "xyz", 0) == 3 && strcmp(text, "ab") == 0);
    CHECK(strlcat(text, "cd", sizeof(text)) == 4 && strcmp(text, "abcd") == 0);
    CHECK(strlcat(text, "efghij", sizeof(text)) == 10 && strcmp(text, "abcdefg") == 0);
    CHECK(strcmp(getprogname(), "client") == 0);
    void *block = reallocf(malloc(4), 64);
    CHECK(block != NULL);
    free(block);

    volatile int32_t count = 5;
    CHECK(OSAtomicIncrement32Barrier(&count) == 6 && OSAtomicAdd32(-4, &count) == 2 && count == 2);
    CHECK(OSAtomicCompareAndSwap32Barrier(2, 9, &count) && !OSAtomicCompareAndSwap32(2, 3, &count) && count == 9);
    volatile uint32_t bits = 6;
    CHECK(OSAtomicOr32(1, &bits) == 7 && OSAtomicAnd32Orig(3, &bits) == 7 && bits == 3);
    CHECK(OSAtomicXor32OrigBarrier(1, &bits) == 3 && OSAtomicXor32(4, &bits) == 6 && OSAtomicOr32OrigBarrier(1, &bits) == 6);
    volatile int64_t wide = 1LL << 40;
    CHECK(OSAtomicDecrement64(&wide) == (1LL << 40) - 1 && OSAtomicAdd64Barrier(1, &wide) == 1LL << 40);
    CHECK(OSAtomicCompareAndSwap64Barrier(1LL << 40, 2, &wide) && wide == 2);
    void *volatile place = NULL;
    CHECK(OSAtomicCompareAndSwapPtr(NULL, text, &place) && !OSAtomicCompareAndSwapPtrBarrier(NULL, NULL, &place));
    unsigned char bytes[2] = {0, 0};
    CHECK(!OSAtomicTestAndSet(8, bytes) && bytes[1] == 0x80 && OSAtomicTestAndClearBarrier(8, bytes) && bytes[1] == 0);
    OSSpinLock lock = OS_SPINLOCK_INIT;
    OSSpinLockLock(&lock);
    CHECK(!OSSpinLockTry(&lock));
    OSSpinLockUnlock(&lock);
    OSQueueHead list = OS_ATOMIC_QUEUE_INIT;
    Element one = {1, NULL}, two = {2, NULL};
    OSAtomicEnqueue(&list, &one, offsetof(Element, next));
    OSAtomicEnqueue(&list, &two, offsetof(Element, next));
    CHECK(OSAtomicDequeue(&list, offsetof(Element, next)) == &two);
    CHECK(OSAtomicDequeue(&list, offsetof(Element, next)) == &one);
    CHECK(OSAtomicDequeue(&list, offsetof(Element, next)) == NULL);

    CHECK(OSSwapInt32(0x01020304) == 0x04030201 && OSSwapHostToBigInt16(1) == 0x0100 && OSSwapLittleToHostInt64(7) == 7);
    unsigned char memory[9] = {0};
    OSWriteBigInt32(memory, 1, 0x0A0B0C0D);
    CHECK(memory[1] == 0x0A && memory[4] == 0x0D && OSReadBigInt32(memory, 1) == 0x0A0B0C0D);
    CHECK(OSReadNativeInt32(memory, 1) == 0x0D0C0B0A && OSReadSwapInt16(memory, 1) == 0x0A0B);
    OSWriteSwapInt64(memory, 1, 1);
    CHECK(memory[8] == 1 && OSReadBigInt64(memory, 1) == 1 && OSSwapHostToBigConstInt32(1) == 0x01000000);
    OSWriteBigInt32(memory, 1, 0x0A0B0C0D);
    CHECK(OSReadLittleInt16(memory, 1) == 0x0B0A && OSHostByteOrder() == OSLittleEndian && BYTE_ORDER == LITTLE_ENDIAN);
    CHECK(ntohll(1) == 0x0100000000000000 && EndianS32_BtoN(0x01000000) == 1);

    CHECK((UInt32)kIOAudioDeviceTransportTypeBuiltIn == (UInt32)kAudioDeviceTransportTypeBuiltIn);
    CHECK((UInt32)kIOAudioDeviceTransportTypeHdmi == (UInt32)kAudioDeviceTransportTypeHDMI);
    CHECK((UInt32)kIOAudioDeviceTransportTypeVirtual == (UInt32)kAudioDeviceTransportTypeVirtual);

    int evaluated = 0;
    verify_noerr(evaluated++);
    verify(evaluated++);
    check(evaluated++);
    CHECK(evaluated == 2 && leaves(1) == 1 && leaves(0) == 10);
    return 0;
}
