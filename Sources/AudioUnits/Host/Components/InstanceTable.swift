import AudioCore
import CAudioToolbox

/// The references of instances: those of a `HandleTable`, with the type that clients see.
///
/// A `ComponentInstanceRecord` exists for its name alone, as in Apple's SDK. A reference is a number, which nothing follows.
package struct InstanceTable: Sendable {
    private let table = HandleTable<ComponentInstance>(
        kind: 9, wrongReference: .parameter.because("there is no such audio unit"))

    /// Keeps `instance` and returns a reference to it.
    package func insert(_ instance: ComponentInstance) throws(AudioError) -> AudioComponentInstance {
        AudioComponentInstance(try table.insert(instance))
    }

    /// The instance behind a reference. The reference stays good until `remove`.
    package func object(for reference: AudioComponentInstance?) throws(AudioError) -> ComponentInstance {
        try table.object(for: OpaquePointer(reference))
    }

    /// Makes a reference invalid and returns what it stood for.
    package func remove(_ reference: AudioComponentInstance?) throws(AudioError) -> ComponentInstance {
        try table.remove(OpaquePointer(reference))
    }
}
