@_exported public import CoreAudioTypes
@_exported public import CoreVideo
