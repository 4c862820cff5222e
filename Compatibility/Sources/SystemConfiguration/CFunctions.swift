// SystemConfiguration.h and SCNetworkReachability.h for C. Objects of Core Foundation are pointers here; the headers have their types.

import CSystemConfiguration
import CoreFoundation
package import Glibc
import NetworkTables

/// The structure of C.
private struct Context {
    var version: CFIndex
    var info: UnsafeMutableRawPointer?
    var retain: (@convention(c) (UnsafeRawPointer) -> UnsafeRawPointer)?
    var release: (@convention(c) (UnsafeRawPointer) -> Void)?
    var copyDescription: (@convention(c) (UnsafeRawPointer) -> UnsafeRawPointer)?
}

@c(SCNetworkReachabilityCreateWithAddress)
package func reachabilityCreateWithAddress(
    _ allocator: UnsafeRawPointer?, _ address: UnsafePointer<sockaddr>?
) -> UnsafeRawPointer? {
    result(address.flatMap { IPAddress($0) }.map { Reachability.make(.address($0)) })
}

@c(SCNetworkReachabilityCreateWithAddressPair)
package func reachabilityCreateWithAddressPair(
    _ allocator: UnsafeRawPointer?, _ local: UnsafePointer<sockaddr>?, _ remote: UnsafePointer<sockaddr>?
) -> UnsafeRawPointer? {
    result(pair(local, remote).map { Reachability.make($0) })
}

@c(SCNetworkReachabilityCreateWithName)
package func reachabilityCreateWithName(
    _ allocator: UnsafeRawPointer?, _ name: UnsafePointer<CChar>?
) -> UnsafeRawPointer? {
    result(name.flatMap { ReachabilityTarget(name: String(cString: $0)) }.map { Reachability.make($0) })
}

@c(SCNetworkReachabilityGetTypeID)
package func reachabilityGetTypeID() -> UInt { Reachability.type }

@c(SCNetworkReachabilityGetFlags)
package func reachabilityGetFlags(_ target: UnsafeRawPointer?, _ flags: UnsafeMutablePointer<UInt32>?) -> Bool {
    guard let target, let found = Reachability.of(target).flags else {
        return result(false, elseStatus: target == nil ? kSCStatusInvalidArgument : kSCStatusReachabilityUnknown)
    }
    flags?.pointee = found.rawValue
    return true
}

@c(SCNetworkReachabilitySetCallback)
package func reachabilitySetCallback(
    _ target: UnsafeRawPointer?,
    _ callout: (@convention(c) (UnsafeRawPointer, UInt32, UnsafeMutableRawPointer?) -> Void)?,
    _ context: UnsafeRawPointer?
) -> Bool {
    guard let target else { return result(false) }
    let context = context?.load(as: Context.self)
    Reachability.of(target).setCallout(
        callout.map { callout in
            Callout(
                call: { callout($0, $1.rawValue, $2) }, info: context?.info,
                retain: context?.retain.map { retain in { retain($0) } },
                release: context?.release.map { release in { release($0) } })
        })
    return true
}

@c(SCNetworkReachabilityScheduleWithRunLoop)
package func reachabilityScheduleWithRunLoop(
    _ target: UnsafeRawPointer?, _ loop: UnsafeRawPointer?, _ mode: UnsafeRawPointer?
) -> Bool {
    guard let target, let place = place(loop, mode) else { return result(false) }
    return result(Reachability.of(target).schedule(place.0, place.1))
}

@c(SCNetworkReachabilityUnscheduleFromRunLoop)
package func reachabilityUnscheduleFromRunLoop(
    _ target: UnsafeRawPointer?, _ loop: UnsafeRawPointer?, _ mode: UnsafeRawPointer?
) -> Bool {
    guard let target, let place = place(loop, mode) else { return result(false) }
    return result(Reachability.of(target).unschedule(place.0, place.1))
}

@c(SCNetworkReachabilitySetDispatchQueue)
package func reachabilitySetDispatchQueue(_ target: UnsafeRawPointer?, _ queue: UnsafeMutableRawPointer?) -> Bool {
    guard let target else { return result(false) }
    return result(Reachability.of(target).setQueue(queue.map { .c(QueueOfC($0)) }))
}

@c(SCCopyLastError)
package func copyLastError() -> UnsafeRawPointer {
    // An error of Foundation is none of Core Foundation here.
    let domain = unsafeBitCast(kCFErrorDomainSystemConfiguration, to: CFRunLoopMode.self)
    return UnsafeRawPointer(Unmanaged.passRetained(CFErrorCreate(nil, domain, CFIndex(SCError()), nil)).toOpaque())
}

private func place(_ loop: UnsafeRawPointer?, _ mode: UnsafeRawPointer?) -> (CFRunLoop, CoreFoundation.CFString)? {
    guard let loop, let mode else { return nil }
    return (
        Unmanaged<CFRunLoop>.fromOpaque(loop).takeUnretainedValue(),
        Unmanaged<CoreFoundation.CFString>.fromOpaque(mode).takeUnretainedValue()
    )
}
