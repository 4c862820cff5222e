import AudioCore
public import CAudioToolbox
public import Foundation

/// An input or an output of a unit.
open class AUAudioUnitBus: NSObject, AUKeyValueObservable {
    struct Values {
        var format: AVAudioFormat
        var isEnabled: Bool?
        var name: String?
        var counts: [NSNumber]?
        var maximumCount: AUAudioChannelCount = 0
        var allocates = true
        var presentationLatency: TimeInterval = 0
    }

    /// Where a bus is. An array of buses says so.
    struct Place {
        weak var owner: AUAudioUnit?
        var type = AUAudioUnitBusType.input
        var index = 0
    }

    let values: LockedValue<Values>
    let place = LockedValue(Place())
    /// The element of a unit of version 2 that the bus stands for.
    let element: BridgedElement?
    /// Who observes the bus's properties.
    public let keyValueObservers = AUKeyValueObservers()

    /// Makes a bus.
    ///
    /// - Parameter format: its format.
    /// - Throws: `kAudioUnitErr_FormatNotSupported` for a format without a rate or channels.
    public init(format: AVAudioFormat) throws {
        guard format.sampleRate > 0, format.channelCount > 0 else { throw AudioError.unitFormat.unitError }
        values = LockedValue(Values(format: format))
        element = nil
        super.init()
    }

    init(_ element: BridgedElement, format: AVAudioFormat) {
        values = LockedValue(Values(format: format))
        self.element = element
        super.init()
    }

    private func changed(_ key: String) {
        keyValueObservers.changed(key)
        place.withLock { $0 }.owner?.busDidChange(self, key)
    }

    // MARK: Format

    /// The format of the bus.
    open var format: AVAudioFormat {
        AUKeyValueObservers.read("format")
        if let format = element?.format { return format }
        return values.withLock { $0.format }
    }

    /// Sets the format, while the unit is not allocated.
    ///
    /// - Parameter format: the format.
    /// - Throws: `kAudioUnitErr_FormatNotSupported` where the unit does not take it; `kAudioUnitErr_Initialized` where it takes no
    ///   other format as long as it is allocated.
    open func setFormat(_ format: AVAudioFormat) throws {
        if let element {
            try element.setFormat(format)
            return changed("format")
        }
        guard format.sampleRate > 0, format.channelCount > 0 else { throw AudioError.unitFormat.unitError }
        let owner = place.withLock { $0 }.owner
        if let owner, !owner.shouldChange(to: format, for: self) {
            throw (owner.renderResourcesAllocated ? AudioError.unitInitialized : .unitFormat).unitError
        }
        let counts = supportedChannelCounts
        let most = maximumChannelCount
        guard counts?.contains(where: { $0.uint32Value == format.channelCount }) ?? true,
            most == 0 || format.channelCount <= most
        else { throw AudioError.unitFormat.because("the bus does not take so many channels").unitError }
        // The old one is freed without the lock.
        let old = values.withLock { values in
            defer { values.format = format }
            return values.format
        }
        withExtendedLifetime(old) {}
        changed("format")
    }

    /// The numbers of channels that the bus takes; nil for any. Set by the unit.
    open var supportedChannelCounts: [NSNumber]? {
        get { values.withLock { $0.counts } }
        set { values.withLock { $0.counts = newValue } }
    }

    /// The most channels that the bus takes; 0 for any number. Set by the unit.
    open var maximumChannelCount: AUAudioChannelCount {
        get { values.withLock { $0.maximumCount } }
        set { values.withLock { $0.maximumCount = newValue } }
    }

    /// The layouts that the bus takes; nil for any.
    open var supportedChannelLayoutTags: [NSNumber]? { element?.layoutTags }

    // MARK: Use

    /// Whether the unit is to give its inputs memory to fill; true by default.
    open var shouldAllocateBuffer: Bool {
        get { element?.allocates ?? values.withLock { $0.allocates } }
        set {
            if let element { element.allocates = newValue }
            values.withLock { $0.allocates = newValue }
        }
    }

    /// Whether the bus is in use. A host enables inputs before it renders. Outputs and the first input are enabled by default.
    open var isEnabled: Bool {
        get {
            AUKeyValueObservers.read("isEnabled")
            let place = place.withLock { $0 }
            return values.withLock { $0.isEnabled } ?? (place.type == .output || place.index == 0)
        }
        set {
            values.withLock { $0.isEnabled = newValue }
            element?.enable(newValue)
            changed("isEnabled")
        }
    }

    /// The name of the bus for people; nil for none.
    open var name: String? {
        get { element?.name ?? values.withLock { $0.name } }
        set {
            values.withLock { $0.name = newValue }
            element?.setName(newValue)
            changed("name")
        }
    }

    /// How long the frames of the bus take until they are heard, or have taken since they were captured, in seconds. Set by the host.
    open var contextPresentationLatency: TimeInterval {
        get { values.withLock { $0.presentationLatency } }
        set {
            values.withLock { $0.presentationLatency = newValue }
            element?.setPresentationLatency(newValue)
            changed("contextPresentationLatency")
        }
    }

    // MARK: Place

    /// The place of the bus in its array.
    open var index: Int { place.withLock { $0.index } }

    /// Whether the bus is an input or an output.
    open var busType: AUAudioUnitBusType { place.withLock { $0.type } }

    /// The unit of the bus. Ends the program for a bus that is in no array of a unit.
    unowned(unsafe) open var ownerAudioUnit: AUAudioUnit {
        let owner = place.withLock { $0 }.owner
        require(owner != nil, "ownerAudioUnit != nil")
        return owner!
    }
}
