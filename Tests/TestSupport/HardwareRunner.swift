import AudioCore
import AudioDevices
import AudioIO
import CCoreAudio
import Testing

// Short functions for the tests of the hardware layer.

package func number<T: BitwiseCopyable>(
    _ system: HardwareSystem, _ object: AudioObjectID, _ selector: some BinaryInteger,
    _ scope: some BinaryInteger = kAudioObjectPropertyScopeGlobal, _ element: UInt32 = 0, as: T.Type = UInt32.self
) throws -> T {
    let value = try system.value(object, HardwareRequest(.init(selector, scope, element)))
    return try #require(numbers(value, as: T.self).first)
}

/// All elements of a value that is plain bytes.
package func numbers<T: BitwiseCopyable>(_ value: HardwareValue, as: T.Type = UInt32.self) throws -> [T] {
    guard case .bytes(let bytes, _) = value else { throw AudioError.badPropertySize }
    let size = MemoryLayout<T>.size
    return bytes.withUnsafeBytes { bytes in
        stride(from: 0, to: bytes.count / size * size, by: size).map {
            bytes.loadUnaligned(fromByteOffset: $0, as: T.self)
        }
    }
}

package func text(_ system: HardwareSystem, _ object: AudioObjectID, _ selector: some BinaryInteger) throws -> String {
    guard case .text(let text) = try system.value(object, HardwareRequest(.init(selector))) else { return "" }
    return text
}

package func set<T: BitwiseCopyable>(
    _ system: HardwareSystem, _ object: AudioObjectID, _ selector: some BinaryInteger,
    _ scope: some BinaryInteger = kAudioObjectPropertyScopeGlobal, _ element: UInt32 = 0, to value: T
) throws {
    try withUnsafeBytes(of: value) {
        try system.set(object, HardwareRequest(.init(selector, scope, element), input: $0))
    }
}

/// Runs `body` with a buffer that contains a reference to a client's object.
package func withReference<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try withUnsafeBytes(of: UInt(1)) { try body($0) }
}

/// The objects that an object owns, of some classes or of all.
package func owned(
    _ system: HardwareSystem, _ object: AudioObjectID, of classes: [some BinaryInteger] = [Int]()
) throws -> [AudioObjectID] {
    try classes.map { AudioClassID($0) }.withUnsafeBytes { classes in
        try numbers(
            system.value(object, HardwareRequest(.init(kAudioObjectPropertyOwnedObjects), qualifier: classes)))
    }
}

/// Records the notifications of an object, for all properties or for one address.
package final class HardwareNews: Sendable {
    private let list = LockedValue<[AudioObjectPropertyAddress]>([])

    package init(_ system: HardwareSystem, _ object: AudioObjectID, _ address: AudioObjectPropertyAddress? = nil) throws
    {
        let all = AudioObjectPropertyAddress(
            kAudioObjectPropertySelectorWildcard, kAudioObjectPropertyScopeWildcard, .max)
        try system.addListener(object, address ?? all, key: [1]) { _, addresses in
            self.list.withLock { $0 += addresses }
        }
    }

    package func count(_ selector: some BinaryInteger) -> Int {
        list.withLock { $0.count { $0.mSelector == UInt32(selector) } }
    }
    package func has(_ selector: some BinaryInteger) -> Bool { count(selector) > 0 }
}

/// Requests every property in the headers from every object, at every scope and some elements. An existing property has
/// a size, a value of that size, and a settable flag; a missing one is unknown to all calls; and a value of one byte is
/// too short for every property.
package func sweepHardware(_ system: HardwareSystem) throws {
    var objects: [AudioObjectID] = [1]
    var next = 0
    while next < objects.count {
        objects += try owned(system, objects[next]).filter { !objects.contains($0) }
        next += 1
    }
    #expect(hardwareSelectors.count > 150 && objects.count >= 4)
    let scopes: [Int] = [
        Int(kAudioObjectPropertyScopeGlobal), Int(kAudioObjectPropertyScopeOutput),
        Int(kAudioObjectPropertyScopeInput), Int(kAudioObjectPropertyScopePlayThrough),
        Int(kAudioObjectPropertyScopeWildcard), 0,
    ]
    for object in objects {
        for selector in hardwareSelectors {
            for (scope, element) in scopes.flatMap({ scope in [0, 1, 2, 99, UInt32.max].map { (scope, $0) } }) {
                sweepHardware(system, object, .init(selector, scope, element))
            }
        }
    }
}

private func sweepHardware(
    _ system: HardwareSystem, _ object: AudioObjectID, _ address: AudioObjectPropertyAddress
) {
    let name = Comment("\(FourCC(address.mSelector)) of \(object), \(FourCC(address.mScope)) \(address.mElement)")
    let has = system.has(object, address)
    func status(_ body: () throws -> Void) -> AudioError? {
        do { try body() } catch { return error as? AudioError ?? .unspecified }
        return nil
    }
    var sizes: [Int] = []
    let empty = status { sizes.append(try system.value(object, HardwareRequest(address)).size) }
    // Some properties need a qualifier, and only the faces know their size.
    #expect(has == (empty == nil || empty == .badPropertySize), name)
    let zeroes = [UInt8](repeating: 0, count: 256)
    let full = zeroes.withUnsafeBytes { zeroes in
        status { sizes.append(try system.value(object, HardwareRequest(address, input: zeroes)).size) }
    }
    #expect(has == (full != .unknownProperty), name)
    #expect(full != .badObject, name)
    #expect(sizes.count < 2 || sizes[0] == sizes[1], name)
    var isSettable = false
    let settable = status { isSettable = try system.isSettable(object, address) }
    #expect(settable == (has ? nil : .unknownProperty), name)
    let short = zeroes.prefix(1).withUnsafeBytes { byte in
        status { try system.set(object, HardwareRequest(address, input: byte)) }
    }
    #expect(short == (!has ? .unknownProperty : isSettable ? .badPropertySize : .unsupportedOperation), name)
}
