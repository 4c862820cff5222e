import AudioCore
import CAudioToolbox

/// Units that get their frames from one another: one thread at a time changes them, and what it prepares holds from one cycle on.
///
/// A thread that changes the units may call a client, whose unit takes a format or is initialized. The client may call the network's owner
/// on that thread; it must not wait for another thread that does.
///
/// A network does not decide which units there are and what is connected. That is the policy of its owner: an `AUGraph` or an
/// `AVAudioEngine`.
package final class UnitNetwork: @unchecked Sendable {
    private struct State {
        /// The thread that changes the units; 0 for none.
        var worker: UInt = 0
        /// What the next cycle begins with, and what begins the cycle.
        var offered: (batch: SourceBatch, hook: CycleHook)?
    }

    private let state = WaitableValue(State(), .state)

    package init() {}

    // MARK: One thread at a time

    /// Lets a thread change the units where none does.
    ///
    /// - Returns: the thread that changes them already; 0 for none.
    package func claim(_ thread: UInt) -> UInt {
        state.withLockQuietly { state in
            defer { if state.worker == 0 { state.worker = thread } }
            return state.worker
        }
    }

    /// Waits until no thread changes the units.
    package func waitForTurn() {
        LockOrder.willWait()
        _ = state.wait { $0.worker == 0 ? () : nil }
    }

    /// The thread that changes the units; 0 for none.
    package var worker: UInt { state.withLockQuietly { $0.worker } }

    /// Lets other threads change the units.
    package func release() { state.withLock { $0.worker = 0 } }

    // MARK: At a cycle's beginning

    /// Has the next cycle begin with changes.
    func offer(_ batch: SourceBatch, _ hook: CycleHook) {
        state.withLockQuietly { $0.offered = (batch, hook) }
        hook.offer(batch)
    }

    /// Ends the changes that are on their way.
    ///
    /// - Parameter isForced: whether a cycle may be in progress that has begun without them.
    /// - Returns: false where they are on their way still.
    @discardableResult package func settle(waits: Bool, isForced: Bool) -> Bool {
        guard let offered = state.withLockQuietly({ $0.offered }) else { return true }
        while !offered.hook.complete(offered.batch, isForced: isForced) {
            guard waits else { return false }
            LockOrder.willWait()
            offered.hook.waitForCycle(offered.batch)
        }
        state.withLockQuietly { $0.offered = nil }
        return true
    }

    /// Has the next cycle begin with changes, where there are any.
    package func offer(_ staged: StagedSources, _ hook: CycleHook) {
        guard !staged.isEmpty else { return }
        offer(SourceBatch(staged), hook)
    }
}

extension StagedSources {
    /// Puts everything in place at once: nothing renders yet.
    package mutating func applyNow() {
        let batch = SourceBatch(self)
        batch.apply()
        batch.finish()
        self = StagedSources()
    }

    /// Stages that an input gets its frames from an output of another unit, in the format of that output.
    ///
    /// A client's own unit is connected at once, and so is the format of what plays on a device, which stops for the change.
    package mutating func connect(
        _ instance: ComponentInstance, _ input: UInt32, to source: ComponentInstance,
        _ sourceReference: AudioComponentInstance,
        _ output: UInt32
    ) throws(AudioError) {
        guard let unit = instance.unit else {
            return try instance.setOwnProperty(
                kAudioUnitProperty_MakeConnection, input, (UInt(bitPattern: sourceReference), output, input))
        }
        let format = try source.format(kAudioUnitScope_Output, output)
        if try unit.format(kAudioUnitScope_Input, input) != format {
            if unit.playsOnDevice {
                try unit.changeFormat(of: input, to: format)
            } else {
                try unit.stageFormat(format, input, &self)
            }
        }
        try unit.stageSource(InputSource(source, bus: output), input, &self)
    }

    /// Stages that a client's function gives an input its frames.
    package mutating func connect(
        _ instance: ComponentInstance, _ input: UInt32, toFunction function: UInt, _ context: UInt
    ) throws(AudioError) {
        guard let unit = instance.unit else {
            return try instance.setOwnProperty(kAudioUnitProperty_SetRenderCallback, input, (function, context))
        }
        guard let address = UnsafeRawPointer(bitPattern: function) else { return }
        let source = InputSource(
            unsafeBitCast(address, to: RenderCallback.self), UnsafeMutableRawPointer(bitPattern: context))
        try unit.stageSource(source, input, &self)
    }

    /// Stages that an input gets no frames.
    ///
    /// - Parameter isConnection: whether it gets them from a unit now, and not from a function.
    package mutating func disconnect(
        _ instance: ComponentInstance, _ input: UInt32, isConnection: Bool
    ) throws(AudioError) {
        if let unit = instance.unit {
            try unit.stageSource(nil, input, &self)
        } else if isConnection {
            try instance.setOwnProperty(kAudioUnitProperty_MakeConnection, input, (UInt(0), UInt32(0), input))
        } else {
            try instance.setOwnProperty(kAudioUnitProperty_SetRenderCallback, input, (UInt(0), UInt(0)))
        }
    }
}

extension Unit {
    /// Sets the format of an output unit's input, for which its device stops.
    fileprivate func changeFormat(of input: UInt32, to format: StreamFormat) throws(AudioError) {
        // What the input has now gives frames of the old format: it is taken away before the format changes.
        let old = state.withLock { state in (try? state.element(kAudioUnitScope_Input, input))?.source }
        try setSource(nil, input)
        do throws(AudioError) {
            try setFormat(format, kAudioUnitScope_Input, input, byConnection: true)
        } catch {
            try? setSource(old, input)
            throw error
        }
    }
}

extension ComponentInstance {
    /// Sets a property of an input of a client's own unit.
    fileprivate func setOwnProperty<Value: BitwiseCopyable>(
        _ id: AudioUnitPropertyID, _ input: UInt32, _ value: Value
    ) throws(AudioError) {
        guard case .plugIn(let plugIn) = body else { return }
        let status = withUnsafeBytes(of: value) {
            plugIn.setProperty(id, kAudioUnitScope_Input, input, $0.baseAddress, UInt32($0.count))
        }
        try ComponentInstance.check(status)
    }
}
