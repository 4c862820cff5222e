// The system's <sys/stat.h>, with the Mac's names of the times of a file.
#pragma GCC system_header
#include_next <sys/stat.h>

#ifndef st_atimespec
#define st_atimespec st_atim
#define st_mtimespec st_mtim
#define st_ctimespec st_ctim
#endif
