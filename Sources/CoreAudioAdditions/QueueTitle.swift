import AudioToolbox
import PlaybackAndRecording

/// The title by which users find what a queue plays or records among the streams of a sound server. Apple's API has none.
package enum QueueTitle {
    /// Sets the title, also while the queue runs; nil for the program's name.
    ///
    /// Any thread. A queue that is disposed of, or about to be, keeps what it has.
    package static func set(_ title: String?, of queue: AudioQueueRef) {
        try? AudioQueue.live(queue).setTitle(title)
    }
}
