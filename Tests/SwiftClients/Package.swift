// swift-tools-version: 6.2
import PackageDescription

// Programs as users of the library write them: a package that depends on ours, in either language mode. The sources of
// one mode are links to those of the other.
let package = Package(
    name: "swift-clients",
    dependencies: [.package(name: "swift-corelibs-audio", path: "../..")],
    targets: [
        .executableTarget(
            name: "Mode6",
            dependencies: [.product(name: "AudioToolbox", package: "swift-corelibs-audio")],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "Mode5",
            dependencies: [.product(name: "AudioToolbox", package: "swift-corelibs-audio")],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        // Classes: a package's usual file work, the same source in both modes.
        .executableTarget(
            name: "Waveform6",
            dependencies: [.product(name: "AVFoundation", package: "swift-corelibs-audio")],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "Waveform5",
            dependencies: [.product(name: "AVFoundation", package: "swift-corelibs-audio")],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        // Small programs in one file each: effects of a game, a metronome, voice memos, podcasts.
        .executableTarget(
            name: "Programs6",
            dependencies: [
                .product(name: "AVFoundation", package: "swift-corelibs-audio"),
                .product(name: "AudioUnit", package: "swift-corelibs-audio"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "Programs5",
            dependencies: [
                .product(name: "AVFoundation", package: "swift-corelibs-audio"),
                .product(name: "AudioUnit", package: "swift-corelibs-audio"),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)]),
    ]
)
