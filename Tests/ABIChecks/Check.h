// What the ABI checks are written in. Ours may be the beginning of a struct that newer libraries have extended.
#include <stddef.h>

#define SIZE(ours, theirs) _Static_assert(sizeof(ours) == sizeof(theirs), #ours);
#define AT_LEAST(ours, theirs) _Static_assert(sizeof(theirs) >= sizeof(ours), #ours);
#define FIELD(ours, field, theirs, path) \
    _Static_assert(offsetof(ours, field) == offsetof(theirs, path), #ours "." #field); \
    _Static_assert(sizeof(((ours *)0)->field) == sizeof(((theirs *)0)->path), #ours "." #field " size");
#define VALUE(ours, theirs) _Static_assert((long long)(ours) == (long long)(theirs), #ours);
