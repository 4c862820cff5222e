import AVFAudio
import AudioCore
import Foundation

// Inputs, outputs, and the connections between them.

extension AVCaptureSession {
    /// What the session captures from, in the order in which it was added.
    ///
    /// The session keeps its inputs.
    public var inputs: [AVCaptureInput] { state.withLock { $0.inputs } }
    /// Where what is captured goes, in the order in which it was added.
    ///
    /// The session keeps its outputs.
    public var outputs: [AVCaptureOutput] { state.withLock { $0.outputs } }
    /// The ways from inputs to outputs, in the order in which they were made.
    ///
    /// The session keeps its connections.
    public var connections: [AVCaptureConnection] { state.withLock { $0.connections } }

    /// Whether an input can be added: it is one of a device, and in no session.
    ///
    /// - Parameter input: the input.
    /// - Returns: true if it can. A session may have several microphones and cameras.
    public func canAddInput(_ input: AVCaptureInput) -> Bool {
        guard let input = input as? AVCaptureDeviceInput, input.session == nil else { return false }
        return input.device.supportsSessionPreset(sessionPreset)
    }

    /// Adds an input, and connects it with each output of its medium that has no connection.
    ///
    /// Adding one that `canAddInput(_:)` refuses ends the program. In a session that runs it captures before this returns.
    /// - Parameter input: the input.
    public func addInput(_ input: AVCaptureInput) { add(input, connecting: true) }

    /// Adds an input without connecting it.
    ///
    /// Adding one that `canAddInput(_:)` refuses ends the program. Nothing is captured from it before a connection is added.
    /// - Parameter input: the input.
    public func addInputWithNoConnections(_ input: AVCaptureInput) { add(input, connecting: false) }

    private func add(_ input: AVCaptureInput, connecting connects: Bool) {
        requireAsset(canAddInput(input), "-[AVCaptureSession addInput:] the input cannot be added")
        input.session = self
        state.withLock { $0.inputs.append(input) }
        if connects { for output in outputs { connect(input, output) } }
        apply()
    }

    /// Takes an input out, with its connections. In a session that runs its device is closed before this returns.
    ///
    /// - Parameter input: the input. One that is not in the session is ignored.
    public func removeInput(_ input: AVCaptureInput) {
        let isOurs = state.withLock { state in
            let count = state.inputs.count
            state.inputs.removeAll { $0 === input }
            return state.inputs.count < count
        }
        guard isOurs else { return }
        input.session = nil
        for connection in connections where connection.inputPorts.contains(where: { $0.input === input }) {
            take(connection)
        }
        apply()
    }

    /// Whether an output can be added: it is one of this module's, and in no session.
    ///
    /// - Parameter output: the output.
    /// - Returns: true if it can.
    public func canAddOutput(_ output: AVCaptureOutput) -> Bool {
        !output.takes.rawValue.isEmpty && output.session == nil
    }

    /// Adds an output, and connects it with the first input of its medium.
    ///
    /// Adding one that `canAddOutput(_:)` refuses ends the program. In a session that runs it gets what is captured from then on.
    /// - Parameter output: the output.
    public func addOutput(_ output: AVCaptureOutput) { add(output, connecting: true) }

    /// Adds an output without connecting it.
    ///
    /// Adding one that `canAddOutput(_:)` refuses ends the program. It gets nothing before a connection is added.
    /// - Parameter output: the output.
    public func addOutputWithNoConnections(_ output: AVCaptureOutput) { add(output, connecting: false) }

    private func add(_ output: AVCaptureOutput, connecting connects: Bool) {
        requireAsset(canAddOutput(output), "-[AVCaptureSession addOutput:] the output cannot be added")
        output.session = self
        state.withLock { $0.outputs.append(output) }
        if connects { for input in inputs { connect(input, output) } }
        apply()
    }

    /// Takes an output out, with its connections. Its delegate is not called for what was captured before.
    ///
    /// - Parameter output: the output. One that is not in the session is ignored.
    public func removeOutput(_ output: AVCaptureOutput) {
        let isOurs = state.withLock { state in
            let count = state.outputs.count
            state.outputs.removeAll { $0 === output }
            return state.outputs.count < count
        }
        guard isOurs else { return }
        output.session = nil
        for connection in output.connections { take(connection) }
        apply()
    }

    /// Whether a connection can be added: its input and its output are in the session, have one medium, and the output is not connected.
    ///
    /// - Parameter connection: the connection.
    /// - Returns: true if it can.
    public func canAddConnection(_ connection: AVCaptureConnection) -> Bool {
        guard let output = connection.output, output.session === self, output.connections.isEmpty,
            let port = connection.inputPorts.first, port.mediaType == output.takes
        else { return false }
        return connection.inputPorts.allSatisfy { $0.mediaType == port.mediaType && $0.input.session === self }
    }

    /// Adds a connection. In a session that runs something is captured that way before this returns.
    ///
    /// Adding one that `canAddConnection(_:)` refuses ends the program.
    /// - Parameter connection: the connection.
    public func addConnection(_ connection: AVCaptureConnection) {
        requireAsset(
            canAddConnection(connection), "-[AVCaptureSession addConnection:] the connection cannot be added")
        put(connection)
        apply()
    }

    /// Takes a connection out. Nothing more is captured that way when this returns.
    ///
    /// - Parameter connection: the connection. One that is not in the session is ignored.
    public func removeConnection(_ connection: AVCaptureConnection) {
        guard connection.session === self else { return }
        take(connection)
        apply()
    }

    private func connect(_ input: AVCaptureInput, _ output: AVCaptureOutput) {
        guard output.connections.isEmpty, let port = input.ports.first(where: { $0.mediaType == output.takes }) else {
            return
        }
        put(AVCaptureConnection(inputPorts: [port], output: output))
    }

    private func put(_ connection: AVCaptureConnection) {
        connection.session = self
        connection.output?.setConnections([connection])
        state.withLock { $0.connections.append(connection) }
    }

    private func take(_ connection: AVCaptureConnection) {
        connection.session = nil
        connection.isLive = false
        if let output = connection.output {
            output.setConnections([])
            output.delivery.clear()
        }
        state.withLock { state in state.connections.removeAll { $0 === connection } }
    }
}
