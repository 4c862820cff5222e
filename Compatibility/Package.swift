// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target is built with: existentials are spelt out, imports are internal unless they say more, and warnings
/// are errors. In a build for the installed modules, with library evolution, each public import of Foundation is a warning that
/// no option silences.
let house: [SwiftSetting] =
    [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault")]
    + (Context.environment["COREAUDIO_SHIP"] == nil
        ? [.treatAllWarnings(as: .error)] : [.unsafeFlags(["-enable-library-evolution"])])

/// What the tests are built with: as a program of Swift 6 is, and warnings are errors.
let testing: [SwiftSetting] = [.treatAllWarnings(as: .error)]

// The neighbours of Core Audio on a Mac. They are a package of their own because modules of these names switch code in other
// packages, by `canImport`: only a program that lists this package gets them.
let package = Package(
    name: "Compatibility",
    products: [
        // os and the small modules.
        .library(name: "os", targets: ["os"]),
        .library(name: "OSLog", targets: ["OSLog"]),
        .library(name: "QuartzCore", targets: ["QuartzCore"]),
        .library(name: "CoreGraphics", targets: ["CoreGraphics"]),
        .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
        .library(name: "Accelerate", targets: ["Accelerate"]),
        // The network.
        .library(name: "SystemConfiguration", targets: ["SystemConfiguration"]),
        .library(name: "Network", targets: ["Network"]),
        .library(name: "CFNetwork", targets: ["CFNetwork"]),
    ],
    targets: [
        // os and the small modules.
        .target(name: "COSSupport", cSettings: [.define("_GNU_SOURCE")]),
        // A module map alone: the submodules of the Swift module.
        .systemLibrary(name: "OSSubmodules", path: "Sources/Submodules/os"),
        .target(name: "os", dependencies: ["COSSupport", "OSSubmodules"], swiftSettings: house),
        .target(name: "OSLog", dependencies: ["os"], swiftSettings: house),
        .target(name: "QuartzCore", swiftSettings: house),
        // Empty: the compiler looks for it wherever Testing and CoreGraphics are imported.
        .target(name: "_Testing_CoreGraphics", swiftSettings: house),
        .target(name: "CoreGraphics", dependencies: ["_Testing_CoreGraphics"], swiftSettings: house),
        .target(name: "UniformTypeIdentifiers", swiftSettings: house),
        // A program of Swift 5, for the tests.
        .target(
            name: "Swift5Client", dependencies: ["os", "OSLog"], path: "Tests/Swift5Client",
            swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
        .testTarget(
            name: "OSTests", dependencies: ["os", "OSLog", "COSSupport", "Swift5Client"], swiftSettings: testing),
        .testTarget(name: "QuartzCoreTests", dependencies: ["QuartzCore"], swiftSettings: testing),
        .testTarget(name: "CoreGraphicsTests", dependencies: ["CoreGraphics"], swiftSettings: testing),
        .testTarget(
            name: "UniformTypeIdentifiersTests", dependencies: ["UniformTypeIdentifiers"], swiftSettings: testing),
        // Accelerate: C kernels and headers, and Swift over them.
        .target(name: "CAccelerate", linkerSettings: [.linkedLibrary("m"), .linkedLibrary("dl")]),
        .target(name: "Accelerate", dependencies: ["CAccelerate"], swiftSettings: house),
        .executableTarget(
            name: "accelerate-benchmark", dependencies: ["Accelerate"], path: "Benchmarks/Accelerate",
            swiftSettings: house),
        // A C and a C++ program, for the tests.
        .target(name: "AccelerateCClient", dependencies: ["CAccelerate"], path: "Tests/AccelerateCClient"),
        .testTarget(name: "AccelerateTests", dependencies: ["Accelerate", "AccelerateCClient"], swiftSettings: house),
        // The network: the kernel's tables, and the modules over them; HTTP by libcurl, which is loaded when it is needed.
        .target(name: "CCFObjects"),
        .target(name: "CoreFoundationNames", swiftSettings: house),
        .target(name: "NetworkTables", swiftSettings: house),
        .target(name: "CSystemConfiguration"),
        .target(
            name: "SystemConfiguration",
            dependencies: ["CCFObjects", "CSystemConfiguration", "CoreFoundationNames", "NetworkTables"],
            swiftSettings: house),
        .target(name: "Network", dependencies: ["NetworkTables"], swiftSettings: house),
        .target(name: "CCFNetwork", dependencies: ["CCFObjects"]),
        .target(
            name: "CHTTPTransfer", cSettings: [.define("_GNU_SOURCE")],
            linkerSettings: [.linkedLibrary("dl")]),
        .target(
            name: "CFNetwork",
            dependencies: ["CCFObjects", "CCFNetwork", "CHTTPTransfer", "CoreFoundationNames", "NetworkTables"],
            swiftSettings: house),
        // A program in C, for the tests.
        .target(name: "NetworkCClient", path: "Tests/NetworkCClient"),
        .target(name: "NetworkNamespace", path: "Tests/NetworkNamespace", swiftSettings: testing),
        .testTarget(
            name: "NetworkTablesTests", dependencies: ["NetworkTables", "NetworkNamespace"], swiftSettings: testing),
        .testTarget(
            name: "SystemConfigurationTests",
            dependencies: ["SystemConfiguration", "NetworkTables", "NetworkNamespace", "NetworkCClient"],
            swiftSettings: testing),
        .testTarget(
            name: "NetworkTests", dependencies: ["Network", "NetworkTables", "NetworkNamespace"], swiftSettings: testing
        ),
        .testTarget(
            name: "CFNetworkTests", dependencies: ["CFNetwork", "NetworkCClient", "NetworkNamespace"],
            swiftSettings: testing),
    ]
)

// One shared object of all modules, for an installation.
if Context.environment["COREAUDIO_SHIP"] != nil {
    package.products.append(
        .library(
            name: "coreaudio-compatibility", type: .dynamic,
            targets: [
                "os", "OSLog", "QuartzCore", "CoreGraphics", "UniformTypeIdentifiers", "Accelerate",
                "SystemConfiguration",
                "Network", "CFNetwork",
            ]))
}
