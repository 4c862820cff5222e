#include "CFetched.h"

int CFetchedSeesAccelerate(void)
{
#if __has_include(<Accelerate/Accelerate.h>)
    return 1;
#else
    return 0;
#endif
}
