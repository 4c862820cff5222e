// A Mac's clocks and classes of work, from the optional folder.
#include "system.h"
#include <CoreMIDI/MIDIServices.h>
#include <errno.h>
#include <mach/clock.h>
#include <mach/mach.h>
#include <mach/mach_init.h>
#include <sys/qos.h>
#include <time.h>

/// Whether a time lies between two others.
static int is_between(uint64_t first, uint64_t time, uint64_t last) { return first <= time && time <= last; }

static void test_nanoseconds(void) {
    uint64_t before = mach_absolute_time(), time = clock_gettime_nsec_np(CLOCK_UPTIME_RAW);
    CHECK(is_between(before, time, mach_absolute_time()));
    before = AudioGetCurrentHostTime();
    time = clock_gettime_nsec_np(CLOCK_UPTIME_RAW_APPROX);
    CHECK(is_between(before, time, AudioGetCurrentHostTime()));
    CHECK(clock_gettime_nsec_np(CLOCK_REALTIME) / 1000000000 >= (uint64_t)1000000000);
    errno = 0;
    CHECK(clock_gettime_nsec_np((clockid_t)99) == 0 && errno == EINVAL);
}

static void test_services(void) {
    clock_serv_t clock = 0, calendar = 0;
    mach_timespec_t time = {0, 0};
    CHECK(host_get_clock_service(mach_host_self(), SYSTEM_CLOCK, &clock) == KERN_SUCCESS);
    CHECK(host_get_clock_service(mach_host_self(), CALENDAR_CLOCK, &calendar) == KERN_SUCCESS && clock != calendar);
    CHECK(host_get_clock_service(mach_host_self(), 7, &clock) == KERN_INVALID_ARGUMENT);
    uint64_t before = mach_absolute_time();
    CHECK(clock_get_time(clock, &time) == KERN_SUCCESS && time.tv_nsec >= 0 && (uint64_t)time.tv_nsec < NSEC_PER_SEC);
    CHECK(is_between(before, time.tv_sec * NSEC_PER_SEC + (uint64_t)time.tv_nsec, mach_absolute_time()));
    struct timespec date;
    CHECK(clock_get_time(calendar, &time) == KERN_SUCCESS && clock_gettime(CLOCK_REALTIME, &date) == 0);
    CHECK((long)time.tv_sec <= (long)date.tv_sec && (long)date.tv_sec - (long)time.tv_sec < 60);
    CHECK(clock_get_time(0, &time) == KERN_INVALID_ARGUMENT && clock_get_time(clock, NULL) == KERN_INVALID_ARGUMENT);
    CHECK(MACH_PORT_VALID(clock) && mach_port_deallocate(mach_task_self(), clock) == KERN_SUCCESS);
    CHECK(!MACH_PORT_VALID(MACH_PORT_NULL) && mach_port_deallocate(mach_task_self(), MACH_PORT_DEAD) == KERN_INVALID_NAME);
    CHECK(mach_port_deallocate(mach_task_self() + 1, clock) == KERN_INVALID_TASK);
}

static void *work(void *result) {
    *(int *)result = pthread_set_qos_class_self_np(QOS_CLASS_BACKGROUND, 0);
    CHECK(getpriority(PRIO_PROCESS, (id_t)mach_thread_self()) == 10);
    return NULL;
}

static void test_classes(void) {
    pthread_t thread;
    pthread_attr_t attributes;
    int result = -1, niceness = getpriority(PRIO_PROCESS, (id_t)mach_thread_self());
    CHECK(pthread_attr_init(&attributes) == 0);
    CHECK(pthread_attr_set_qos_class_np(&attributes, QOS_CLASS_USER_INTERACTIVE, 0) == (niceness > 0 ? ENOTSUP : 0));
    CHECK(pthread_attr_set_qos_class_np(&attributes, QOS_CLASS_UNSPECIFIED, 0) == EINVAL);
    CHECK(pthread_attr_set_qos_class_np(&attributes, QOS_CLASS_UTILITY, QOS_MIN_RELATIVE_PRIORITY) == (niceness == 5 ? 0 : ENOTSUP));
    CHECK(pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, QOS_MIN_RELATIVE_PRIORITY - 1) == EINVAL);
    CHECK(pthread_set_qos_class_self_np(QOS_CLASS_DEFAULT, 1) == EINVAL);
    // A thread with a niceness above 10 may not go back.
    if (niceness > 10) return;
    CHECK(pthread_create(&thread, &attributes, work, &result) == 0 && pthread_join(thread, NULL) == 0 && result == 0);
    CHECK(getpriority(PRIO_PROCESS, (id_t)mach_thread_self()) == niceness);
    qos_class_t classes[2] = {QOS_CLASS_USER_INITIATED, QOS_CLASS_DEFAULT};
    CHECK(classes[0] > classes[1] && (dispatch_qos_class_t)classes[1] == 0x15);
}

/// The older spellings of what may be null.
static const void *same(const void *__nullable pointer) { return pointer; }

int main(void) {
    int *__null_unspecified none = NULL;
    test_nanoseconds();
    test_services();
    test_classes();
    CHECK(same(none) == NULL);
    if (freopen("/dev/null", "w", stderr)) mach_error("a status", KERN_FAILURE);
    return 0;
}
