// Subclasses of a program need not say `@unchecked Sendable` again: AVFAudio's SharedSubclasses.swift has the reason.

@available(*, unavailable) extension AVAudioChannelLayout: UnsafeSendable {}
@available(*, unavailable) extension AVAudioFormat: UnsafeSendable {}
