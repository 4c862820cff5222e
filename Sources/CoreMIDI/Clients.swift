import AudioCore
import MIDIDevices
import MIDITransports

/// Makes a client. A program that has no server connects to devices itself, with its first client, and nobody waits for that.
func createClient(_ name: String, _ notices: NoticeChannel?) throws(AudioError) -> UInt32 {
    let client = try MIDISystem.shared.createClient(name, notices: notices)
    if !MIDISystem.shared.hasServer { MIDITransports.start(.shared) }
    DriverHost.startNamed()
    return client
}
