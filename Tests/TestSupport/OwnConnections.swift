import AudioCore
import AudioDevices
import AudioIO

extension Output {
    /// An output with a connection of its own.
    package convenience init(
        _ configuration: OutputConfiguration = .init(), connect: @escaping BackendConnect
    ) throws(AudioError) {
        try self.init(configuration, on: Connection(connect: connect))
    }
}

extension Input {
    /// An input with a connection of its own.
    package convenience init(
        _ configuration: InputConfiguration = .init(), connect: @escaping BackendConnect
    ) throws(AudioError) {
        try self.init(configuration, on: Connection(connect: connect))
    }
}

extension HardwareSystem {
    /// The devices of a connection of its own.
    package convenience init(connect: @escaping BackendConnect) {
        self.init { () throws(AudioError) in try Connection(connect: connect) }
    }
}
