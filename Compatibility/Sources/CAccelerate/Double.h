// Chooses double precision for the bodies that are included next.

#undef real
#undef split
#undef complexPair
#undef V
#undef M
#undef SUFFIXED
#define real double
#define split DSPDoubleSplitComplex
#define complexPair DSPDoubleComplex
/// The name of a public function.
#define V(name) vDSP_##name##D
/// The name of a function of the C library.
#define M(name) name
/// A name with the suffix of the precision.
#define SUFFIXED(name) name##D
