import AudioCore

/// A new file that only this process writes, under a random name, for as long as it is being written.
package typealias ClaimedFile = AudioCore.ClaimedFile
