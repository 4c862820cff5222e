// Where the Mac has <pthread.h>, too.
#include <pthread.h>
