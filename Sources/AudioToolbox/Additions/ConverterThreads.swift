import AudioEngine

/// How many threads divide a long sample-rate conversion among them: UInt32, 1 to 64, at first 1. An addition of ours.
///
/// The samples do not depend on it. Set it for files, where the fastest conversion counts; not for a converter that runs
/// on a real-time thread, which would wait for the others.
public let kAudioConverterPropertyThreadCount: AudioConverterPropertyID = converterThreadsProperty
