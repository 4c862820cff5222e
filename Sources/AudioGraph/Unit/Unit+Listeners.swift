import AudioCore
import CAudioToolbox

// Listeners of properties, and render notifications.
extension Unit {
    package func addListener(
        _ id: AudioUnitPropertyID, _ function: @escaping PropertyListenerFunction, _ context: UnsafeMutableRawPointer?
    ) {
        listeners.add(PropertyListener(id: id, function: function, context: context))
        didChangeListeners()
    }

    package func removeListener(
        _ id: AudioUnitPropertyID, _ function: @escaping PropertyListenerFunction, _ context: UnsafeMutableRawPointer?
    ) {
        listeners.remove(PropertyListener(id: id, function: function, context: context))
        didChangeListeners()
    }

    /// Calls the listeners of a property, on this thread and without a lock.
    package func notify(_ id: AudioUnitPropertyID, _ scope: AudioUnitScope = 0, _ element: AudioUnitElement = 0) {
        listeners.notify(id, scope, element)
    }

    package func addNotify(_ function: @escaping RenderCallback, _ context: UnsafeMutableRawPointer?) {
        let entry = NotifyList.Entry(function: function, context: context)
        let list = state.withLock { state -> [NotifyList.Entry] in
            if !state.notifies.contains(where: { $0.isSame(entry) }) { state.notifies.append(entry) }
            return state.notifies
        }
        renderer.publish(NotifyList(list))
    }

    package func removeNotify(_ function: @escaping RenderCallback, _ context: UnsafeMutableRawPointer?) {
        let entry = NotifyList.Entry(function: function, context: context)
        let list = state.withLock { state -> [NotifyList.Entry] in
            state.notifies.removeAll { $0.isSame(entry) }
            return state.notifies
        }
        renderer.publish(list.isEmpty ? nil : NotifyList(list))
    }
}
