import Accelerate
import CFNetwork
import CReach
import CSum
import Fetched
import Network
import SystemConfiguration
import os

let lock = OSAllocatedUnfairLock(initialState: [1, 2, 3] as [Float])
let loopback = NWPathMonitor(requiredInterfaceType: .loopback).currentPath.status == .satisfied
print(
    lock.withLock { "\(vDSP.sum($0)) \(CSum($0, vDSP_Length($0.count)))" } + "; fetched: " + fetched
        + "; network \(CReachThisMachine()) \(CReachRequestLength()) \(loopback) \(kCFHTTPVersion1_1)")
