import AudioCore
import AudioIO
import CCoreAudio
import CoreAudioTypes
public import Foundation

// Between the hardware layer's values and a client's memory, functions, blocks and queues.

func status(_ body: () throws -> Void) -> OSStatus {
    do {
        try body()
        return 0
    } catch { return (error as? AudioError ?? .unspecified).status }
}

/// The same for a function that makes something: stores what the body returns. Where it throws, `nothing` stands there, so
/// that no client finds what was there before and takes it for what it asked for.
func status<Made>(into place: UnsafeMutablePointer<Made>, else nothing: Made, _ make: () throws -> Made) -> OSStatus {
    status {
        let place = try given(place)
        place.pointee = nothing
        place.pointee = try make()
    }
}

/// The pointer, unless a C program passed null where the header says nonnull.
func given<Pointee>(_ pointer: UnsafeMutablePointer<Pointee>) throws(AudioError) -> UnsafeMutablePointer<Pointee> {
    guard UInt(bitPattern: pointer) != 0 else { throw .parameter }
    return pointer
}

func given<Pointee>(_ pointer: UnsafePointer<Pointee>) throws(AudioError) -> UnsafePointer<Pointee> {
    guard UInt(bitPattern: pointer) != 0 else { throw .parameter }
    return pointer
}

func given(_ pointer: UnsafeMutableRawPointer) throws(AudioError) -> UnsafeMutableRawPointer {
    guard UInt(bitPattern: pointer) != 0 else { throw .parameter }
    return pointer
}

func given(_ pointer: OpaquePointer) throws(AudioError) -> OpaquePointer {
    guard UInt(bitPattern: pointer) != 0 else { throw .parameter }
    return pointer
}

func given(_ pointer: UnsafeRawPointer) throws(AudioError) -> UnsafeRawPointer {
    guard UInt(bitPattern: pointer) != 0 else { throw .parameter }
    return pointer
}

/// The C function, unless it is null.
@discardableResult
func given<Function>(function: Function) throws(AudioError) -> Function {
    precondition(MemoryLayout<Function>.size == MemoryLayout<UInt>.size, "not a pointer to a C function")
    guard unsafeBitCast(function, to: UInt.self) != 0 else { throw .parameter.because("a callback is null") }
    return function
}

// MARK: Properties

func request(
    _ address: UnsafePointer<AudioObjectPropertyAddress>, _ size: UInt32, _ qualifier: UnsafeRawPointer?,
    input: UnsafeRawBufferPointer = .init(start: nil, count: 0)
) throws(AudioError) -> HardwareRequest {
    let qualifier = UnsafeRawBufferPointer(start: qualifier, count: qualifier == nil ? 0 : Int(size))
    return HardwareRequest(try given(address).pointee, qualifier: qualifier, input: input, objects: .foundation)
}

extension ClientObjects {
    /// Foundation's objects, which are CoreFoundation's too.
    static let foundation = ClientObjects(
        text: { (object(at: $0) as? NSString)?.description },
        texts: { (object(at: $0) as? NSArray).map { $0.objects.compactMap { ($0 as? NSString)?.description } } },
        composition: { (object(at: $0) as? NSDictionary).flatMap { try? describedAggregate($0) } })

    private static func object(at reference: UnsafeRawPointer) -> AnyObject? {
        reference.loadUnaligned(as: UnsafeRawPointer?.self).map {
            Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue()
        }
    }
}

/// Bytes of a value; of one that depends on a qualifier which was not given, those of the ID that it would be.
func dataSize(_ object: AudioObjectID, _ request: HardwareRequest) throws(AudioError) -> UInt32 {
    do throws(AudioError) { return UInt32(try HardwareSystem.shared.value(object, request).size) } catch {
        guard error == .badPropertySize else { throw error }
        return UInt32(MemoryLayout<AudioObjectID>.size)
    }
}

extension HardwareValue {
    /// Copies the value to `data` and its size to `size`, which says how large the buffer is.
    func copy(to data: UnsafeMutableRawPointer, _ size: UnsafeMutablePointer<UInt32>) throws(AudioError) {
        let room = Int(size.pointee)
        switch self {
        case .bytes(let bytes, let element):
            let count = element.map { min(bytes.count, room / $0 * $0) } ?? bytes.count
            guard count <= room else { throw .badPropertySize }
            bytes.withUnsafeBytes {
                if count > 0 { data.copyMemory(from: $0.baseAddress.unsafelyUnwrapped, byteCount: count) }
            }
            size.pointee = UInt32(count)
        case .characters(let text):
            guard room > 0 else { throw .badPropertySize }
            let characters = text.utf8.prefix(room - 1)
            UnsafeMutableRawBufferPointer(start: data, count: room).copyBytes(from: Array(characters) + [0])
            size.pointee = UInt32(characters.count + 1)
        case .text, .number, .list, .dictionary: try give(object, to: data, size)
        case .translation(let answer):
            guard room >= MemoryLayout<AudioValueTranslation>.size else { throw .badPropertySize }
            var asked = data.loadUnaligned(as: AudioValueTranslation.self)
            guard UInt(bitPattern: asked.mOutputData) != 0 else { throw .badPropertySize }
            try answer.copy(to: asked.mOutputData, &asked.mOutputDataSize)
            data.storeBytes(of: asked, as: AudioValueTranslation.self)
            size.pointee = UInt32(MemoryLayout<AudioValueTranslation>.size)
        }
    }

    /// The value as an object.
    private var object: AnyObject {
        switch self {
        case .text(let text), .characters(let text): return text.coreFoundation
        case .number(let number): return NSNumber(value: number)
        case .list(let values): return values.map(\.object) as NSArray
        case .dictionary(let entries):
            let dictionary = NSMutableDictionary()
            for (key, value) in entries { dictionary.setObject(value.object, forKey: key.coreFoundation) }
            return dictionary
        case .bytes, .translation: return NSNull()
        }
    }

    /// Returns an object that the client releases.
    private func give(
        _ object: AnyObject, to data: UnsafeMutableRawPointer, _ size: UnsafeMutablePointer<UInt32>
    ) throws(AudioError) {
        guard Int(size.pointee) >= MemoryLayout<UnsafeRawPointer>.size else { throw .badPropertySize }
        size.pointee = UInt32(MemoryLayout<UnsafeRawPointer>.size)
        data.storeBytes(of: UnsafeRawPointer(Unmanaged.passRetained(object).toOpaque()), as: UnsafeRawPointer.self)
    }
}

/// Prints what an object is.
func show(_ object: AudioObjectID) {
    let texts: [(String, AudioObjectPropertySelector)] = [
        ("name", AudioObjectPropertySelector(kAudioObjectPropertyName)),
        ("UID", AudioObjectPropertySelector(kAudioDevicePropertyDeviceUID)),
        ("maker", AudioObjectPropertySelector(kAudioObjectPropertyManufacturer)),
    ]
    print("AudioObjectID: \(object)")
    for (title, selector) in texts {
        let address = AudioObjectPropertyAddress(
            mSelector: selector, mScope: AudioObjectPropertyScope(kAudioObjectPropertyScopeGlobal), mElement: 0)
        if case .text(let text)? = try? HardwareSystem.shared.value(object, HardwareRequest(address)) {
            print("\t\(title): \(text)")
        }
    }
}

// MARK: Listeners

typealias ListenerProc =
    @Sendable @convention(c) (
        AudioObjectID, UInt32, UnsafePointer<AudioObjectPropertyAddress>, UnsafeMutableRawPointer?
    ) -> OSStatus
typealias ListenerClosure = @Sendable (UInt32, UnsafePointer<AudioObjectPropertyAddress>) -> Void
typealias ListenerBlock = @convention(block) (UInt32, UnsafePointer<AudioObjectPropertyAddress>) -> Void
typealias IOBlock =
    @convention(block) (
        UnsafePointer<AudioTimeStamp>, UnsafePointer<AudioBufferList>, UnsafePointer<AudioTimeStamp>,
        UnsafeMutablePointer<AudioBufferList>, UnsafePointer<AudioTimeStamp>
    ) -> Void

func key(_ listener: @escaping ListenerProc, _ clientData: UnsafeMutableRawPointer?) -> [UInt] {
    [UInt(bitPattern: unsafeBitCast(listener, to: OpaquePointer.self)), UInt(bitPattern: clientData)]
}

/// The key of a block: its address and the queue. A client removes a block by the address that it passed, or by that of
/// the copy on the heap.
func key(_ block: UInt, _ queue: ClientQueue?) -> [UInt] { [block, queue?.address ?? 0] }

/// The key of a Swift closure: its function and its context, which stay the same for a closure that the caller keeps.
func key(_ listener: @escaping ListenerClosure, _ queue: ClientQueue?) -> [UInt] {
    struct Holder { let listener: ListenerClosure }
    let words = withUnsafeBytes(of: Holder(listener: listener)) { Array($0.bindMemory(to: UInt.self)) }
    return words + [queue?.address ?? 0]
}

func addListener(
    _ object: AudioObjectID, _ address: AudioObjectPropertyAddress, _ listener: @escaping ListenerProc,
    _ clientData: UnsafeMutableRawPointer?
) throws(AudioError) {
    let data = ClientData(pointer: clientData)
    let key = key(listener, clientData)
    try HardwareSystem.shared.addListener(object, address, key: key, isOnlyOne: true) { object, addresses in
        _ = listener(object, UInt32(addresses.count), addresses, data.pointer)
    }
}

func addListener(
    _ object: AudioObjectID, _ address: AudioObjectPropertyAddress, _ queue: ClientQueue?, key: [UInt],
    alias: [UInt]? = nil, _ listener: @escaping ListenerClosure
) throws(AudioError) {
    try HardwareSystem.shared.addListener(object, address, key: key, alias: alias) { _, addresses in
        let call: @Sendable () -> Void = { listener(UInt32(addresses.count), addresses) }
        if let queue { queue.async { ProgramEnd.call(call) } } else { call() }
    }
}

/// What a client wants back with each call; it answers for its use on other threads.
struct ClientData: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer?
}

// MARK: Callbacks

/// The number of a callback as the function pointer that the header declares.
func procID(_ number: UInt) -> AudioDeviceIOProcID? {
    unsafeBitCast(OpaquePointer(bitPattern: number), to: AudioDeviceIOProcID?.self)
}

func number(_ id: AudioDeviceIOProcID?) -> UInt {
    UInt(bitPattern: unsafeBitCast(id, to: OpaquePointer?.self))
}

/// The block, on a queue where one is given, which the audio thread waits for.
func onQueue(_ queue: ClientQueue?, _ block: @escaping HardwareBlock) -> HardwareBlock {
    guard let queue else { return block }
    return { now, input, inputTime, output, outputTime in
        queue.sync { block(now, input, inputTime, output, outputTime) }
    }
}

// MARK: Aggregates

func createAggregate(_ description: OpaquePointer) throws(AudioError) -> AudioObjectID {
    guard UInt(bitPattern: description) != 0 else { throw .parameter }
    let object = Unmanaged<AnyObject>.fromOpaque(UnsafeRawPointer(description)).takeUnretainedValue()
    guard let dictionary = object as? NSDictionary else { throw .parameter }
    return try HardwareSystem.shared.createAggregate(describedAggregate(dictionary))
}

/// The composition in a dictionary that describes an aggregate. A UID is required.
private func describedAggregate(_ dictionary: NSDictionary) throws(AudioError) -> AggregateComposition {
    let text = { (key: String, from: NSDictionary) in (from.object(named: key) as? NSString)?.description }
    let flag = { (key: String, from: NSDictionary) in
        let value = from.object(named: key)
        return value === kCFBooleanTrue || (value as? NSNumber)?.boolValue ?? false
    }
    guard let uid = text(kAudioAggregateDeviceUIDKey, dictionary) else { throw .parameter }
    let list = (dictionary.object(named: kAudioAggregateDeviceSubDeviceListKey) as? NSArray)?.objects ?? []
    let parts = list.compactMap { $0 as? NSDictionary }.filter { text(kAudioSubDeviceUIDKey, $0) != nil }
    let name = { (part: NSDictionary) in text(kAudioSubDeviceUIDKey, part) ?? "" }
    return AggregateComposition(
        uid: uid, name: text(kAudioAggregateDeviceNameKey, dictionary) ?? uid, parts: parts.map(name),
        main: text(kAudioAggregateDeviceMainSubDeviceKey, dictionary),
        isPrivate: flag(kAudioAggregateDeviceIsPrivateKey, dictionary),
        isStacked: flag(kAudioAggregateDeviceIsStackedKey, dictionary),
        driftCompensated: Set(parts.filter { flag(kAudioSubDeviceDriftCompensationKey, $0) }.map(name)))
}

/// Makes one device of several; see the header.
@discardableResult
public func AudioHardwareCreateAggregateDevice(
    _ inDescription: CFDictionary, _ outDeviceID: UnsafeMutablePointer<AudioObjectID>
) -> OSStatus {
    withReference(to: inDescription) { AudioHardwareCreateAggregateDevice($0, outDeviceID) }
}
