#include <MacTypes.h>
