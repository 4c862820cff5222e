// swift-tools-version: 5.9
import PackageDescription

// A package for the Mac, as its author wrote it: it does not know that this library exists. Scripts/check-swift builds it with what
// is installed.
let package = Package(
    name: "Tone",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [.library(name: "Tone", targets: ["Tone"])],
    targets: [
        .target(name: "CTone"),
        .target(name: "Tone", dependencies: ["CTone"]),
        .executableTarget(name: "tone-info", dependencies: ["Tone"]),
        .testTarget(name: "ToneTests", dependencies: ["Tone"]),
    ],
    cxxLanguageStandard: .cxx17
)
