// CFNotificationCenter.h, which Swift's CoreFoundation declares and does not have. A notification reaches the observers in this process, on
// the thread that posts it.

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

// Of CoreFoundation, which comes with the library; its headers do not come with the compiler.
typedef const void *Object;
extern Object CFRetain(Object object);
extern void CFRelease(Object object);
extern unsigned char CFEqual(Object one, Object other);

typedef struct center *Center;
typedef void (*Callback)(Center center, void *observer, Object name, const void *object, Object information);

struct registration {
    struct registration *next;
    const void *observer;
    Callback callback;
    /// Null for notifications of any name, or of any object.
    Object name;
    const void *object;
    /// References: of the center, and of posts that are about to call it.
    int users;
    bool is_removed;
};

struct center {
    struct registration *first;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct center local, distributed, darwin;

Center CFNotificationCenterGetLocalCenter(void);
Center CFNotificationCenterGetDistributedCenter(void);
Center CFNotificationCenterGetDarwinNotifyCenter(void);
Center CFNotificationCenterGetLocalCenter(void) { return &local; }
Center CFNotificationCenterGetDistributedCenter(void) { return &distributed; }
Center CFNotificationCenterGetDarwinNotifyCenter(void) { return &darwin; }

/// Takes a reference away, under the lock. The last one frees the registration.
static void drop(struct registration *used) {
    if (--used->users > 0) return;
    if (used->name) CFRelease(used->name);
    free(used);
}

void CFNotificationCenterAddObserver(
    Center center, const void *observer, Callback callback, Object name, const void *object, long suspension);
void CFNotificationCenterAddObserver(
    Center center, const void *observer, Callback callback, Object name, const void *object, long suspension) {
    (void)suspension;
    struct registration *made = center && callback ? calloc(1, sizeof *made) : NULL;
    if (!made) return;
    made->observer = observer;
    made->callback = callback;
    made->name = name ? CFRetain(name) : NULL;
    // This center has no objects.
    made->object = center == &darwin ? NULL : object;
    made->users = 1;
    pthread_mutex_lock(&mutex);
    struct registration **end = &center->first;
    while (*end) end = &(*end)->next;
    *end = made;
    pthread_mutex_unlock(&mutex);
}

static void remove_matching(Center center, const void *observer, Object name, const void *object) {
    if (!center) return;
    pthread_mutex_lock(&mutex);
    for (struct registration **at = &center->first; *at;) {
        struct registration *one = *at;
        bool is_named = !name || (one->name && CFEqual(one->name, name));
        if (one->observer == observer && is_named && (!object || one->object == object)) {
            *at = one->next;
            one->is_removed = true;
            drop(one);
        } else {
            at = &one->next;
        }
    }
    pthread_mutex_unlock(&mutex);
}

void CFNotificationCenterRemoveObserver(Center center, const void *observer, Object name, const void *object);
void CFNotificationCenterRemoveObserver(Center center, const void *observer, Object name, const void *object) {
    remove_matching(center, observer, name, center == &darwin ? NULL : object);
}

void CFNotificationCenterRemoveEveryObserver(Center center, const void *observer);
void CFNotificationCenterRemoveEveryObserver(Center center, const void *observer) {
    remove_matching(center, observer, NULL, NULL);
}

void CFNotificationCenterPostNotificationWithOptions(
    Center center, Object name, const void *object, Object information, unsigned long options);
void CFNotificationCenterPostNotificationWithOptions(
    Center center, Object name, const void *object, Object information, unsigned long options) {
    (void)options;
    if (!center || !name) return;
    // The callbacks run without the lock, and may add and remove observers.
    pthread_mutex_lock(&mutex);
    size_t count = 0, used = 0;
    for (struct registration *at = center->first; at; at = at->next) count++;
    struct registration **called = count > 0 ? malloc(count * sizeof *called) : NULL;
    for (struct registration *at = called ? center->first : NULL; at; at = at->next) {
        if (at->name && !CFEqual(at->name, name)) continue;
        if (at->object && at->object != object) continue;
        at->users++;
        called[used++] = at;
    }
    pthread_mutex_unlock(&mutex);
    for (size_t i = 0; i < used; i++) {
        pthread_mutex_lock(&mutex);
        bool is_removed = called[i]->is_removed;
        pthread_mutex_unlock(&mutex);
        if (!is_removed) called[i]->callback(center, (void *)(uintptr_t)called[i]->observer, name, object, information);
        pthread_mutex_lock(&mutex);
        drop(called[i]);
        pthread_mutex_unlock(&mutex);
    }
    free(called);
}

void CFNotificationCenterPostNotification(
    Center center, Object name, const void *object, Object information, bool deliverImmediately);
void CFNotificationCenterPostNotification(
    Center center, Object name, const void *object, Object information, bool deliverImmediately) {
    CFNotificationCenterPostNotificationWithOptions(center, name, object, information, deliverImmediately);
}
