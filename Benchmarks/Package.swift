// swift-tools-version: 6.2
import PackageDescription

// Programs that measure the library by its public calls: a package that depends on ours.
//
// dsp-bench, which calls the kernels one by one, is a target of our own package: `package` access ends at the package.
let house: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
]
let library: [Target.Dependency] = [.product(name: "AudioToolbox", package: "swift-corelibs-audio")]

let package = Package(
    name: "benchmarks",
    dependencies: [.package(name: "swift-corelibs-audio", path: "..")],
    targets: [
        .executableTarget(
            name: "player-bench",
            dependencies: [.product(name: "AVFAudio", package: "swift-corelibs-audio")] + library,
            swiftSettings: house),
        .executableTarget(name: "queue-bench", dependencies: library, swiftSettings: house),
        .executableTarget(name: "stream-bench", dependencies: library, swiftSettings: house),
    ]
)
