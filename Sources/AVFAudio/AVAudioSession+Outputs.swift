import AudioCore
import AudioSession

// What Apple's systems leave to the Control Center and to the keys of a device: additions, as Apple's class has none of it.

extension AVAudioSession {
    // MARK: Choosing an output

    /// An addition: the outputs that a user can choose from, whatever the category: loudspeakers, headphones, screens, Bluetooth
    /// devices and AirPlay receivers, each as the sound server lists it.
    public var outputRoutes: [AVAudioSessionPortDescription] { outputPorts(center.outputs.all) }

    /// An addition: that of `outputRoutes` that plays; nil where there is none.
    public var outputRoute: AVAudioSessionPortDescription? {
        center.outputs.present.flatMap { outputPorts([$0]).first }
    }

    /// An addition: what `chooseOutputRoute(_:)` was given last; nil for nothing, and after the loss of the device.
    public var chosenOutputRoute: AVAudioSessionPortDescription? {
        center.chosenOutput.flatMap { outputPorts([$0]).first }
    }

    /// An addition: lets the program play on another output, as a user has chosen it in a list.
    ///
    /// What plays continues there without a gap, and the change of the route is posted. The choice is for this program alone, and ends
    /// with the loss of the output: the program then plays on the default one. What names a device by itself, such as a player with
    /// `currentDevice`, stays on that. The session need not be active, and other programs do not learn of it by this call.
    ///
    /// - Parameter route: one of `outputRoutes`, or nil for the default output.
    /// - Throws: -50 for an output that is not there any more; `'msrv'` where no sound server answers.
    public func chooseOutputRoute(_ route: AVAudioSessionPortDescription?) throws {
        try throwingSessionErrors { () throws(AudioError) in try center.chooseOutput(route?.uid) }
    }

    // MARK: Setting the volume

    /// An addition: whether the output that plays has a volume that can be set.
    public var isOutputVolumeSettable: Bool { center.isOutputVolumeSettable }

    /// An addition: sets the volume of the output for all programs, as its user does. `outputVolume` has it soon after.
    ///
    /// Does not wait for the sound server: of many values in a moment the newest counts. A volume above 0 ends a mute. Without a
    /// volume to set there is no effect.
    ///
    /// - Parameter volume: from 0 for silence to 1, on the scale of `outputVolume`; values beyond count as these.
    public func setOutputVolume(_ volume: Float) { center.askForVolume(volume) }

    /// An addition: raises or lowers the volume of the output as its keys do, to multiples of a sixteenth.
    ///
    /// - Parameter steps: how many times a key is pressed; below 0 for the key that lowers.
    public func stepOutputVolume(by steps: Int) { center.askForVolume(steps: steps) }

    private func outputPorts(_ ports: [SessionPort]) -> [AVAudioSessionPortDescription] {
        ports.map { AVAudioSessionPortDescription($0, .output, self) }
    }
}
