// Chooses single precision for the bodies that are included next.

#undef real
#undef split
#undef complexPair
#undef V
#undef M
#undef SUFFIXED
#define real float
#define split DSPSplitComplex
#define complexPair DSPComplex
/// The name of a public function.
#define V(name) vDSP_##name
/// The name of a function of the C library.
#define M(name) name##f
/// A name with the suffix of the precision.
#define SUFFIXED(name) name
