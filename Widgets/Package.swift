// swift-tools-version: 6.2
import PackageDescription

/// What every target is built with: warnings are errors, existentials are spelt out.
let house: [SwiftSetting] = [.treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny")]

// Windows and widgets for the classes that are views on a Mac or a phone. A package of its own, so that only those who use it need the
// development files of GTK 4.
let package = Package(
    name: "Widgets",
    products: [
        .library(name: "GTKSupport", targets: ["GTKSupport"]),
        .library(name: "MediaPlayerGTK", targets: ["MediaPlayerGTK"]),
    ],
    dependencies: [.package(name: "swift-corelibs-audio", path: "..")],
    targets: [
        .systemLibrary(
            name: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"]), .yum(["gtk4-devel"])]),
        // What programs with GTK and libdispatch need, without sound.
        .target(name: "GTKSupport", dependencies: ["CGTK"], swiftSettings: house),
        .target(
            name: "MediaPlayerGTK",
            dependencies: [
                "CGTK", "GTKSupport", .product(name: "MediaPlayer", package: "swift-corelibs-audio"),
            ],
            swiftSettings: house),
        // A program that shows a picker or a volume, for the tests of the windows.
        .executableTarget(
            name: "widget-program",
            dependencies: [
                "CGTK", "GTKSupport", "MediaPlayerGTK", .product(name: "MediaPlayer", package: "swift-corelibs-audio"),
            ],
            path: "Tests/WidgetProgram", swiftSettings: house),
    ],
    swiftLanguageModes: [.v6]
)
