import AudioCore
import AudioFiles
import AudioIO
import AudioToolbox

/// The output through which the audio queues of this process play on a device: Apple's API does not say which back end it
/// has, nor how often its device ran empty.
package final class PlaybackOutput: Sendable {
    /// Why there is none.
    package struct Failure: Error {
        package let reason: String
    }

    private let output: Output

    /// Opens the output, or joins it.
    ///
    /// - Parameter device: a device's UID; nil for the default device.
    package init(device: String?) throws(Failure) {
        do throws(AudioError) { output = try Output.shared(device: device) } catch {
            throw Failure(reason: error.reason)
        }
    }

    /// 32-bit float in the device's rate and channels.
    package var format: AudioStreamBasicDescription { AudioStreamBasicDescription(output.format) }
    package var framesPerCycle: Int { output.framesPerCycle }
    /// The name of the back end; nil while there is no sound server.
    package var backendName: String? { output.backendName }
    /// How many times the device went without frames.
    package var xruns: Int { output.xruns }
}
