import AudioCore
import AudioUnits
public import CAudioToolbox
public import Foundation

/// An audio unit of version 3: what makes or changes sound, by itself or in a graph.
///
/// A program that uses units makes them of their descriptions. A program that has units of its own subclasses it, overrides
/// `internalRenderBlock`, `inputBusses`, `outputBusses` and `parameterTree`, and calls
/// `registerSubclass(_:as:name:version:)`. Instances are in the program's own process.
///
/// Call it on any thread but an audio thread. The blocks that it gives are for the audio thread. No lock is held while code of
/// the program runs.
open class AUAudioUnit: NSObject, AUKeyValueObservable, AUAudioUnitMaking {
    let given: AudioComponentDescription
    let renderer = ObjectRenderer()
    let values = LockedValue(UnitValues())
    let host = LockedValue(HostPlace())
    /// What stands for a unit of version 2; nil for a subclass of a program.
    let bridged = LockedValue<UnitBridge?>(nil)
    /// Who observes the unit's properties.
    public let keyValueObservers = AUKeyValueObservers()

    var bridge: UnitBridge? { bridged.withLock { $0 } }

    // MARK: Making

    /// Registers a class as a component of the program: searches find it, and graphs and `AudioComponentInstanceNew` make
    /// instances of it.
    ///
    /// - Parameters:
    ///   - cls: a subclass of `AUAudioUnit`.
    ///   - componentDescription: its type, subtype and manufacturer, none of which is 0.
    ///   - name: such as "Maker: Unit".
    ///   - version: the version of the unit.
    open class func registerSubclass(
        _ cls: AnyClass, as componentDescription: AudioComponentDescription, name: String, version: UInt32
    ) {
        require(cls is AUAudioUnit.Type, "[cls isSubclassOfClass: [AUAudioUnit class]]")
        SubclassRegistry.register(cls as! AUAudioUnit.Type, componentDescription, name, version)
    }

    /// Makes an instance: of a subclass, or what stands for a unit of version 2. Every subclass calls it.
    ///
    /// - Parameters:
    ///   - componentDescription: the description of the component.
    ///   - options: ignored: instances are in the program's process.
    /// - Throws: an error of the domain `NSOSStatusErrorDomain`; -3000 where there is no such component.
    public init(
        componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions
    ) throws {
        given = componentDescription
        super.init()
        guard Self.isBridge(type(of: self)), !options.contains(.unbound) else { return }
        let bridge = try UnitBridge(componentDescription)
        bridged.withLock { $0 = bridge }
        bridge.attach(self)
    }

    /// Makes an instance of any class, as the library does. Subclasses inherit it.
    ///
    /// - Parameters:
    ///   - componentDescription: the description of the component.
    ///   - options: ignored: instances are in the program's process.
    /// - Throws: what the class throws.
    @_documentation(visibility: internal)
    public required convenience init(
        __registered componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions
    ) throws {
        try self.init(componentDescription: componentDescription, options: options)
    }

    /// Makes what `init(componentDescription:)` gives.
    ///
    /// - Parameter componentDescription: the description of the component.
    /// - Returns: an instance of the class of the component.
    /// - Throws: an error of the domain `NSOSStatusErrorDomain`; -3000 where there is no such component.
    @_documentation(visibility: internal)
    public static func __made(_ componentDescription: AudioComponentDescription) throws -> Self {
        try SubclassRegistry.make(componentDescription, as: self)
    }

    /// Makes an instance on another thread, and passes it to a closure there.
    ///
    /// - Parameters:
    ///   - componentDescription: the description of the component.
    ///   - options: ignored: instances are in the program's process.
    ///   - completionHandler: gets the instance, or nil and an error.
    @preconcurrency open class func instantiate(
        with componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = [],
        completionHandler: @escaping @Sendable (AUAudioUnit?, (any Error)?) -> Void
    ) {
        SubclassRegistry.instantiate(componentDescription, completionHandler)
    }

    /// Makes an instance on another thread.
    ///
    /// - Parameters:
    ///   - componentDescription: the description of the component.
    ///   - options: ignored: instances are in the program's process.
    /// - Returns: the instance.
    /// - Throws: an error of the domain `NSOSStatusErrorDomain`; -3000 where there is no such component.
    open class func instantiate(
        with componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) async throws -> AUAudioUnit {
        try await SubclassRegistry.instantiate(componentDescription)
    }

    // MARK: About the unit

    /// The description that the unit was made of.
    open var componentDescription: AudioComponentDescription { given }
    /// The component; a reference that other calls refuse where there is none of the description.
    open var component: AudioComponent { bridge?.component ?? SubclassRegistry.reference(given) }
    /// The name of the component, such as "Maker: Unit"; nil where there is none.
    open var componentName: String? { SubclassRegistry.component(component)?.name }
    /// The part of the component's name after the colon.
    open var audioUnitName: String? { componentName.map { ComponentName($0).name } }
    /// The part of the component's name before the colon; nil where it has none.
    open var manufacturerName: String? {
        componentName.map { ComponentName($0).manufacturer }.flatMap { $0.isEmpty ? nil : $0 }
    }
    /// A short name for people; nil unless a subclass has one.
    open var audioUnitShortName: String? { bridge?.text(kAudioUnitProperty_NickName) }
    /// The version of the component; 0 where there is none.
    open var componentVersion: UInt32 { SubclassRegistry.component(component)?.version ?? 0 }
    /// Descriptions of units that this one takes the place of; none unless a subclass has some.
    open var migrateFromPlugin: [Any] { [] }

    // MARK: Rendering

    /// Prepares the unit for rendering, after its formats have been set. A subclass calls it first.
    ///
    /// - Throws: an error of the domain `NSOSStatusErrorDomain`: `kAudioUnitErr_FormatNotSupported` for numbers of channels that
    ///   `channelCapabilities` does not have; what a unit of version 2 returns from `AudioUnitInitialize`.
    open func allocateRenderResources() throws { try allocate() }

    /// Frees what rendering needs. A subclass calls it.
    open func deallocateRenderResources() {
        bridge?.uninitialize()
        setRenderResourcesAllocated(false)
    }

    /// Whether the unit is prepared for rendering.
    open var renderResourcesAllocated: Bool {
        AUKeyValueObservers.read("renderResourcesAllocated")
        return renderer.isAllocated
    }

    /// Says whether the unit is prepared. For a subclass whose `allocateRenderResources()` fails after the superclass's.
    ///
    /// - Parameter flag: whether it is.
    open func setRenderResourcesAllocated(_ flag: Bool) {
        guard flag != renderer.isAllocated else { return }
        // A unit of version 2 checks the number of frames itself: an output unit changes it with its device.
        renderer.allow(flag ? bridge == nil ? max(1, maximumFramesToRender) : .max : 0)
        if !flag { renderer.line.dropAll() }
        keyValueObservers.changed("renderResourcesAllocated")
    }

    /// Discards the sound so far, and the events that have not come to pass. A subclass calls it.
    open func reset() {
        bridge?.reset()
        renderer.line.dropAll()
    }

    /// The inputs: the same array each time. A subclass overrides it.
    open var inputBusses: AUAudioUnitBusArray { buses(.input) }
    /// The outputs: the same array each time. A subclass overrides it.
    open var outputBusses: AUAudioUnitBusArray { buses(.output) }

    /// Whether the unit takes a format of a bus: a subclass's veto.
    ///
    /// - Parameters:
    ///   - format: the format.
    ///   - bus: the bus.
    /// - Returns: true while the unit is not allocated.
    open func shouldChange(to format: AVAudioFormat, for bus: AUAudioUnitBus) -> Bool { !renderResourcesAllocated }

    /// Renders the unit, on the audio thread. The same block works before and after the unit is allocated.
    ///
    /// It returns `kAudioUnitErr_Uninitialized` while the unit is not allocated, and `kAudioUnitErr_TooManyFramesToProcess` for more
    /// than `maximumFramesToRender`.
    open var renderBlock: AURenderBlock {
        takeCode()
        return renderer.block
    }

    /// The code of a subclass that renders. It is asked for when a host asks for `renderBlock`, and must not refer to the unit.
    open var internalRenderBlock: AUInternalRenderBlock {
        bridge?.code ?? { _, _, _, _, _, _, _ in kAudio_UnimplementedError }
    }

    /// Adds an observer of renders, which is called on the audio thread before and after each of them.
    ///
    /// - Parameter observer: called with `unitRenderAction_PreRender` or `unitRenderAction_PostRender` among the flags.
    /// - Returns: the observer's token.
    open func token(byAddingRenderObserver observer: @escaping AURenderObserver) -> Int { renderer.add(observer) }

    /// Removes an observer of renders. A call of it that is in progress ends as usual.
    ///
    /// - Parameter token: what adding the observer has returned.
    open func removeRenderObserver(_ token: Int) { renderer.remove(token) }

    /// The most frames of a render; 512 by default. It cannot be changed while the unit is allocated.
    open var maximumFramesToRender: AUAudioFrameCount {
        get { bridge?.maximumFrames ?? values.withLock { $0.maximumFrames } }
        set {
            guard !renderResourcesAllocated, newValue > 0 else { return }
            if let bridge { bridge.maximumFrames = newValue }
            values.withLock { $0.maximumFrames = newValue }
            keyValueObservers.changed("maximumFramesToRender")
        }
    }

    /// How long the sound takes through the unit, in seconds.
    open var latency: TimeInterval { bridge?.seconds(kAudioUnitProperty_Latency) ?? 0 }
    /// How long the unit sounds after its input ends, in seconds.
    open var tailTime: TimeInterval { bridge?.seconds(kAudioUnitProperty_TailTime) ?? 0 }

    /// How much time a render may take, from 0 to 127, which is the best; 127 by default.
    open var renderQuality: Int {
        get { bridge?.number(kAudioUnitProperty_RenderQuality) ?? values.withLock { $0.renderQuality } }
        set { set(\.renderQuality, newValue, kAudioUnitProperty_RenderQuality, UInt32(clamping: newValue)) }
    }

    /// Whether the sound is to pass unchanged.
    open var shouldBypassEffect: Bool {
        get {
            bridge?.number(kAudioUnitProperty_BypassEffect).map { $0 != 0 } ?? values.withLock { $0.shouldBypassEffect }
        }
        set { set(\.shouldBypassEffect, newValue, kAudioUnitProperty_BypassEffect, UInt32(newValue ? 1 : 0)) }
    }

    /// Whether the unit can render in the memory of its input.
    open var canProcessInPlace: Bool { bridge?.number(kAudioUnitProperty_InPlaceProcessing) == 1 }

    /// Whether the program renders faster or slower than the sound is heard.
    open var isRenderingOffline: Bool {
        get { values.withLock { $0.isRenderingOffline } }
        set { set(\.isRenderingOffline, newValue, kAudioUnitProperty_OfflineRender, UInt32(newValue ? 1 : 0)) }
    }

    /// Numbers of input and output channels that go together, in turn; nil where each input has as many as each output, or any.
    ///
    /// -1 is any number, the same on both sides for two of them; -2 beside -1 is another number.
    open var channelCapabilities: [NSNumber]? { bridge?.channels }

    /// Which channel of an input or output unit goes to which channel of the device; nil for each to its own.
    open var channelMap: [NSNumber]? {
        get { bridge?.channelMap ?? values.withLock { $0.channelMap } }
        set {
            bridge?.channelMap = newValue
            set(\.channelMap, newValue, "channelMap")
        }
    }

    // MARK: Parameters

    /// The parameters; nil for none.
    open var parameterTree: AUParameterTree? {
        get {
            AUKeyValueObservers.read("parameterTree")
            return bridge?.tree ?? values.withLock { $0.parameterTree }
        }
        set { set(\.parameterTree, newValue, "parameterTree") }
    }

    /// The parameters that matter most, for a host with little room.
    ///
    /// - Parameter count: the most that the host shows.
    /// - Returns: their addresses; none unless a subclass says so.
    open func parametersForOverview(withCount count: Int) -> [NSNumber] { bridge?.overview(count) ?? [] }

    /// True. Observers of it hear when many parameters change at once, as with a preset.
    open var allParameterValues: Bool {
        AUKeyValueObservers.read("allParameterValues")
        return true
    }

    /// Sets a parameter at a frame, on any thread, the audio thread among them.
    open var scheduleParameterBlock: AUScheduleParameterBlock { renderer.scheduleParameter }

    // MARK: MIDI

    /// Whether the type of the component is an instrument or a music effect.
    open var isMusicDeviceOrEffect: Bool {
        [kAudioUnitType_MusicDevice, kAudioUnitType_MusicEffect].contains(given.componentType)
    }

    /// How many virtual cables of MIDI the unit takes; 1 for an instrument or a music effect.
    open var virtualMIDICableCount: Int { takesMIDI ? 1 : 0 }

    /// Sends MIDI to the unit at a frame, on any thread, the audio thread among them; nil for a unit that takes none.
    open var scheduleMIDIEventBlock: AUScheduleMIDIEventBlock? { takesMIDI ? renderer.scheduleMIDI : nil }

    /// The same for Universal MIDI Packets. It returns 0, or `kAudio_MemFullError` where events wait in too great a number.
    open var scheduleMIDIEventListBlock: AUMIDIEventListBlock? { takesMIDI ? renderer.scheduleMIDIList : nil }

    /// The names of the unit's MIDI outputs.
    open var midiOutputNames: [String] { [] }

    /// How many bytes of MIDI the unit gives in a cycle at most, for the host; 0 where it does not say.
    open var midiOutputBufferSizeHint: Int {
        get { values.withLock { $0.midiOutputBufferSizeHint } }
        set { set(\.midiOutputBufferSizeHint, newValue, "midiOutputBufferSizeHint") }
    }

    /// Takes the MIDI that the unit gives; nil for none. Set by the host before the unit is allocated.
    open var midiOutputEventBlock: AUMIDIOutputEventBlock? {
        get { values.withLock { $0.midiOutputEventBlock } }
        set { set(\.midiOutputEventBlock, newValue, "midiOutputEventBlock") }
    }

    /// The same for Universal MIDI Packets.
    open var midiOutputEventListBlock: AUMIDIEventListBlock? {
        get { values.withLock { $0.midiOutputEventListBlock } }
        set { set(\.midiOutputEventListBlock, newValue, "midiOutputEventListBlock") }
    }

    /// The protocol of the Universal MIDI Packets that the unit takes: MIDI 1.0 unless a subclass says otherwise.
    open var audioUnitMIDIProtocol: MIDIProtocolID { ._1_0 }

    /// The protocol of the Universal MIDI Packets that the host takes; MIDI 1.0 by default.
    open var hostMIDIProtocol: MIDIProtocolID {
        get { values.withLock { $0.hostMIDIProtocol } }
        set { set(\.hostMIDIProtocol, newValue, "hostMIDIProtocol") }
    }

    /// Whether the unit follows MIDI Polyphonic Expression.
    open var supportsMPE: Bool { false }

    // MARK: State and presets

    /// The values of the parameters and what else the unit is to be restored from, as a property list. A subclass may add to it.
    open var fullState: [String: Any]? {
        get { bridge.map { $0.state } ?? ownState }
        set { restore(newValue) }
    }

    /// The same for a document, which has what belongs to the user's machine besides.
    open var fullStateForDocument: [String: Any]? {
        get { fullState }
        set { fullState = newValue }
    }

    /// The presets that the unit comes with; nil for none.
    open var factoryPresets: [AUAudioUnitPreset]? { bridge?.factoryPresets }

    /// The presets that the user has saved, by their names.
    open var userPresets: [AUAudioUnitPreset] {
        AUKeyValueObservers.read("userPresets")
        return userPresetFolder.presets
    }

    /// Saves the state as a preset in the user's folder, in the place of one with its name.
    ///
    /// - Parameter userPreset: its name, and a number less than 0.
    /// - Throws: an error where the unit takes no such presets, the number is 0 or more, or the file cannot be written.
    open func saveUserPreset(_ userPreset: AUAudioUnitPreset) throws { try save(userPreset) }

    /// Deletes a preset that the user has saved.
    ///
    /// - Parameter userPreset: the preset.
    /// - Throws: an error where there is none of its name, or its file cannot be deleted.
    open func deleteUserPreset(_ userPreset: AUAudioUnitPreset) throws { try delete(userPreset) }

    /// The state that the user has saved as a preset.
    ///
    /// - Parameter userPreset: the preset.
    /// - Returns: what `fullState` takes.
    /// - Throws: an error where there is none of its name, or its file cannot be read.
    open func presetState(for userPreset: AUAudioUnitPreset) throws -> [String: Any] {
        try userPresetFolder.state(of: userPreset)
    }

    /// Whether the user may save presets: false unless a subclass says otherwise, and true for units of version 2.
    open var supportsUserPresets: Bool { bridge != nil }

    /// The preset that was chosen last; nil for none. A subclass overrides it to do what a preset says.
    open var currentPreset: AUAudioUnitPreset? {
        get {
            AUKeyValueObservers.read("currentPreset")
            return bridge.map { $0.preset } ?? values.withLock { $0.currentPreset }
        }
        set { choose(newValue) }
    }

    // MARK: Host

    /// Supplies the host's tempo and position in the music; nil where it has none. A subclass keeps it when it is allocated.
    open var musicalContextBlock: AUHostMusicalContextBlock? {
        get { values.withLock { $0.musicalContextBlock } }
        set {
            set(\.musicalContextBlock, newValue, "musicalContextBlock")
            bridge?.takeHost(self)
        }
    }

    /// Supplies the state of the host's transport; nil where it has none. A subclass keeps it when it is allocated.
    open var transportStateBlock: AUHostTransportStateBlock? {
        get { values.withLock { $0.transportStateBlock } }
        set {
            set(\.transportStateBlock, newValue, "transportStateBlock")
            bridge?.takeHost(self)
        }
    }

    /// The name of the place where the host uses the unit, such as a track's; nil for none.
    open var contextName: String? {
        get {
            AUKeyValueObservers.read("contextName")
            return values.withLock { $0.contextName }
        }
        set {
            bridge?.setText(kAudioUnitProperty_ContextName, newValue)
            set(\.contextName, newValue, "contextName")
        }
    }

    /// Whether the unit has a view: false, as there are none on Linux.
    open var providesUserInterface: Bool { false }

    /// A channel for messages between the unit and its host.
    ///
    /// - Parameter channelName: the name that both have agreed on.
    /// - Returns: the channel. It answers nothing unless a subclass has another.
    open func messageChannel(for channelName: String) -> any AUMessageChannel { SilentChannel() }

    // MARK: Input and output units

    /// Whether the unit can record from a device.
    open var canPerformInput: Bool { bridge?.number(kAudioOutputUnitProperty_HasIO, kAudioUnitScope_Input, 1) == 1 }
    /// Whether the unit can play on a device.
    open var canPerformOutput: Bool { bridge?.number(kAudioOutputUnitProperty_HasIO, kAudioUnitScope_Output, 0) == 1 }

    /// Whether the unit records; false by default. It cannot be changed while the unit is allocated.
    open var isInputEnabled: Bool {
        get { bridge?.number(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1) == 1 }
        set { bridge?.enable(newValue, kAudioUnitScope_Input, 1) }
    }

    /// Whether the unit plays; true by default. It cannot be changed while the unit is allocated.
    open var isOutputEnabled: Bool {
        get { bridge?.number(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Output, 0) == 1 }
        set { bridge?.enable(newValue, kAudioUnitScope_Output, 0) }
    }

    /// Gives what is played, on the audio thread. Set it before the hardware starts.
    open var outputProvider: AURenderPullInputBlock? {
        get { values.withLock { $0.outputProvider } }
        set {
            set(\.outputProvider, newValue, "outputProvider")
            bridge?.setProvider(newValue)
        }
    }

    /// Is called with frames that were recorded, on the audio thread. Set it before the hardware starts.
    open var inputHandler: AUInputHandler? {
        get { values.withLock { $0.inputHandler } }
        set {
            set(\.inputHandler, newValue, "inputHandler")
            bridge?.setHandler(newValue)
        }
    }

    /// Whether the hardware runs.
    open var isRunning: Bool {
        AUKeyValueObservers.read("isRunning")
        return bridge?.number(kAudioOutputUnitProperty_IsRunning) == 1
    }

    /// Starts the hardware. The unit is allocated before.
    ///
    /// - Throws: an error of the domain `NSOSStatusErrorDomain`; `kAudio_UnimplementedError` for a unit without a device.
    open func startHardware() throws {
        guard let bridge else { throw AudioError.unitUnimplemented.unitError }
        try bridge.start()
    }

    /// Stops the hardware.
    open func stopHardware() { bridge?.stop() }

    /// The device that the unit plays on, or records from where it does not play; 0 where it has none.
    ///
    /// RemoteIO and VoiceProcessingIO have none: they follow the default devices.
    open var deviceID: AUAudioObjectID {
        AUAudioObjectID(clamping: bridge?.number(kAudioOutputUnitProperty_CurrentDevice) ?? 0)
    }

    /// Chooses the device of an input or output unit.
    ///
    /// The unit of an `AVAudioEngine`, which all its input and output nodes share, takes a device for each of the two directions that
    /// this has: loudspeakers for the output, a microphone for the input. Other units have one device for both.
    ///
    /// - Parameter deviceID: a device of the hardware layer; 0 for the default one.
    /// - Throws: an error of the domain `NSOSStatusErrorDomain`; `kAudioUnitErr_InvalidPropertyValue` where there is no such device,
    ///   `kAudioUnitErr_PropertyNotWritable` for a unit that follows the default devices.
    open func setDeviceID(_ deviceID: AUAudioObjectID) throws {
        guard let bridge else { throw AudioError.unitUnimplemented.unitError }
        try UnitBridge.check(bridge.set(kAudioOutputUnitProperty_CurrentDevice, deviceID))
    }
}

/// What makes `AUAudioUnit(componentDescription:)` an instance of the class of the component.
@_documentation(visibility: internal)
public protocol AUAudioUnitMaking {
    /// Makes an instance.
    ///
    /// - Parameter componentDescription: the description of the component.
    /// - Returns: an instance of the class of the component.
    /// - Throws: an error of the domain `NSOSStatusErrorDomain`.
    static func __made(_ componentDescription: AudioComponentDescription) throws -> Self
}

extension AUAudioUnitMaking {
    /// Makes an instance of a component: of the class that a program has registered, or what stands for a unit of version 2.
    ///
    /// - Parameter componentDescription: the description of the component.
    /// - Throws: an error of the domain `NSOSStatusErrorDomain`; -3000 where there is no such component.
    public init(componentDescription: AudioComponentDescription) throws {
        self = try Self.__made(componentDescription)
    }
}

/// A unit of version 2 as one of version 3: what `AUAudioUnit(componentDescription:)` makes for its description.
open class AUAudioUnitV2Bridge: AUAudioUnit {
    /// The unit of version 2. It lives as long as this object.
    open var audioUnit: AudioUnit {
        require(bridge != nil, "audioUnit != nil")
        return bridge!.reference
    }
}

/// A way for messages between a unit and its host. A class that has neither member answers nothing.
public protocol AUMessageChannel {
    /// Answers a message of the host.
    ///
    /// - Parameter message: the message.
    /// - Returns: the answer.
    func callAudioUnit(_ message: [AnyHashable: Any]) -> [AnyHashable: Any]

    /// Answers messages of the unit; set by the host.
    var callHostBlock: CallHostBlock? { get set }
}

extension AUMessageChannel {
    /// Answers nothing.
    ///
    /// - Parameter message: the message.
    /// - Returns: an empty dictionary.
    public func callAudioUnit(_ message: [AnyHashable: Any]) -> [AnyHashable: Any] { [:] }

    /// Nil. Setting it has no effect.
    public var callHostBlock: CallHostBlock? {
        get { nil }
        // A channel without a place for it has nothing to say to the host.
        set { _ = newValue }
    }
}

private struct SilentChannel: AUMessageChannel {}

/// Makes units for a host. On a Mac the principal object of an app extension, which Linux does not have.
public protocol AUAudioUnitFactory: NSObjectProtocol {
    /// Makes a unit.
    ///
    /// - Parameter desc: the description of the component.
    /// - Returns: the unit.
    /// - Throws: where it cannot be made.
    func createAudioUnit(with desc: AudioComponentDescription) throws -> AUAudioUnit
}
