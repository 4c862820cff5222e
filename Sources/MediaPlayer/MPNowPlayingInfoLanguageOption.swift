// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// A mark of a language option: it has only what has to be translated.
public let MPLanguageOptionCharacteristicContainsOnlyForcedSubtitles = "public.subtitles.forced-only"
/// A mark of a language option: it describes music and sounds.
public let MPLanguageOptionCharacteristicDescribesMusicAndSound = "public.accessibility.describes-music-and-sound"
/// A mark of a language option: it describes what is to be seen.
public let MPLanguageOptionCharacteristicDescribesVideo = "public.accessibility.describes-video"
/// A mark of a language option: voices speak over the original.
public let MPLanguageOptionCharacteristicDubbedTranslation = "public.translation.dubbed"
/// A mark of a language option: it is easy to read.
public let MPLanguageOptionCharacteristicEasyToRead = "public.easy-to-read"
/// A mark of a language option: it adds to the content.
public let MPLanguageOptionCharacteristicIsAuxiliaryContent = "public.auxiliary-content"
/// A mark of a language option: it is the content.
public let MPLanguageOptionCharacteristicIsMainProgramContent = "public.main-program-content"
/// A mark of a language option: it is a translation.
public let MPLanguageOptionCharacteristicLanguageTranslation = "public.translation"
/// A mark of a language option: it is what is spoken, as text.
public let MPLanguageOptionCharacteristicTranscribesSpokenDialog = "public.accessibility.transcribes-spoken-dialog"
/// A mark of a language option: a voice reads the translation.
public let MPLanguageOptionCharacteristicVoiceOverTranslation = "public.translation.voice-over"

/// Whether a language is heard or read.
public enum MPNowPlayingInfoLanguageOptionType: UInt, @unchecked Sendable {
    /// Heard.
    case audible = 0
    /// Read.
    case legible = 1
}

/// A language or a kind of subtitles that can be chosen.
open class MPNowPlayingInfoLanguageOption: NSObject, @unchecked Sendable {
    /// Whether the language is heard or read.
    public let languageOptionType: MPNowPlayingInfoLanguageOptionType
    /// The language, as BCP 47 writes it.
    public let languageTag: String?
    /// Marks of the option.
    public let languageOptionCharacteristics: [String]?
    /// What people read.
    public let displayName: String?
    /// What the program knows the option by.
    public let identifier: String?

    /// Creates an option.
    ///
    /// - Parameters:
    ///   - languageOptionType: whether the language is heard or read.
    ///   - languageTag: the language, as BCP 47 writes it.
    ///   - languageOptionCharacteristics: marks of the option.
    ///   - displayName: what people read.
    ///   - identifier: what the program knows the option by.
    public init(
        type languageOptionType: MPNowPlayingInfoLanguageOptionType, languageTag: String,
        characteristics languageOptionCharacteristics: [String]?, displayName: String, identifier: String
    ) {
        self.languageOptionType = languageOptionType
        self.languageTag = languageTag
        self.languageOptionCharacteristics = languageOptionCharacteristics
        self.displayName = displayName
        self.identifier = identifier
    }

    private static let automatic = "_auto_"

    /// Reports whether the option stands for the language that the system would choose, to read.
    ///
    /// - Returns: true for the identifier `_auto_`.
    open func isAutomaticLegibleLanguageOption() -> Bool {
        languageOptionType == .legible && identifier == Self.automatic
    }

    /// Reports whether the option stands for the language that the system would choose, to hear.
    ///
    /// - Returns: true for the identifier `_auto_`.
    open func isAutomaticAudibleLanguageOption() -> Bool {
        languageOptionType == .audible && identifier == Self.automatic
    }
}

/// Language options of which one is chosen.
open class MPNowPlayingInfoLanguageOptionGroup: NSObject, @unchecked Sendable {
    /// The options.
    public let languageOptions: [MPNowPlayingInfoLanguageOption]
    /// The one that is chosen where nobody chooses.
    public let defaultLanguageOption: MPNowPlayingInfoLanguageOption?
    /// Whether none may be chosen.
    public let allowEmptySelection: Bool

    /// Creates a group.
    ///
    /// - Parameters:
    ///   - languageOptions: the options.
    ///   - defaultLanguageOption: the one that is chosen where nobody chooses.
    ///   - allowEmptySelection: whether none may be chosen.
    public init(
        languageOptions: [MPNowPlayingInfoLanguageOption], defaultLanguageOption: MPNowPlayingInfoLanguageOption?,
        allowEmptySelection: Bool
    ) {
        self.languageOptions = languageOptions
        self.defaultLanguageOption = defaultLanguageOption
        self.allowEmptySelection = allowEmptySelection
    }
}
