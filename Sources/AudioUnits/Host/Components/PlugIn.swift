import AudioCore
import CAudioToolbox
import CRealtime
import Synchronization

extension AudioComponentPlugInInterface {
    /// Whether a field has a function. C programs may leave out those that the header asks for.
    static func isThere<Function>(_ function: Function) -> Bool {
        precondition(MemoryLayout<Function>.size == MemoryLayout<UInt>.size, "not a pointer to a C function")
        return unsafeBitCast(function, to: UInt.self) != 0
    }

    /// The function of a selector; nil where the component does not have it.
    func method(_ selector: Int) -> AudioComponentMethod? {
        Self.isThere(Lookup) ? Lookup(Int16(truncatingIfNeeded: selector)) : nil
    }
}

/// An instance of a client's component: the functions of its `AudioComponentPlugInInterface`.
///
/// They are looked up once, so that a render calls no other function of the client.
package final class PlugIn: @unchecked Sendable {
    private typealias Own = UnsafeMutableRawPointer
    private typealias Simple = @convention(c) (Own) -> Int32
    private typealias Info =
        @convention(c) (Own, UInt32, UInt32, UInt32, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<Bool>?) ->
        Int32
    private typealias Get =
        @convention(c) (Own, UInt32, UInt32, UInt32, UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt32>) -> Int32
    private typealias Set = @convention(c) (Own, UInt32, UInt32, UInt32, UnsafeRawPointer?, UInt32) -> Int32
    private typealias Listen =
        @convention(c) (Own, UInt32, UnsafeRawPointer, UnsafeMutableRawPointer?) -> Int32
    private typealias RemoveListener = @convention(c) (Own, UInt32, UnsafeRawPointer) -> Int32
    private typealias Notify = @convention(c) (Own, UnsafeRawPointer, UnsafeMutableRawPointer?) -> Int32
    private typealias GetParameter =
        @convention(c) (Own, UInt32, UInt32, UInt32, UnsafeMutablePointer<Float>) -> Int32
    private typealias SetParameter = @convention(c) (Own, UInt32, UInt32, UInt32, Float, UInt32) -> Int32
    private typealias Schedule = @convention(c) (Own, UnsafePointer<AudioUnitParameterEvent>, UInt32) -> Int32
    private typealias Reset = @convention(c) (Own, UInt32, UInt32) -> Int32
    private typealias Render =
        @convention(c) (
            Own, UnsafeMutablePointer<UInt32>?, UnsafePointer<AudioTimeStamp>, UInt32, UInt32,
            UnsafeMutablePointer<AudioBufferList>
        ) -> Int32
    private typealias Process =
        @convention(c) (
            Own, UnsafeMutablePointer<UInt32>?, UnsafePointer<AudioTimeStamp>, UInt32,
            UnsafeMutablePointer<AudioBufferList>
        ) -> Int32
    private typealias ProcessMultiple =
        @convention(c) (
            Own, UnsafeMutablePointer<UInt32>?, UnsafePointer<AudioTimeStamp>, UInt32, UInt32,
            UnsafeMutablePointer<UnsafePointer<AudioBufferList>>, UInt32,
            UnsafeMutablePointer<UnsafeMutablePointer<AudioBufferList>>
        ) -> Int32

    private let interface: UnsafeMutablePointer<AudioComponentPlugInInterface>
    /// The interface is the first field of the client's own data.
    var own: UnsafeMutableRawPointer { UnsafeMutableRawPointer(interface) }
    /// Closed when the client frees the instance. A unit that is still connected to it gets no frames.
    private let gate = ClosingGate()
    /// Whether the last call that is in progress frees the instance when it ends.
    private let closesLate = Atomic<Bool>(false)
    private let renderFunction: Render?
    private let processFunction: Process?
    private let processMultipleFunction: ProcessMultiple?
    private let musicFunctions: MusicFunctions
    /// Functions of the library's own that are notified of renders: not every component has notifications.
    private let followers = LockedValue<[NotifyList.Entry]>([])
    private let published = Published()
    private let rendering = RenderGate()
    /// A codec's functions have the numbers of a unit's, and other arguments.
    private let isCodec: Bool

    init(_ description: AudioComponentDescription, _ factory: ComponentFactory) throws(AudioError) {
        var description = description
        guard let interface = factory(&description) else {
            throw .unitFailedInitialization.because("the factory function of the component made nothing")
        }
        self.interface = interface
        isCodec = description.isCodec
        guard !isCodec else {
            (renderFunction, processFunction, processMultipleFunction) = (nil, nil, nil)
            musicFunctions = MusicFunctions(nil)
            return
        }
        func function<F>(_ selector: Int) -> F? {
            interface.pointee.method(selector).map { unsafeBitCast($0, to: F.self) }
        }
        renderFunction = function(kAudioUnitRenderSelect)
        processFunction = function(kAudioUnitProcessSelect)
        processMultipleFunction = function(kAudioUnitProcessMultipleSelect)
        musicFunctions = MusicFunctions(interface)
    }

    /// An instance that has no functions: that of a codec of the library, which is no unit.
    convenience init(_ description: AudioComponentDescription) throws(AudioError) {
        try self.init(description) { _ in Self.nothing }
    }

    nonisolated(unsafe) private static let nothing: UnsafeMutablePointer<AudioComponentPlugInInterface> = {
        let made = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<AudioComponentPlugInInterface>.size, alignment: 16)
        made.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<AudioComponentPlugInInterface>.size)
        return made.assumingMemoryBound(to: AudioComponentPlugInInterface.self)
    }()

    func open(_ reference: AudioComponentInstance) throws(AudioError) {
        guard AudioComponentPlugInInterface.isThere(interface.pointee.Open) else {
            throw .unitFailedInitialization.because("the interface of the component has no Open")
        }
        LockOrder.willCallClient()
        let status = interface.pointee.Open(own, reference)
        guard status == 0 else { throw AudioError(status: status, reason: "the component's Open failed") }
    }

    /// Frees the instance when the calls of its functions have ended. One of this thread's own does it at its end.
    func close() {
        gate.close()
        if gate.wait() { return free() }
        closesLate.store(true, ordering: .sequentiallyConsistent)
    }

    private func free() {
        guard AudioComponentPlugInInterface.isThere(interface.pointee.Close) else { return }
        LockOrder.willCallClient(under: .cycle)
        _ = interface.pointee.Close(own)
    }

    /// Calls a function of the client's, unless the instance is freed.
    private func gated(_ body: () -> Int32) -> Int32 {
        gate.pass(body) { if closesLate.exchange(false, ordering: .sequentiallyConsistent) { free() } }
            ?? AudioError.unitUninitialized.status
    }

    /// Whether the client has a function.
    package func has(_ selector: Int16) -> Bool {
        gated { interface.pointee.method(Int(selector)) != nil ? 0 : AudioError.unitUnimplemented.status } == 0
    }

    private func call<F>(_ selector: Int, _ body: (F) -> Int32) -> Int32 {
        LockOrder.willCallClient()
        return gated {
            guard !isCodec, let found = interface.pointee.method(selector) else {
                return AudioError.unitUnimplemented.status
            }
            return body(unsafeBitCast(found, to: F.self))
        }
    }

    /// Calls a function of a client's codec.
    func callCodec<F>(_ selector: UInt32, _ body: (F) -> Int32) -> Int32 {
        LockOrder.willCallClient()
        return gated {
            guard isCodec, let found = interface.pointee.method(Int(selector)) else {
                return AudioError.unitUnimplemented.status
            }
            return body(unsafeBitCast(found, to: F.self))
        }
    }

    /// A function without arguments: initialize, uninitialize, start, stop.
    package func perform(_ selector: Int) -> Int32 { call(selector) { (f: Simple) in f(own) } }

    package func propertyInfo(
        _ id: UInt32, _ scope: UInt32, _ element: UInt32, _ size: UnsafeMutablePointer<UInt32>?,
        _ isWritable: UnsafeMutablePointer<Bool>?
    ) -> Int32 {
        call(kAudioUnitGetPropertyInfoSelect) { (f: Info) in f(own, id, scope, element, size, isWritable) }
    }

    package func getProperty(
        _ id: UInt32, _ scope: UInt32, _ element: UInt32, _ data: UnsafeMutableRawPointer?,
        _ size: UnsafeMutablePointer<UInt32>
    ) -> Int32 {
        call(kAudioUnitGetPropertySelect) { (f: Get) in f(own, id, scope, element, data, size) }
    }

    package func setProperty(
        _ id: UInt32, _ scope: UInt32, _ element: UInt32, _ data: UnsafeRawPointer?, _ size: UInt32
    ) -> Int32 {
        call(kAudioUnitSetPropertySelect) { (f: Set) in f(own, id, scope, element, data, size) }
    }

    /// Adds or removes a listener of a property.
    package func listen(
        _ selector: Int, _ id: UInt32, _ function: UnsafeRawPointer, _ context: UnsafeMutableRawPointer?
    ) -> Int32 {
        call(selector) { (f: Listen) in f(own, id, function, context) }
    }

    /// Removes a listener of a property, whatever contexts it was added with.
    package func removeListener(_ id: UInt32, _ function: UnsafeRawPointer) -> Int32 {
        call(kAudioUnitRemovePropertyListenerSelect) { (f: RemoveListener) in f(own, id, function) }
    }

    /// Adds or removes a render notification.
    package func notify(
        _ selector: Int, _ function: UnsafeRawPointer, _ context: UnsafeMutableRawPointer?
    ) -> Int32 {
        call(selector) { (f: Notify) in f(own, function, context) }
    }

    package func parameter(
        _ id: UInt32, _ scope: UInt32, _ element: UInt32, _ value: UnsafeMutablePointer<Float>
    ) -> Int32 {
        call(kAudioUnitGetParameterSelect) { (f: GetParameter) in f(own, id, scope, element, value) }
    }

    package func setParameter(
        _ id: UInt32, _ scope: UInt32, _ element: UInt32, _ value: Float, _ offset: UInt32
    ) -> Int32 {
        call(kAudioUnitSetParameterSelect) { (f: SetParameter) in f(own, id, scope, element, value, offset) }
    }

    package func schedule(_ events: UnsafePointer<AudioUnitParameterEvent>, _ count: UInt32) -> Int32 {
        call(kAudioUnitScheduleParametersSelect) { (f: Schedule) in f(own, events, count) }
    }

    package func reset(_ scope: UInt32, _ element: UInt32) -> Int32 {
        call(kAudioUnitResetSelect) { (f: Reset) in f(own, scope, element) }
    }

    /// Calls one of the functions for MIDI messages and notes; the body returns nil where the client does not have it.
    func music(_ body: (MusicFunctions, UnsafeMutableRawPointer) -> Int32?) -> Int32 {
        gated { body(musicFunctions, own) ?? AudioError.unitUnimplemented.status }
    }

    /// Adds or removes a function that is notified of renders, as a render notification does.
    func follow(_ entry: NotifyList.Entry, _ isOn: Bool) {
        let list = followers.withLock { followers in
            followers.removeAll { $0.isSame(entry) }
            if isOn { followers.append(entry) }
            return followers
        }
        published.publish(list.isEmpty ? nil : NotifyList(list), rendering)
    }

    /// Keeps an object until no render that is in progress can use it.
    func keep(_ object: AnyObject) { rendering.retire(object) }

    private func notify(
        _ flags: UInt32, _ time: UnsafePointer<AudioTimeStamp>, _ bus: UInt32, _ frames: UInt32,
        _ list: UnsafeMutablePointer<AudioBufferList>
    ) {
        guard let raw = published.raw else { return }
        Unmanaged<NotifyList>.fromOpaque(raw)._withUnsafeGuaranteedRef { $0.call(flags, time, bus, frames, list) }
    }

    func render(
        _ flags: UnsafeMutablePointer<UInt32>?, _ time: UnsafePointer<AudioTimeStamp>, _ bus: UInt32,
        _ frames: UInt32, _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> Int32 {
        // It may render others, or itself.
        let depth = realtime_enter_unit()
        defer { realtime_leave_unit() }
        guard depth <= UnitRenderer.mostDepth else { return AudioError.memoryFull.status }
        rendering.enter()
        defer { rendering.leave() }
        let given = flags?.pointee ?? 0
        notify(given | RenderFlags.preRender, time, bus, frames, list)
        let status = gated {
            renderFunction?(own, flags, time, bus, frames, list) ?? AudioError.unitUnimplemented.status
        }
        notify(RenderFlags.after(flags?.pointee ?? given, status), time, bus, frames, list)
        return status
    }

    package func process(
        _ flags: UnsafeMutablePointer<UInt32>?, _ time: UnsafePointer<AudioTimeStamp>, _ frames: UInt32,
        _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> Int32 {
        gated { processFunction?(own, flags, time, frames, list) ?? AudioError.unitUnimplemented.status }
    }

    package func processMultiple(
        _ flags: UnsafeMutablePointer<UInt32>?, _ time: UnsafePointer<AudioTimeStamp>, _ frames: UInt32,
        _ inputs: UnsafeMutablePointer<UnsafePointer<AudioBufferList>>, _ inputCount: UInt32,
        _ outputs: UnsafeMutablePointer<UnsafeMutablePointer<AudioBufferList>>, _ outputCount: UInt32
    ) -> Int32 {
        gated {
            processMultipleFunction?(own, flags, time, frames, inputCount, inputs, outputCount, outputs)
                ?? AudioError.unitUnimplemented.status
        }
    }
}
