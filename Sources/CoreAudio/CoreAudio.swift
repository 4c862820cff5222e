@_exported public import CCoreAudio
@_exported public import CoreAudioTypes
