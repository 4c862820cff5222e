import Accelerate
import CSum
import Fetched
import os

let lock = OSAllocatedUnfairLock(initialState: [1, 2, 3] as [Float])
print(lock.withLock { "\(vDSP.sum($0)) \(CSum($0, vDSP_Length($0.count)))" } + "; fetched: " + fetched)
