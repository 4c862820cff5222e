import AudioCore

/// A value behind a mutex whose holder has the priority of the thread that waits for it.
package typealias LockedValue<Value> = AudioCore.LockedValue<Value>
