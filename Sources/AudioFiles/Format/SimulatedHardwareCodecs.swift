import AudioCore
import Synchronization

/// The rule of the iPhone that one codec at a time can be done in hardware, for tests of programs that reckon with it.
///
/// Off at first: nothing is done in hardware here. May be changed on any thread.
package enum SimulatedHardwareCodecs {
    private static let state = Atomic<Bool>(false)

    /// What telephones had decoders in hardware for.
    static let formats: Set<FourCC> = [.aac, "aach", "aacp", ".mp3", .alac]

    package static var isOn: Bool {
        get { state.load(ordering: .relaxed) }
        set { state.store(newValue, ordering: .relaxed) }
    }
}
