@_exported public import AudioToolbox
@_exported public import CoreMedia
