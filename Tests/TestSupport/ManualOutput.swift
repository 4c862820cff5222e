import AudioCore
import AudioDevices
import AudioIO

extension ManualServer {
    /// An output on a Manual device: one channel at 1000 frames a second on both sides, or the arguments, which are
    /// numbers that a person can add up.
    package func output(rate: Double = 1000, channels: Int = 1, cycle: Int = 8) throws -> Output {
        var configuration = OutputConfiguration()
        configuration.sampleRate = rate
        configuration.framesPerCycle = cycle
        configuration.channels = channels
        return try Output(configuration) { (events) throws(AudioError) in try Manual(server: self, events: events) }
    }
}
