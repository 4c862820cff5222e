#ifndef machine_endian_h
#define machine_endian_h

// BYTE_ORDER and its values, and the byte order of networks.

#include <arpa/inet.h>
#include <endian.h>
#include <stdint.h>

#ifndef BYTE_ORDER
#define LITTLE_ENDIAN __LITTLE_ENDIAN
#define BIG_ENDIAN __BIG_ENDIAN
#define BYTE_ORDER __BYTE_ORDER
#endif

#ifndef ntohll
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define ntohll(x) ((uint64_t)__builtin_bswap64((uint64_t)(x)))
#define htonll(x) ((uint64_t)__builtin_bswap64((uint64_t)(x)))
#else
#define ntohll(x) ((uint64_t)(x))
#define htonll(x) ((uint64_t)(x))
#endif
#endif

#endif
