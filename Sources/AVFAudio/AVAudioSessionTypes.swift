// AVAudioSessionTypes.h: the values that a session is set to and answers with. Those that are strings equal their names in C,
// but for ports and for the places of data sources, whose strings are Apple's short ones.

extension AVAudioSession {
    // MARK: Category and mode

    /// What a program uses sound for.
    public struct Category: Hashable, RawRepresentable, Sendable {
        /// The category's name in C.
        public let rawValue: String

        /// Makes a category of its name. One that is not known is refused when it is set.
        ///
        /// - Parameter rawValue: the name in C, such as "AVAudioSessionCategoryPlayback".
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Sound that accompanies other sound. The lock screen silences it, and it mixes with others in any case.
        public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
        /// The same, alone: others are interrupted. Every session begins with it.
        public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
        /// Sound that the program is about, such as music.
        public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
        /// Recording, without playing.
        public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
        /// Recording and playing at once.
        public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
        /// Processing of files, without a device.
        @available(*, deprecated, message: "No longer supported.")
        public static let audioProcessing = Category(rawValue: "AVAudioSessionCategoryAudioProcessing")
        /// Several inputs and outputs at once.
        public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
    }

    /// A special use within a category.
    public struct Mode: Hashable, RawRepresentable, Sendable {
        /// The mode's name in C.
        public let rawValue: String

        /// Makes a mode of its name. One that is not known is refused when it is set.
        ///
        /// - Parameter rawValue: the name in C, such as "AVAudioSessionModeVoiceChat".
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No special use. It suits every category.
        public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
        /// Calls. Only with `playAndRecord`, and with Bluetooth headsets allowed.
        public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
        /// Calls within a game. Only with `playAndRecord`.
        public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
        /// Movies that are recorded. Only with `playAndRecord` and `record`.
        public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
        /// Sound that is measured.
        public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
        /// Movies that are played.
        public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
        /// Calls with a picture. Only with `playAndRecord`, with Bluetooth headsets allowed and the loudspeaker as the output.
        public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
        /// Long speech, such as audiobooks. Others may interrupt it with `interruptSpokenAudioAndMixWithOthers`.
        public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
        /// Short speech that a program makes up.
        public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
        /// Short movies that are played.
        public static let shortFormVideo = Mode(rawValue: "AVAudioSessionModeShortFormVideo")
        /// Two routes at once.
        public static let dualRoute = Mode(rawValue: "AVAudioSessionModeDualRoute")
    }

    // MARK: Route

    /// What kind of input or output a port is.
    public struct Port: Hashable, RawRepresentable, Sendable {
        /// Apple's string for the kind of port.
        public let rawValue: String

        /// Makes a kind of port of its string.
        ///
        /// - Parameter rawValue: Apple's string for the port, such as "Speaker".
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A socket for a line, as an input.
        public static let lineIn = Port(rawValue: "LineIn")
        /// The microphone of the machine.
        public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
        /// The microphone of a headset with a wire.
        public static let headsetMic = Port(rawValue: "MicrophoneWired")
        /// A socket for a line, as an output.
        public static let lineOut = Port(rawValue: "LineOut")
        /// Headphones with a wire.
        public static let headphones = Port(rawValue: "Headphones")
        /// Bluetooth, for music.
        public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
        /// What a telephone is held to the ear with.
        public static let builtInReceiver = Port(rawValue: "Receiver")
        /// The loudspeaker of the machine.
        public static let builtInSpeaker = Port(rawValue: "Speaker")
        /// A screen at an HDMI socket.
        public static let HDMI = Port(rawValue: "HDMIOutput")
        /// A loudspeaker on the network.
        public static let airPlay = Port(rawValue: "AirPlay")
        /// A hearing aid, or another Bluetooth device of low energy.
        public static let bluetoothLE = Port(rawValue: "BluetoothLE")
        /// Bluetooth, for calls.
        public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
        /// A device at a USB socket.
        public static let usbAudio = Port(rawValue: "USBAudio")
        /// A car.
        public static let carAudio = Port(rawValue: "CarAudio")
        /// A device of software, and what stands for a device where there is no sound server.
        public static let virtual = Port(rawValue: "Virtual")
        /// A card in the machine. No device is reported so here.
        public static let PCI = Port(rawValue: "PCI")
        /// A device at a FireWire socket.
        public static let fireWire = Port(rawValue: "FireWire")
        /// A screen at a DisplayPort socket.
        // swift-format-ignore: DontRepeatTypeInStaticProperties
        public static let displayPort = Port(rawValue: "DisplayPort")
        /// A device on an audio network. No device is reported so here.
        public static let AVB = Port(rawValue: "AVB")
        /// A device at a Thunderbolt socket. No device is reported so here.
        public static let thunderbolt = Port(rawValue: "Thunderbolt")
        /// Another machine's microphone. No device is reported so here.
        public static let continuityMicrophone = Port(rawValue: "ContinuityMicrophone")
    }

    // MARK: Data sources

    /// At which end of a device a built-in microphone is.
    public struct Location: Hashable, RawRepresentable, Sendable {
        /// Apple's string for the place.
        public let rawValue: String

        /// Makes a place of its string.
        ///
        /// - Parameter rawValue: Apple's string, "Upper" or "Lower".
        public init(rawValue: String) { self.rawValue = rawValue }

        /// At the upper end.
        public static let upper = Location(rawValue: "Upper")
        /// At the lower end.
        public static let lower = Location(rawValue: "Lower")
    }

    /// Where a built-in microphone points to.
    public struct Orientation: Hashable, RawRepresentable, Sendable {
        /// Apple's string for the direction.
        public let rawValue: String

        /// Makes a direction of its string.
        ///
        /// - Parameter rawValue: Apple's string, such as "Front".
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Up.
        public static let top = Orientation(rawValue: "Top")
        /// Down.
        public static let bottom = Orientation(rawValue: "Bottom")
        /// Away from the user's side, where the lens is.
        public static let front = Orientation(rawValue: "Front")
        /// To the user's side.
        public static let back = Orientation(rawValue: "Back")
        /// To the left.
        public static let left = Orientation(rawValue: "Left")
        /// To the right.
        public static let right = Orientation(rawValue: "Right")
    }

    /// From which directions a microphone hears.
    public struct PolarPattern: Hashable, RawRepresentable, Sendable {
        /// Apple's string for the pattern.
        public let rawValue: String

        /// Makes a pattern of its string.
        ///
        /// - Parameter rawValue: Apple's string, such as "Cardioid".
        public init(rawValue: String) { self.rawValue = rawValue }

        /// From all sides alike.
        public static let omnidirectional = PolarPattern(rawValue: "Omnidirectional")
        /// From the front, and least from behind.
        public static let cardioid = PolarPattern(rawValue: "Cardioid")
        /// From the front, and less from behind.
        public static let subcardioid = PolarPattern(rawValue: "Subcardioid")
        /// From left and right, on two channels.
        public static let stereo = PolarPattern(rawValue: "Stereo")
    }
}

extension AVAudioSession {
    // MARK: Options

    /// Variations of a category.
    public struct CategoryOptions: OptionSet, Sendable {
        /// A bit for each option.
        public let rawValue: UInt

        /// Makes a set of options of their bits.
        ///
        /// - Parameter rawValue: a bit for each option.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Does not interrupt others. With `playback`, `playAndRecord`, `multiRoute` and, as programs for speech expect, `record`.
        public static let mixWithOthers = CategoryOptions(rawValue: 0x1)
        /// Others are played more softly while the session is active. With the same and `ambient`. Implies `mixWithOthers`.
        public static let duckOthers = CategoryOptions(rawValue: 0x2)
        /// The older name of `allowBluetoothHFP`.
        @available(*, deprecated, renamed: "allowBluetoothHFP")
        public static let allowBluetooth = CategoryOptions(rawValue: 0x4)
        /// Bluetooth headsets with their microphone. With `playAndRecord` and `record`. Has no effect: the sound server chooses
        /// the profile of a headset.
        public static let allowBluetoothHFP = CategoryOptions(rawValue: 0x4)
        /// The loudspeaker rather than the receiver. With `playAndRecord`. Has no effect: there is no receiver.
        public static let defaultToSpeaker = CategoryOptions(rawValue: 0x8)
        /// Interrupts what speaks, and mixes with what does not. With the categories of `mixWithOthers`.
        public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 0x11)
        /// Bluetooth headphones, in stereo. Has no effect: the sound server chooses the profile of a headset.
        public static let allowBluetoothA2DP = CategoryOptions(rawValue: 0x20)
        /// Devices on the network. With `playAndRecord`. Has no effect: the user chooses the device.
        public static let allowAirPlay = CategoryOptions(rawValue: 0x40)
        /// A microphone that its user mutes does not interrupt the session. Has no effect: it never does here.
        public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 0x80)
        /// Recording from far away. No device can do it here.
        public static let farFieldInput = CategoryOptions(rawValue: 0x4_0000)
        /// Recording from Bluetooth headsets with more than the rate of telephones. No device can do it here.
        public static let bluetoothHighQualityRecording = CategoryOptions(rawValue: 0x8_0000)
    }

    /// What an interruption that is over leaves to be done.
    public struct InterruptionOptions: OptionSet, Sendable {
        /// A bit for each option.
        public let rawValue: UInt

        /// Makes a set of options of their bits.
        ///
        /// - Parameter rawValue: a bit for each option.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The program may play on without being asked to.
        public static let shouldResume = InterruptionOptions(rawValue: 1)
    }

    /// How a session becomes inactive.
    public struct SetActiveOptions: OptionSet, Sendable {
        /// A bit for each option.
        public let rawValue: UInt

        /// Makes a set of options of their bits.
        ///
        /// - Parameter rawValue: a bit for each option.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Sessions that this one has interrupted may play on. Ignored while a session becomes active.
        public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
    }

    // MARK: Values of notifications and properties

    /// Why an interruption began.
    public enum InterruptionReason: UInt, Sendable {
        /// Another session has become active.
        case `default` = 0
        @available(*, deprecated, message: "Not reported any longer.")
        case appWasSuspended = 1
        /// The user has muted the built-in microphone. Not reported here.
        case builtInMicMuted = 2
        /// The device that played was unplugged.
        case routeDisconnected = 4
    }

    /// Whether an interruption begins or ends.
    public enum InterruptionType: UInt, Sendable {
        case began = 1
        case ended = 0
    }

    /// Whether input and output of one device share a clock.
    public enum IOType: UInt, Sendable {
        case notSpecified = 0
        case aggregated = 1
    }

    /// Which sound is mixed into what a call's other end hears.
    public enum MicrophoneInjectionMode: Int, Sendable {
        case none = 0
        case spokenAudio = 1
    }

    /// Which output is used instead of the category's own.
    public enum PortOverride: UInt, Sendable {
        case none = 0
        /// The built-in loudspeaker and the built-in microphone.
        case speaker = 0x7370_6B72  // 'spkr'
    }

    /// How long spoken prompts are to be.
    public enum PromptStyle: UInt, Sendable {
        case none = 0x6E6F_6E65  // 'none'
        case short = 0x7368_7274  // 'shrt'
        case normal = 0x6E72_6D6C  // 'nrml'
    }

    /// Whether the user lets the program record.
    public enum RecordPermission: UInt, Sendable {
        case undetermined = 0x756E_6474  // 'undt'
        case denied = 0x6465_6E79  // 'deny'
        case granted = 0x6772_6E74  // 'grnt'
    }

    /// How the route renders what a session plays.
    public enum RenderingMode: Int, Sendable {
        case notApplicable = 0
        case monoStereo = 1
        case surround = 2
        case spatialAudio = 3
        case dolbyAudio = 4
        case dolbyAtmos = 5
    }

    /// Why a route has changed.
    public enum RouteChangeReason: UInt, Sendable {
        case unknown = 0
        /// A device was plugged in and is used.
        case newDeviceAvailable = 1
        /// The device that was used is gone.
        case oldDeviceUnavailable = 2
        case categoryChange = 3
        /// `overrideOutputAudioPort` was called.
        case override = 4
        case wakeFromSleep = 6
        /// No device suits the category. Not reported here.
        case noSuitableRouteForCategory = 7
        /// The ports are the same, and what they are set to is not.
        case routeConfigurationChange = 8
    }

    /// Which programs share a route.
    public enum RouteSharingPolicy: UInt, Sendable {
        case `default` = 0
        /// Music and speech that last. With `playback`.
        case longFormAudio = 1
        /// The system's own; cannot be set.
        case independent = 2
        /// Movies that last. With `playback`.
        case longFormVideo = 3

        /// The older name of `longFormAudio`.
        @available(*, deprecated, renamed: "longFormAudio")
        public static var longForm: RouteSharingPolicy { .longFormAudio }
    }

    /// Whether sound that accompanies other sound is to fall silent.
    public enum SilenceSecondaryAudioHintType: UInt, Sendable {
        case begin = 1
        case end = 0
    }

    /// How a device is held while it records in stereo.
    public enum StereoOrientation: Int, Sendable {
        case none = 0
        case portrait = 1
        case portraitUpsideDown = 2
        case landscapeRight = 3
        case landscapeLeft = 4
    }

    /// Codes of the errors that a session throws, in the domain `NSOSStatusErrorDomain`.
    public enum ErrorCode: Int, Sendable {
        case none = 0
        /// The sound server is gone.
        case mediaServicesFailed = 0x6D73_7276  // 'msrv'
        /// Input or output of the session was running.
        case isBusy = 0x2161_6374  // '!act'
        case incompatibleCategory = 0x2163_6174  // '!cat'
        case cannotInterruptOthers = 0x2169_6E74  // '!int'
        case missingEntitlement = 0x656E_743F  // 'ent?'
        case siriIsRecording = 0x7369_7269  // 'siri'
        case cannotStartPlaying = 0x2170_6C61  // '!pla'
        case cannotStartRecording = 0x2172_6563  // '!rec'
        /// Values that do not go together.
        case badParam = -50
        /// A call has the sound.
        case insufficientPriority = 0x2170_7269  // '!pri'
        /// There is no such device.
        case resourceNotAvailable = 0x2172_6573  // '!res'
        case unspecified = 0x7768_6174  // 'what'
        case expiredSession = 0x2173_6573  // '!ses'
        case sessionNotActive = 0x696E_6163  // 'inac'
    }
}

/// How a session becomes active. There are no options yet.
public struct AVAudioSessionActivationOptions: OptionSet, Sendable {
    /// A bit for each option.
    public let rawValue: UInt

    /// Makes a set of options of their bits.
    ///
    /// - Parameter rawValue: a bit for each option.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}
