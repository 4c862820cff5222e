import AudioCore

/// A value behind a mutex whose holder has the priority of the thread that waits for it.
package typealias LockedValue<Value> = AudioCore.LockedValue<Value>

/// A new file that only this process writes, under a random name, for as long as it is being written.
package typealias ClaimedFile = AudioCore.ClaimedFile
