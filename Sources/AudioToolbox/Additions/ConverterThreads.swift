import AudioFiles

/// How many threads decode, encode and convert rates: UInt32, 1 to 64, at first 1. An addition of ours.
///
/// What comes out does not depend on it. Packets of Apple Lossless, for one, are decoded and encoded on all of them; codecs
/// whose packets depend on all earlier ones use one. With more than one, the converter asks its callback for more than it
/// needs at the moment. Set it for files, where the fastest conversion counts; not for a converter that runs on a
/// real-time thread, which would wait for the others.
public let kAudioConverterPropertyThreadCount: AudioConverterPropertyID = converterThreadsProperty

/// How many threads decode, encode and convert rates for a file: UInt32, 1 to 64, at first 1. An addition of ours.
///
/// The sound read and the bytes written do not depend on it. Set it, before the first frame, where long stretches are read
/// or written; a seek with it costs more, because frames ahead of the new position are decoded too.
public let kExtAudioFileProperty_ThreadCount: ExtAudioFilePropertyID = extendedFileThreadsProperty
