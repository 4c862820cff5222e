import AudioCore
import CCoreMIDI
import CoreAudioTypes
import Foundation
import MIDIDevices
import MIDIEvents

// Between the calls of the headers and the engine: statuses, pointers, strings, blocks.

/// Runs the body of a C function and returns the status that stands for what it threw.
func status(_ body: () throws -> Void) -> OSStatus {
    do {
        try body()
        return noErr
    } catch { return (error as? AudioError ?? .midiUnknown).status }
}

/// The same for a function that makes something: stores what the body returns, or `nothing` where it throws.
func status<Made>(into place: UnsafeMutablePointer<Made>, else nothing: Made, _ make: () throws -> Made) -> OSStatus {
    status {
        let place = try nonnull(place)
        place.pointee = nothing
        place.pointee = try make()
    }
}

/// The same for an object, which the caller releases.
func status(retaining place: UnsafeMutablePointer<OpaquePointer?>, _ make: () throws -> AnyObject) -> OSStatus {
    status(into: place, else: nil) { OpaquePointer(Unmanaged.passRetained(try make()).toOpaque()) }
}

/// The pointer, unless a C program passed null where the header says nonnull.
func nonnull<Pointee>(_ pointer: UnsafeMutablePointer<Pointee>) throws(AudioError) -> UnsafeMutablePointer<Pointee> {
    guard UInt(bitPattern: pointer) != 0 else { throw .parameter }
    return pointer
}

func nonnull<Pointee>(_ pointer: UnsafePointer<Pointee>) throws(AudioError) -> UnsafePointer<Pointee> {
    guard UInt(bitPattern: pointer) != 0 else { throw .parameter }
    return pointer
}

func nonnull(_ pointer: OpaquePointer) throws(AudioError) -> OpaquePointer {
    guard UInt(bitPattern: pointer) != 0 else { throw .parameter }
    return pointer
}

/// The C function, unless it is null.
@discardableResult
func nonnull<Function>(function: Function) throws(AudioError) -> Function {
    precondition(MemoryLayout<Function>.size == MemoryLayout<UInt>.size, "not a pointer to a C function")
    guard unsafeBitCast(function, to: UInt.self) != 0 else { throw .parameter.because("a callback is null") }
    return function
}

/// A null pointer where Swift's type has none, as on a Mac.
func null<Pointee>(_: Pointee.Type) -> UnsafeMutablePointer<Pointee> {
    unsafeBitCast(UnsafeMutablePointer<Pointee>?.none, to: UnsafeMutablePointer<Pointee>.self)
}

/// The object that a C function got as a parameter.
func object<Object: AnyObject>(_ reference: OpaquePointer, as type: Object.Type) throws(AudioError) -> Object {
    Unmanaged<Object>.fromOpaque(UnsafeRawPointer(try nonnull(reference))).takeUnretainedValue()
}

func text(_ reference: OpaquePointer) throws(AudioError) -> String {
    try object(reference, as: NSString.self).description
}

/// A client's pointer, which it gets back on other threads.
struct ClientContext: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer?
    init(_ pointer: UnsafeMutableRawPointer?) { self.pointer = pointer }
}

// MARK: Receivers

typealias ReadProc =
    @Sendable @convention(c) (
        UnsafePointer<MIDIPacketList>, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
    ) -> Void
typealias ReadBlock = @convention(block) (UnsafePointer<MIDIPacketList>, UnsafeMutableRawPointer?) -> Void
typealias ReceiveBlock = @convention(block) (UnsafePointer<MIDIEventList>, UnsafeMutableRawPointer?) -> Void

extension MIDIReceiver {
    init(_ proc: @escaping ReadProc, _ refCon: UnsafeMutableRawPointer?) throws(AudioError) {
        let proc = try nonnull(function: proc)
        let context = ClientContext(refCon)
        self = .bytes { proc($0, context.pointer, $1) }
    }

    /// A block that takes packets of bytes.
    init(readBlock: OpaquePointer) throws(AudioError) {
        let block = ClientBlock(try nonnull(readBlock))
        self = .bytes { unsafeBitCast(block.pointer, to: ReadBlock.self)($0, $1) }
    }

    /// A block that takes packets of words.
    init(receiveBlock: OpaquePointer, _ number: MIDIProtocolID) throws(AudioError) {
        let block = ClientBlock(try nonnull(receiveBlock))
        self = .words(number.rawValue) { unsafeBitCast(block.pointer, to: ReceiveBlock.self)($0, $1) }
    }
}

// MARK: Lists of objects

/// The object at a place of a list, or 0.
func member(_ references: [UInt32], _ index: Int) -> UInt32 {
    references.indices.contains(index) ? references[index] : 0
}

/// Stores a result where the caller wants one.
func store<Value>(_ value: Value, _ place: UnsafeMutablePointer<Value>?) { place?.pointee = value }
