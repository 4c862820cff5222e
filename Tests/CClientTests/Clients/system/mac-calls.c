// Calls of a Mac's kernel and threads, from the optional folder. The argument is the path of a file to make.
#include "system.h"
#include <CoreServices/CoreServices.h>
#include <errno.h>
#include <fcntl.h>
#include <mach/mach.h>
#include <sys/stat.h>
#include <sys/sysctl.h>
#include <sys/utsname.h>

static void test_machine(void) {
    int processors = 0, names[2] = {CTL_HW, HW_NCPU}, vector = 5;
    int64_t memory = 0;
    size_t size = sizeof processors;
    CHECK(sysctlbyname("hw.ncpu", &processors, &size, NULL, 0) == 0 && size == 4);
    CHECK(processors == sysconf(_SC_NPROCESSORS_ONLN));
    int again = 0;
    CHECK(sysctl(names, 2, &again, &size, NULL, 0) == 0 && again == processors);
    size = sizeof memory;
    CHECK(sysctlbyname("hw.memsize", &memory, &size, NULL, 0) == 0 && size == 8 && memory > 1 << 20);
    struct utsname system;
    char text[256];
    size = 0;
    CHECK(uname(&system) == 0 && sysctlbyname("kern.osrelease", NULL, &size, NULL, 0) == 0);
    CHECK(size == strlen(system.release) + 1);
    CHECK(sysctlbyname("kern.osrelease", text, &size, NULL, 0) == 0 && strcmp(text, system.release) == 0);
    size = 2;
    CHECK(sysctlbyname("kern.osrelease", text, &size, NULL, 0) == -1 && errno == ENOMEM);
    CHECK(sysctlbyname("hw.none", text, &size, NULL, 0) == -1 && errno == ENOENT);
    CHECK(sysctlbyname("hw.ncpu", NULL, NULL, &processors, 4) == -1 && errno == EPERM);
    names[1] = HW_VECTORUNIT;
    size = sizeof vector;
    CHECK(sysctl(names, 2, &vector, &size, NULL, 0) == 0 && vector == 0);
}

static void test_files(const char *path) {
    char found[1024];
    int descriptor = open(path, O_CREAT | O_RDWR, 0600);
    CHECK(descriptor >= 0 && write(descriptor, "x", 1) == 1);
    CHECK(fcntl(descriptor, F_NOCACHE, 1) == 0 && fcntl(descriptor, F_RDAHEAD, 0) == 0 && fcntl(descriptor, F_FULLFSYNC) == 0);
    CHECK(fcntl(descriptor, F_GETPATH, found) == 0 && strcmp(found, path) == 0);
    CHECK((fcntl(descriptor, F_GETFL) & O_ACCMODE) == O_RDWR);
    CHECK(fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 && fcntl(descriptor, F_GETFD) == FD_CLOEXEC);
    CHECK(fcntl(-1, F_NOCACHE, 1) == -1 && errno == EBADF);
    struct stat file;
    CHECK(fstat(descriptor, &file) == 0 && file.st_mtimespec.tv_sec == file.st_mtime && file.st_mtimespec.tv_sec > 0);
    close(descriptor);
}

static void test_threads(void) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    struct timespec none = {0, 0}, little = {0, 1000000};
    pthread_mutex_lock(&mutex);
    CHECK(pthread_cond_timedwait_relative_np(&condition, &mutex, &none) == ETIMEDOUT);
    CHECK(pthread_cond_timedwait_relative_np(&condition, &mutex, &little) == ETIMEDOUT);
    pthread_mutex_unlock(&mutex);
    uint64_t identifier = 0;
    CHECK(pthread_main_np() == 1 && pthread_threadid_np(NULL, &identifier) == 0);
    CHECK(identifier == mach_thread_self() && pthread_mach_thread_np(pthread_self()) == mach_thread_self());

    thread_basic_info_data_t info;
    mach_msg_type_number_t count = THREAD_BASIC_INFO_COUNT;
    CHECK(thread_info(mach_thread_self(), THREAD_BASIC_INFO, (thread_info_t)&info, &count) == KERN_SUCCESS);
    CHECK(info.policy == POLICY_TIMESHARE);
    thread_time_constraint_policy_data_t constraint = {10000000, 5000000, 10000000, 1};
    kern_return_t result = thread_policy_set(
        mach_thread_self(), THREAD_TIME_CONSTRAINT_POLICY, (thread_policy_t)&constraint, THREAD_TIME_CONSTRAINT_POLICY_COUNT);
    CHECK(thread_info(mach_thread_self(), THREAD_BASIC_INFO, (thread_info_t)&info, &count) == KERN_SUCCESS);
    CHECK(info.policy == (result == KERN_SUCCESS ? POLICY_FIFO : POLICY_TIMESHARE));
    CHECK(thread_policy_set(0, THREAD_TIME_CONSTRAINT_POLICY, (thread_policy_t)&constraint, 4) != KERN_SUCCESS);
}

#if __ENVIRONMENT_MAC_OS_X_VERSION_MIN_REQUIRED__ < 1050
#error the headers are those of a later system
#endif

int main(int argc, char **argv) {
    CHECK(argc == 2);
    test_machine();
    test_files(argv[1]);
    test_threads();
    return 0;
}
