// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that only those who build it need GTK: the development files of libadwaita 1.2 or later.
let package = Package(
    name: "music-player",
    dependencies: [
        .package(name: "swift-corelibs-audio", path: "../.."), .package(name: "Widgets", path: "../../Widgets"),
    ],
    targets: [
        .systemLibrary(
            name: "CAdwaita", pkgConfig: "libadwaita-1",
            providers: [.apt(["libadwaita-1-dev"]), .yum(["libadwaita-devel"])]),
        // What the player knows and decides, without a window.
        .target(
            name: "PlayerModel",
            dependencies: [.product(name: "AVFoundation", package: "swift-corelibs-audio")]),
        .executableTarget(
            name: "music-player",
            dependencies: [
                "CAdwaita", "PlayerModel", .product(name: "AVFoundation", package: "swift-corelibs-audio"),
                .product(name: "MediaPlayer", package: "swift-corelibs-audio"),
                .product(name: "GTKSupport", package: "Widgets"),
                .product(name: "MediaPlayerGTK", package: "Widgets"),
            ]),
        .testTarget(
            name: "PlayerModelTests",
            dependencies: ["PlayerModel", .product(name: "AVFoundation", package: "swift-corelibs-audio")]),
    ],
    swiftLanguageModes: [.v6]
)
