import AudioSpace
@_exported public import COpenAL
import COpenALSoft

/// OpenAL Soft for a call of al.h, which is an error without a current context.
var called: UnsafePointer<SoftFunctions>? { SoundSpace.shared.called }
