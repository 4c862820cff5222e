internal import AudioCore
import CSystem
import Glibc

/// The program `coreaudio-midi-server`.
package enum ServerProgram {
    /// How long the server waits for another program when the last one has gone, in nanoseconds.
    private static let linger = 5 * HostTime.ticksPerSecond

    /// Serves the user's programs until none has been there for some seconds.
    ///
    /// Once it listens, it continues in a child process. The end of the calling process reports that to the program that has started it.
    ///
    /// - Parameter connect: connects the server's system to devices and to programs of other kinds, without waiting.
    /// - Returns: the exit status: 0 where a server listens, 1 where none can.
    package static func run(connecting connect: (MIDISystem) -> Void) -> Int32 {
        let place = ServerPlace.ofUser ?? ServerPlace(folder: "", program: nil)
        guard let server = MIDIServer(place, file: ServerStore.userFile, linger: linger) else {
            // Another one may have been faster.
            return place.isServed ? 0 : 1
        }
        guard system_leave_parent() != 0 else { return 1 }
        // Each program takes a descriptor.
        system_raise_file_limit()
        server.noteProcess()
        connect(server.system)
        server.run()
        return 0
    }
}

extension ServerPlace {
    /// Whether a server listens.
    fileprivate var isServed: Bool {
        let socket = system_connect(socketPath)
        guard socket >= 0 else { return false }
        close(socket)
        return true
    }
}
