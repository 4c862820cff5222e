// swift-tools-version: 6.2
import PackageDescription

/// What every target is built with: warnings are errors, existentials are spelt out.
let house: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
]

// The command `coreaudio-swift port`. It is a package of its own so that only those who build it compile swift-syntax.
let package = Package(
    name: "Porting",
    products: [
        .executable(name: "coreaudio-port", targets: ["coreaudio-port"]),
        .library(name: "PortRewriter", targets: ["PortRewriter"]),
    ],
    dependencies: [
        .package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    ],
    targets: [
        .target(
            name: "PortRewriter",
            dependencies: [
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftParserDiagnostics", package: "swift-syntax"),
            ],
            swiftSettings: house),
        .executableTarget(
            name: "coreaudio-port",
            dependencies: ["PortRewriter", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            swiftSettings: house),
        .testTarget(name: "PortRewriterTests", dependencies: ["PortRewriter"], swiftSettings: house),
    ]
)
