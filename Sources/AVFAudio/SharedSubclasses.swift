// Objects of these classes may be used on any thread, and so may those of a program's subclasses. A subclass would have to say that
// again, `@unchecked Sendable`, or the compiler would warn of it, where a Mac's says nothing. The compiler does not ask it of the
// subclasses of classes that conform to the protocol that came before `@unchecked Sendable`. That conformance is never used, and so
// it is unavailable, which lets Swift 6 mode name the protocol.

@available(*, unavailable) extension AVAudioApplication: UnsafeSendable {}
@available(*, unavailable) extension AVAudioConnectionPoint: UnsafeSendable {}
@available(*, unavailable) extension AVAudioConverter: UnsafeSendable {}
@available(*, unavailable) extension AVAudioEngine: UnsafeSendable {}
@available(*, unavailable) extension AVAudioEnvironmentDistanceAttenuationParameters: UnsafeSendable {}
@available(*, unavailable) extension AVAudioEnvironmentReverbParameters: UnsafeSendable {}
@available(*, unavailable) extension AVAudioFile: UnsafeSendable {}
@available(*, unavailable) extension AVAudioMixingDestination: UnsafeSendable {}
@available(*, unavailable) extension AVAudioNode: UnsafeSendable {}
@available(*, unavailable) extension AVAudioSession: UnsafeSendable {}
@available(*, unavailable) extension AVAudioSessionCapability: UnsafeSendable {}
@available(*, unavailable) extension AVAudioSessionChannelDescription: UnsafeSendable {}
@available(*, unavailable) extension AVAudioSessionDataSourceDescription: UnsafeSendable {}
@available(*, unavailable) extension AVAudioSessionPortDescription: UnsafeSendable {}
@available(*, unavailable) extension AVAudioSessionPortExtensionBluetoothMicrophone: UnsafeSendable {}
@available(*, unavailable) extension AVAudioSessionRouteDescription: UnsafeSendable {}
@available(*, unavailable) extension AVAudioTime: UnsafeSendable {}
@available(*, unavailable) extension AVAudioUnitComponent: UnsafeSendable {}
@available(*, unavailable) extension AVAudioUnitComponentManager: UnsafeSendable {}
@available(*, unavailable) extension AVAudioUnitEQFilterParameters: UnsafeSendable {}
