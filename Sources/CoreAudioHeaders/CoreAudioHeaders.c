// The public headers are the whole of this target; this file includes none of them, because a C target is not given the toolchain's CoreFoundation.
