// Shared by the programs in this folder.
#ifndef SYSTEM_H
#define SYSTEM_H

// POSIX in the strict modes of C too.
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE 1
#endif

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
