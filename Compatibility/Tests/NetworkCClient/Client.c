#include "NetworkCClient.h"
