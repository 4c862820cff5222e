import AudioGraph
import CAudioToolbox

// The body of the function in CarbonCore/Components.h that is not inline. Only programs in C see that header.

/// Gets what the functions of `kAudioUnitProperty_FastDispatch` take as the storage of an instance.
///
/// - Parameter instance: an instance.
/// - Returns: the data of a registered component's instance, or the reference of a unit of the library; nil if there is no such
///   instance.
@c(GetComponentInstanceStorage) @_documentation(visibility: internal)
public func __GetComponentInstanceStorage(_ instance: OpaquePointer?) -> UnsafeMutableRawPointer? {
    (try? ComponentInstance.handles.object(for: instance))?.storage
}
