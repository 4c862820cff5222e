// SCNetworkReachability as Swift programs call it: whether packets have a way to an address or a host.

@_exported public import CSystemConfiguration
@_exported public import CoreFoundationNames
public import Dispatch
public import Foundation
import NetworkTables

/// An address or a host whose reachability is asked for. A type of Core Foundation, to which programs can cast objects.
public final class SCNetworkReachability: NSObject {
    // Core Foundation makes the objects. Their memory is that of C's structure.
    private let information: UInt64
    private let payload: UnsafeMutableRawPointer
    private let release: @convention(c) (UnsafeMutableRawPointer) -> Void

    /// Not available: functions make the objects.
    @available(*, unavailable) public override init() { fatalError("Core Foundation makes the objects") }

    deinit { release(payload) }
}

/// A function that is called when the flags of a target change, with the target, its flags and the pointer of the context.
public typealias SCNetworkReachabilityCallBack =
    @Sendable (SCNetworkReachability, SCNetworkReachabilityFlags, UnsafeMutableRawPointer?) -> Void

/// What a program passes to its function.
public struct SCNetworkReachabilityContext {
    /// 0.
    public var version: CFIndex
    /// The pointer that the function gets.
    public var info: UnsafeMutableRawPointer?
    /// Retains `info`, and returns it; nil if it needs no reference.
    public var retain: (@Sendable (UnsafeRawPointer) -> UnsafeRawPointer)?
    /// Releases `info`.
    public var release: (@Sendable (UnsafeRawPointer) -> Void)?
    /// Describes `info`.
    public var copyDescription: (@Sendable (UnsafeRawPointer) -> Unmanaged<CFString>)?

    /// Creates a context without a pointer.
    public init() { self.init(version: 0, info: nil, retain: nil, release: nil, copyDescription: nil) }

    /// Creates a context.
    ///
    /// - Parameters:
    ///   - version: 0.
    ///   - info: the pointer that the function gets.
    ///   - retain: retains `info`, and returns it.
    ///   - release: releases `info`.
    ///   - copyDescription: describes `info`.
    public init(
        version: CFIndex, info: UnsafeMutableRawPointer?, retain: (@Sendable (UnsafeRawPointer) -> UnsafeRawPointer)?,
        release: (@Sendable (UnsafeRawPointer) -> Void)?,
        copyDescription: (@Sendable (UnsafeRawPointer) -> Unmanaged<CFString>)?
    ) {
        self.version = version
        self.info = info
        self.retain = retain
        self.release = release
        self.copyDescription = copyDescription
    }
}

/// Creates a target that is an address.
///
/// - Parameters:
///   - allocator: ignored.
///   - address: an IPv4 or IPv6 address, whose port is ignored. 0.0.0.0 and :: stand for the network in general.
/// - Returns: the target, or nil for an address of another family.
public func SCNetworkReachabilityCreateWithAddress(
    _ allocator: CFAllocator?, _ address: UnsafePointer<sockaddr>
) -> SCNetworkReachability? {
    result(IPAddress(address).map { made(.address($0)) })
}

/// Creates a target that is a pair of addresses.
///
/// - Parameters:
///   - allocator: ignored.
///   - localAddress: the address of this machine that packets come from; nil for any.
///   - remoteAddress: the address that they go to; nil if the question is whether this machine has the first.
/// - Returns: the target, or nil if both are nil or one is of another family than IPv4 and IPv6.
public func SCNetworkReachabilityCreateWithAddressPair(
    _ allocator: CFAllocator?, _ localAddress: UnsafePointer<sockaddr>?, _ remoteAddress: UnsafePointer<sockaddr>?
) -> SCNetworkReachability? {
    result(pair(localAddress, remoteAddress).map(made))
}

/// Creates a target that is the name of a host.
///
/// Until the target is scheduled, its flags are those of the network in general, if `/etc/resolv.conf` names a server. From then on
/// they are those of its addresses, which the system is asked for again at each change of the network.
///
/// - Parameters:
///   - allocator: ignored.
///   - nodename: the name, such as "www.example.org". The text of an address is a target of that address.
/// - Returns: the target, or nil for an empty name.
public func SCNetworkReachabilityCreateWithName(
    _ allocator: CFAllocator?, _ nodename: UnsafePointer<CChar>
) -> SCNetworkReachability? {
    result(ReachabilityTarget(name: String(cString: nodename)).map(made))
}

/// Returns the identifier of the type of targets.
///
/// - Returns: the identifier.
public func SCNetworkReachabilityGetTypeID() -> CFTypeID { Reachability.type }

/// Stores the flags of a target now.
///
/// - Parameters:
///   - target: the target.
///   - flags: where the flags are stored. No flag: the target is known not to be reachable.
/// - Returns: false if the kernel does not say.
@discardableResult
public func SCNetworkReachabilityGetFlags(
    _ target: SCNetworkReachability, _ flags: UnsafeMutablePointer<SCNetworkReachabilityFlags>
) -> Bool {
    guard let found = contents(target).flags else { return result(false, elseStatus: kSCStatusReachabilityUnknown) }
    flags.pointee = found
    return true
}

/// Sets the function that is called when the flags of a scheduled target change.
///
/// - Parameters:
///   - target: the target.
///   - callout: the function; nil for none. It may call all functions of the module, and release the target.
///   - context: what the function gets; nil for no pointer. Its contents are copied.
/// - Returns: true.
@discardableResult
public func SCNetworkReachabilitySetCallback(
    _ target: SCNetworkReachability, _ callout: SCNetworkReachabilityCallBack?,
    _ context: UnsafeMutablePointer<SCNetworkReachabilityContext>?
) -> Bool {
    let context = context?.pointee ?? SCNetworkReachabilityContext()
    contents(target).setCallout(
        callout.map { callout in
            Callout(
                call: { callout(reference($0), $1, $2) }, info: context.info, retain: context.retain,
                release: context.release)
        })
    return true
}

/// Has the function called by a run loop in a mode: once with the flags as they are, and then at each change.
///
/// - Parameters:
///   - target: the target, which the run loop retains.
///   - runLoop: the run loop.
///   - runLoopMode: the mode.
/// - Returns: false if the target has a queue, or if the network cannot be followed.
@discardableResult
public func SCNetworkReachabilityScheduleWithRunLoop(
    _ target: SCNetworkReachability, _ runLoop: CFRunLoop, _ runLoopMode: CFString
) -> Bool {
    result(contents(target).schedule(runLoop, unsafeBitCast(runLoopMode, to: CFRunLoopMode.self)))
}

/// Ends what `SCNetworkReachabilityScheduleWithRunLoop` began.
///
/// - Parameters:
///   - target: the target.
///   - runLoop: the run loop.
///   - runLoopMode: the mode.
/// - Returns: false if the target is not scheduled there.
@discardableResult
public func SCNetworkReachabilityUnscheduleFromRunLoop(
    _ target: SCNetworkReachability, _ runLoop: CFRunLoop, _ runLoopMode: CFString
) -> Bool {
    result(contents(target).unschedule(runLoop, unsafeBitCast(runLoopMode, to: CFRunLoopMode.self)))
}

/// Has the function called on a queue: once with the flags as they are, and then at each change.
///
/// - Parameters:
///   - target: the target, which the queue retains.
///   - queue: the queue; nil to end that. A call that has begun ends.
/// - Returns: false if the target has a queue already or is scheduled with run loops, if there is no queue to take away, or if the
///   network cannot be followed.
@discardableResult
public func SCNetworkReachabilitySetDispatchQueue(_ target: SCNetworkReachability, _ queue: DispatchQueue?) -> Bool {
    result(contents(target).setQueue(queue.map(Queue.swift)))
}

// MARK: -

func pair(_ local: UnsafePointer<sockaddr>?, _ remote: UnsafePointer<sockaddr>?) -> ReachabilityTarget? {
    let addresses = (local.flatMap { IPAddress($0) }, remote.flatMap { IPAddress($0) })
    guard local != nil || remote != nil, (local == nil) == (addresses.0 == nil), (remote == nil) == (addresses.1 == nil)
    else {
        return nil
    }
    return .pair(local: addresses.0, remote: addresses.1)
}

private func made(_ target: ReachabilityTarget) -> SCNetworkReachability {
    Unmanaged<SCNetworkReachability>.fromOpaque(Reachability.make(target)).takeRetainedValue()
}

private func reference(_ object: UnsafeRawPointer) -> SCNetworkReachability {
    Unmanaged<SCNetworkReachability>.fromOpaque(object).takeUnretainedValue()
}

private func contents(_ target: SCNetworkReachability) -> Reachability {
    Reachability.of(UnsafeRawPointer(Unmanaged.passUnretained(target).toOpaque()))
}
