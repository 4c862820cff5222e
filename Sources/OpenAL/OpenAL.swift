@_exported public import COpenAL
import COpenALSoft
import OpenALEngine

/// OpenAL Soft for a call of al.h, which is an error without a current context.
var called: UnsafePointer<SoftFunctions>? { SoundSpace.shared.called }

/// The same for a call with a list of so many entries, which must not be null.
func calledWith(_ list: UnsafeRawPointer?, _ count: ALsizei) -> UnsafePointer<SoftFunctions>? {
    SoundSpace.shared.calledWith(list, count)
}
