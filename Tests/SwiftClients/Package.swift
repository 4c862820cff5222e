// swift-tools-version: 6.2
import PackageDescription

/// Whether an installed toolset brings the modules, so that the package depends on none of ours.
let byToolset = Context.environment["COREAUDIO_BY_TOOLSET"] != nil

func modules(_ names: String...) -> [Target.Dependency] {
    byToolset ? [] : names.map { .product(name: $0, package: "swift-corelibs-audio") }
}

// Programs as users of the library write them: a package that depends on ours, in either language mode. The sources of
// one mode are links to those of the other.
let package = Package(
    name: "swift-clients",
    dependencies: byToolset ? [] : [.package(name: "swift-corelibs-audio", path: "../..")],
    targets: [
        .executableTarget(
            name: "Mode6",
            dependencies: modules("AudioToolbox", "CoreMIDI"),
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "Mode5",
            dependencies: modules("AudioToolbox", "CoreMIDI"),
            swiftSettings: [.swiftLanguageMode(.v5)]),
        // Classes: a package's usual file work, the same source in both modes.
        .executableTarget(
            name: "Waveform6",
            dependencies: modules("AVFoundation"),
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "Waveform5",
            dependencies: modules("AVFoundation"),
            swiftSettings: [.swiftLanguageMode(.v5)]),
        // C and C++ beside Swift, with the headers that such code for the Mac includes most.
        .target(name: "MacParts", dependencies: modules("AudioToolbox")),
        // Small programs in one file each: effects of a game, a metronome, voice memos, podcasts.
        .executableTarget(
            name: "Programs6",
            dependencies: modules("AVFoundation", "AudioUnit") + ["MacParts"],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "Programs5",
            dependencies: modules("AVFoundation", "AudioUnit") + ["MacParts"],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        // Subclasses that override what a Mac lets programs override, and closures of the main actor. None of it may warn.
        .executableTarget(
            name: "Subclasses6",
            dependencies: modules("AVFoundation"),
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
        .executableTarget(
            name: "Subclasses5",
            dependencies: modules("AVFoundation"),
            swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
    ]
)
