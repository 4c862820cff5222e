// What Swift cannot define: constants with storage. No public header is included here, because a C target is not given
// the toolchain's CoreFoundation, which they all include.

extern const double kAudioStreamAnyRate;
const double kAudioStreamAnyRate = 0;
