// CFNotificationCenter: who hears of what, and observers that come and go while it is posted.
#include "system.h"

static int heard = 0, heardAll = 0;
static int object = 0, information = 0;

static void hear(CFNotificationCenterRef center, void *observer, CFStringRef name, const void *about, CFDictionaryRef info) {
    CHECK(observer == &heard && CFEqual(name, CFSTR("one")) && about == &object && (const void *)info == &information);
    heard++;
    CFNotificationCenterRemoveObserver(center, observer, name, NULL);
}

static void hear_all(CFNotificationCenterRef center, void *observer, CFStringRef name, const void *about, CFDictionaryRef info) {
    (void)center, (void)name, (void)about, (void)info;
    CHECK(observer == &heardAll);
    heardAll++;
}

static void test(CFNotificationCenterRef center) {
    CFNotificationSuspensionBehavior now = CFNotificationSuspensionBehaviorDeliverImmediately;
    heard = heardAll = 0;
    CHECK(center != NULL);
    CFNotificationCenterAddObserver(center, &heard, hear, CFSTR("one"), &object, now);
    CFNotificationCenterAddObserver(center, &heardAll, hear_all, NULL, NULL, now);
    CFNotificationCenterPostNotification(center, CFSTR("two"), &object, NULL, true);
    CHECK(heard == 0 && heardAll == 1);
    CFNotificationCenterPostNotification(center, CFSTR("one"), &heard, NULL, true);
    CHECK(heard == 0 && heardAll == 2);
    CFNotificationCenterPostNotification(center, CFSTR("one"), &object, (CFDictionaryRef)(const void *)&information, true);
    CHECK(heard == 1 && heardAll == 3);
    CFNotificationCenterPostNotificationWithOptions(center, CFSTR("one"), &object, NULL, kCFNotificationPostToAllSessions);
    CHECK(heard == 1 && heardAll == 4);
    CFNotificationCenterRemoveEveryObserver(center, &heardAll);
    CFNotificationCenterPostNotification(center, CFSTR("one"), &object, NULL, true);
    CHECK(heard == 1 && heardAll == 4);
}

int main(void) {
    CHECK(CFNotificationCenterGetLocalCenter() != CFNotificationCenterGetDistributedCenter());
    test(CFNotificationCenterGetLocalCenter());
    test(CFNotificationCenterGetDistributedCenter());
    return 0;
}
