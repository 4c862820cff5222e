// Shared by the programs in this folder.
#ifndef SYSTEM_H
#define SYSTEM_H

#include <AudioToolbox/AudioToolbox.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { printf("%s line %d: %s\n", __FILE__, __LINE__, #condition); exit(1); } \
    } while (0)

#endif
