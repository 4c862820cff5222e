/// Runs what the compiler cannot look into: a C call, a client's callback.
///
/// The one door out of the `@_noLocks` check. Each use says in a comment why it neither blocks nor allocates. Not generic,
/// because the check refuses a generic call that an unoptimised build does not specialise: results go out by a variable.
@_semantics("no_performance_analysis") @inline(__always)
package func realtimeTrusted(_ body: () -> Void) { body() }
