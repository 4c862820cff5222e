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

    /// Removes a listener, whatever contexts it was added with.
    package func removeListener(_ id: AudioUnitPropertyID, _ function: @escaping PropertyListenerFunction) {
        listeners.remove(id, function)
        didChangeListeners()
    }

    /// Calls the listeners of a property, on this thread and without a lock.
    package func notify(_ id: AudioUnitPropertyID, _ scope: AudioUnitScope = 0, _ element: AudioUnitElement = 0) {
        listeners.notify(id, scope, element)
    }

    package func addNotify(_ function: @escaping RenderCallback, _ context: UnsafeMutableRawPointer?) {
        let entry = NotifyList.Entry(function: function, context: context)
        state.withLock { state in
            if !state.notifies.contains(where: { $0.isSame(entry) }) { state.notifies.append(entry) }
        }
        publishNotifies()
    }

    package func removeNotify(_ function: @escaping RenderCallback, _ context: UnsafeMutableRawPointer?) {
        let entry = NotifyList.Entry(function: function, context: context)
        state.withLock { $0.notifies.removeAll { $0.isSame(entry) } }
        publishNotifies()
    }

    /// Gives the audio half the present list, whichever of several threads comes last.
    private func publishNotifies() {
        var list: [NotifyList.Entry] = []
        repeat {
            list = state.withLock { $0.notifies }
            renderer.publish(list.isEmpty ? nil : NotifyList(list))
        } while !state.withLock({ $0.notifies.elementsEqual(list) { $0.isSame($1) } })
    }
}
