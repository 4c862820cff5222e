import AudioCore
import AudioUnits
import CAudioToolbox
import CoreAudioTypes
import CoreFoundation
import Foundation

// Between the calls of AUComponent.h and the engine: references, functions, properties as CoreFoundation objects.

/// The instance of an `AudioUnit`.
func instance(_ unit: AudioUnit) throws(AudioError) -> ComponentInstance {
    try ComponentInstance.handles.object(for: unit)
}

/// Runs a render, and returns its status or that of the error that it throws.
func rendered(_ body: () throws -> Int32) -> OSStatus {
    do { return try body() } catch { return (error as? AudioError ?? .unspecified).status }
}

/// The flags of a render as an integer.
func bits(_ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?) -> UnsafeMutablePointer<UInt32>? {
    UnsafeMutableRawPointer(flags)?.assumingMemoryBound(to: UInt32.self)
}

/// The address of a C function.
func address<Function>(of function: Function) throws(AudioError) -> UnsafeRawPointer {
    unsafeBitCast(try nonnull(function: function), to: UnsafeRawPointer.self)
}

typealias InstantiationBlock = @convention(block) (AudioComponentInstance?, OSStatus) -> Void
typealias SpeechBlock = @convention(block) (UInt32) -> Void
typealias ValidationBlock = @convention(block) (UInt32, UnsafeMutableRawPointer) -> Void

/// Makes an instance on another thread, and calls the client there.
func instantiate(_ component: AudioComponent, _ call: @escaping @Sendable (AudioComponentInstance?, OSStatus) -> Void) {
    let box = ComponentBox(reference: component)
    // No global queue: where /proc is missing, Dispatch ends a process that uses one.
    DispatchQueue(label: "AudioComponentInstantiate").async {
        var made: AudioComponentInstance?
        let status = status(into: &made) {
            try ComponentInstance.make(ComponentRegistry.shared.component(box.reference))
        }
        ProgramEnd.call { call(made, status) }
    }
}

/// Registers a component, and posts that the set of components has changed.
func registered(
    _ description: AudioComponentDescription, _ name: NSString, _ version: UInt32, _ factory: @escaping ComponentFactory
) throws(AudioError) -> AudioComponent {
    let made = try ComponentRegistry.shared.register(
        description, name: name.description, version: version, factory: factory)
    postRegistration()
    return made
}

/// Posts that the set of components has changed.
func postRegistration() {
    let changed = Notification.Name(kAudioComponentRegistrationsChangedNotification.description)
    NotificationCenter.default.post(name: changed, object: nil)
}

struct ComponentBox: @unchecked Sendable { let reference: AudioComponent }

// MARK: Properties

extension ComponentInstance {
    func info(
        _ request: UnitRequest, _ size: UnsafeMutablePointer<UInt32>?, _ isWritable: UnsafeMutablePointer<Bool>?
    ) throws(AudioError) {
        switch body {
        case .plugIn(let plugIn):
            try Self.check(plugIn.propertyInfo(request.id, request.scope, request.element, size, isWritable))
        case .unit(let unit):
            let info = try unit.info(request)
            size?.pointee = UInt32(info.size)
            isWritable?.pointee = info.isWritable
        }
    }

    func get(
        _ request: UnitRequest, _ data: UnsafeMutableRawPointer, _ size: UnsafeMutablePointer<UInt32>
    ) throws(AudioError) {
        let place = UInt(bitPattern: data) == 0 ? nil : data
        if case .plugIn(let plugIn) = body {
            return try Self.check(plugIn.getProperty(request.id, request.scope, request.element, place, size))
        }
        guard let unit, place == nil || size.pointee > 0 else { throw .parameter }
        let room = Int(size.pointee)
        size.pointee = 0
        guard let place else {
            size.pointee = UInt32(try unit.info(request).size)
            return
        }
        var request = request.withObjects
        request.input = UnsafeRawBufferPointer(start: place, count: room)
        size.pointee = UInt32(try UnitTransfer.copy(unit.value(request), to: place, room: room))
    }

    func set(_ request: UnitRequest, _ data: UnsafeRawPointer?, _ size: UInt32) throws(AudioError) {
        switch body {
        case .plugIn(let plugIn):
            try Self.check(plugIn.setProperty(request.id, request.scope, request.element, data, size))
        case .unit(let unit):
            guard (data == nil) == (size == 0) else { throw .parameter }
            var request = request.withObjects
            request.input = UnsafeRawBufferPointer(start: data, count: Int(size))
            try unit.set(request)
        }
    }
}

extension UnitRequest {
    /// The same request, which can read a client's objects.
    var withObjects: UnitRequest {
        var request = self
        request.text = { (UnitTransfer.object(at: $0) as? NSString)?.description }
        request.object = { UnitTransfer.object(at: $0) }
        request.classInfo = { (UnitTransfer.object(at: $0) as? NSDictionary).flatMap(UnitTransfer.classInfo) }
        request.files = { (place) throws(AudioError) in try UnitTransfer.files(at: place) }
        request.propertyList = { try? PresetValue(contentsOf: URL(fileURLWithPath: $0.description)) }
        request.speechListener = { UnitTransfer.speechListener(at: $0) }
        return request
    }
}

enum UnitTransfer {
    /// The object whose reference is at an address.
    static func object(at place: UnsafeRawPointer) -> AnyObject? {
        place.loadUnaligned(as: UnsafeRawPointer?.self).map {
            Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// The paths of a URL, or of an array of URLs, whose reference is at an address.
    static func files(at place: UnsafeRawPointer) throws(AudioError) -> [FilePath] {
        let object = object(at: place)
        let urls = (object as? NSArray)?.map { $0 as AnyObject } ?? [object].compactMap { $0 }
        var files: [FilePath] = []
        for each in urls {
            guard let url = each as? NSURL ?? (each as? URL).map({ $0 as NSURL }) else {
                throw .unitValue.because("what is passed is no URL")
            }
            files.append(try path(of: url))
        }
        return files
    }

    /// The listener whose block's address is at an address; nil where it is null.
    static func speechListener(at place: UnsafeRawPointer) -> UnitRequest.SpeechListener? {
        guard let address = place.loadUnaligned(as: UnsafeRawPointer?.self) else { return nil }
        let block = ClientBlock(OpaquePointer(address))
        return { unsafeBitCast(block.pointer, to: SpeechBlock.self)($0) }
    }

    /// Copies a value to a client's memory. The client owns the objects in it.
    ///
    /// - Returns: how many bytes were written. Plain bytes are cut off where there is less room.
    static func copy(
        _ value: UnitValue, to place: UnsafeMutableRawPointer, room: Int
    ) throws(AudioError) -> Int {
        if case .bytes(let bytes) = value {
            let count = min(bytes.count, room)
            bytes.withUnsafeBytes { if count > 0 { place.copyMemory(from: $0.baseAddress!, byteCount: count) } }
            return count
        }
        guard room >= value.size else { throw .unitValue.because("there is no room for the value") }
        switch value {
        case .bytes: break
        case .text(let text): give(text.coreFoundation, to: place)
        case .texts(let texts): give(texts.map(\.coreFoundation) as NSArray, to: place)
        case .preset(let preset):
            place.storeBytes(of: preset.number, as: Int32.self)
            give(preset.name.coreFoundation, to: place + 8)
        case .presets(let presets): give(PresetLists.array(presets), to: place)
        case .classInfo(let info): give(dictionary(info), to: place)
        case .object(let object): give(object, to: place)
        case .file(let path): give(NSURL(fileURLWithPath: path.description), to: place)
        case .parameter(let spec, let maximum):
            place.assumingMemoryBound(to: AudioUnitParameterInfo.self).pointee = parameterInfo(spec, maximum)
        case .shortName(let name): give(name.coreFoundation, to: place + 8)
        case .valueText(let text): give(text.coreFoundation, to: place + 16)
        case .value(let value): place.storeBytes(of: value, toByteOffset: 16, as: Float.self)
        }
        return value.size
    }

    private static func give(_ object: AnyObject, to place: UnsafeMutableRawPointer) {
        place.storeBytes(of: UnsafeRawPointer(Unmanaged.passRetained(object).toOpaque()), as: UnsafeRawPointer.self)
    }

    private static func parameterInfo(_ spec: ParameterSpec, _ maximum: Float) -> AudioUnitParameterInfo {
        var info = AudioUnitParameterInfo()
        withUnsafeMutableBytes(of: &info.name) { name in
            for (index, byte) in spec.name.utf8.prefix(51).enumerated() { name[index] = byte }
        }
        // The client releases the name where the flag says so.
        info.cfNameString = Unmanaged.passRetained(spec.name.coreFoundation)
        info.unit = spec.unit
        (info.minValue, info.maxValue, info.defaultValue) = (spec.minimum, maximum, spec.initial)
        info.flags = spec.flags.union([.flag_HasCFNameString, .flag_CFNameRelease])
        if spec.clump != 0 {
            info.clumpID = spec.clump
            info.flags.insert(.flag_HasClump)
        }
        // Released with the name, and of this kind alone.
        if spec.unit == .customUnit, let unitName = spec.unitName {
            info.unitName = Unmanaged.passRetained(unitName.coreFoundation)
        }
        if !spec.valueNames.isEmpty { info.flags.insert(.flag_ValuesHaveStrings) }
        return info
    }

    private static func dictionary(_ info: ClassInfo) -> NSDictionary {
        let dictionary = NSMutableDictionary()
        func set(_ key: String, _ value: AnyObject) { dictionary.setObject(value, forKey: key.coreFoundation) }
        func number(_ value: UInt32) -> NSNumber { NSNumber(value: Int32(bitPattern: value)) }
        set(kAUPresetVersionKey, NSNumber(value: info.version))
        set(kAUPresetTypeKey, number(info.type))
        set(kAUPresetSubtypeKey, number(info.subtype))
        set(kAUPresetManufacturerKey, number(info.manufacturer))
        set(kAUPresetDataKey, info.data.withUnsafeBytes { NSData(bytes: $0.baseAddress, length: $0.count) })
        set(kAUPresetNameKey, (info.name ?? "Untitled").coreFoundation)
        if let preset = info.presetNumber { set(kAUPresetNumberKey, NSNumber(value: preset)) }
        if case .dictionary(let values)? = info.samplerPreset {
            for (key, value) in values { set(key, value.object) }
        }
        if let instrument = info.instrument { addInstrument(instrument, to: dictionary) }
        if let quality = info.renderQuality { set(kAUPresetRenderQualityKey, NSNumber(value: quality)) }
        return dictionary
    }

    /// A client's state. What stands under a key is taken as it is: lists within it may be nested without an end.
    static func classInfo(_ dictionary: NSDictionary) -> ClassInfo? {
        func value(_ key: String) -> AnyObject? { dictionary.object(named: key) }
        func number(_ key: String) -> Int32? { (value(key) as? NSNumber)?.int32Value }
        guard let version = number(kAUPresetVersionKey), let subtype = number(kAUPresetSubtypeKey),
            let manufacturer = number(kAUPresetManufacturerKey)
        else { return nil }
        var info = ClassInfo()
        info.version = version
        info.type = UInt32(bitPattern: number(kAUPresetTypeKey) ?? 0)
        info.subtype = UInt32(bitPattern: subtype)
        info.manufacturer = UInt32(bitPattern: manufacturer)
        info.data = (value(kAUPresetDataKey) as? NSData).map { Array($0 as Data) } ?? []
        info.name = (value(kAUPresetNameKey) as? NSString)?.description
        info.presetNumber = number(kAUPresetNumberKey)
        info.renderQuality = number(kAUPresetRenderQualityKey)
        info.hasPart = value(kAUPresetPartKey) != nil
        info.instrument = instrument(of: dictionary)
        info.samplerPreset = samplerPreset(of: dictionary)
        return info
    }

    /// The key of a sampler's instrument, and those of the numbers in it. The files are among the references that every state may have.
    private static let instrumentKey = "Instrument"
    private static let numberKeys = ["type", "bankMSB", "bankLSB", "program"]

    private static func addInstrument(_ instrument: InstrumentChoice, to dictionary: NSMutableDictionary) {
        let (numbers, files) = (NSMutableDictionary(), NSMutableDictionary())
        let values = [instrument.kind, instrument.bankMSB, instrument.bankLSB, instrument.program]
        for (key, value) in zip(numberKeys, values) {
            numbers.setObject(NSNumber(value: Int32(value)), forKey: key.coreFoundation)
        }
        for (index, file) in instrument.files.enumerated() {
            files.setObject(file.description.coreFoundation, forKey: "Sample:\(index)".coreFoundation)
        }
        dictionary.setObject(numbers, forKey: instrumentKey.coreFoundation)
        dictionary.setObject(files, forKey: kAUPresetExternalFileRefs.coreFoundation)
    }

    /// What a preset of Apple's sampler has for its instrument; nil in other states.
    private static func samplerPreset(of dictionary: NSDictionary) -> PresetValue? {
        guard let instrument = dictionary.object(named: instrumentKey), instrument is NSDictionary else { return nil }
        var values = [instrumentKey: PresetValue(instrument)]
        if let files = dictionary.object(named: kAUPresetExternalFileRefs) {
            values[kAUPresetExternalFileRefs] = PresetValue(files)
        }
        return .dictionary(values)
    }

    private static func instrument(of dictionary: NSDictionary) -> InstrumentChoice? {
        guard let numbers = dictionary.object(named: instrumentKey) as? NSDictionary,
            let files = dictionary.object(named: kAUPresetExternalFileRefs) as? NSDictionary
        else { return nil }
        let values = numberKeys.map {
            (numbers.object(named: $0) as? NSNumber).map { UInt8(truncatingIfNeeded: $0.intValue) }
        }
        guard let kind = values[0] else { return nil }
        var paths: [FilePath] = []
        while let text = files.object(named: "Sample:\(paths.count)") as? NSString {
            paths.append(FilePath(text.description))
        }
        guard !paths.isEmpty else { return nil }
        var choice = InstrumentChoice(kind: kind, files: paths)
        (choice.bankMSB, choice.bankLSB, choice.program) = (values[1] ?? 0, values[2] ?? 0, values[3] ?? 0)
        return choice
    }
}

/// The factory presets of units as arrays of `AUPreset` pointers.
///
/// The presets live as long as an array of them, and longer for clients that keep a pointer alone: the lists of the system's units,
/// and the newest of others.
private enum PresetLists {
    private static let most = 256
    private static let lists = LockedValue<[PresetList]>([])

    static func array(_ presets: [UnitPreset]) -> AnyObject {
        let new = PresetList(presets)
        // What is not used is freed without the lock.
        let (list, _) = lists.withLock { lists -> (PresetList, PresetList?) in
            if let known = lists.first(where: { $0.list == presets }) { return (known, nil) }
            lists.append(new)
            return (new, lists.count > most ? lists.removeFirst() : nil)
        }
        return list.array
    }
}

/// Presets in memory.
private final class PresetList: @unchecked Sendable {
    private struct Entry {
        var preset: AUPreset
        let owner: Unmanaged<PresetList>
    }

    let list: [UnitPreset]
    private let entries: UnsafeMutablePointer<Entry>

    init(_ list: [UnitPreset]) {
        self.list = list
        entries = .allocate(capacity: max(1, list.count))
        for (index, preset) in list.enumerated() {
            let name = Unmanaged.passRetained(preset.name.coreFoundation)
            let made = AUPreset(presetNumber: preset.number, presetName: name)
            (entries + index).initialize(to: Entry(preset: made, owner: .passUnretained(self)))
        }
    }

    deinit {
        for index in list.indices { entries[index].preset.presetName?.release() }
        entries.deallocate()
    }

    /// The list lives as long as the array.
    var array: AnyObject {
        var pointers = list.indices.map { UnsafeRawPointer(entries + $0) as UnsafeRawPointer? }
        var calls = CFArrayCallBacks()
        calls.retain = { _, place in
            _ = place?.assumingMemoryBound(to: Entry.self).pointee.owner.retain()
            return place
        }
        calls.release = { _, place in place?.assumingMemoryBound(to: Entry.self).pointee.owner.release() }
        return CFArrayCreate(nil, &pointers, pointers.count, &calls)
    }
}
