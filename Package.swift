// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target of ours is built with: warnings are errors, existentials are spelt out.
let house: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
]

/// What test targets are built with that compute little themselves: without optimisation, which saves two fifths of the compiler's
/// time for them. What they test is optimised, and so is TestSupport, where what computes much belongs.
let plain: [SwiftSetting] = house + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// Whether the build is the one that is installed: its modules serve compilers that were not there when they were built.
let ships = Context.environment["COREAUDIO_SHIP"] != nil

/// What the public modules are built with: an import is public where it says so. What is installed has library evolution, with
/// which the compiler warns of each public import of Foundation, in no group that could stay a warning.
let face: [SwiftSetting] =
    [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault")]
    + (ships
        ? [
            .unsafeFlags([
                "-enable-library-evolution", "-I", Context.packageDirectory + "/Sources/CoreAudioHeaders/include",
            ])
        ] : [.treatAllWarnings(as: .error)])

let package = Package(
    name: "swift-corelibs-audio",
    products: [
        .library(name: "CoreAudioTypes", targets: ["CoreAudioTypes"]),
        .library(name: "CoreAudio", targets: ["CoreAudio"]),
        .library(name: "AudioToolbox", targets: ["AudioToolbox"]),
        .library(name: "AudioUnit", targets: ["AudioUnit"]),
        .library(name: "CoreMIDI", targets: ["CoreMIDI"]),
        .library(name: "CoreMedia", targets: ["CoreMedia"]),
        .library(name: "CoreVideo", targets: ["CoreVideo"]),
        .library(name: "MediaToolbox", targets: ["MediaToolbox"]),
        .library(name: "AVFAudio", targets: ["AVFAudio"]),
        .library(name: "AVFoundation", targets: ["AVFoundation"]),
        .library(name: "MediaPlayer", targets: ["MediaPlayer"]),
        .library(name: "MediaPlayerTerminal", targets: ["MediaPlayerTerminal"]),
        .library(name: "AVKit", targets: ["AVKit"]),
        .library(name: "RemoteControlEvents", targets: ["RemoteControlEvents"]),
        .library(name: "OpenAL", targets: ["OpenAL"]),
        // One shared object for C, C++ and Swift programs: libcoreaudio.so.
        .library(
            name: "coreaudio", type: .dynamic,
            targets: [
                "CoreAudioTypes", "CoreAudio", "CoreMIDI", "AudioToolbox", "AudioUnit", "OpenAL", "CoreVideo",
                "CoreMedia", "MediaToolbox", "AVFAudio", "AVFoundation", "MediaPlayer", "AVKit", "RemoteControlEvents",
            ]),
        .executable(name: "afconvert", targets: ["afconvert"]),
        .executable(name: "afinfo", targets: ["afinfo"]),
        .executable(name: "afplay", targets: ["afplay"]),
        .executable(name: "afrecord", targets: ["afrecord"]),
        .executable(name: "auvalidate", targets: ["auvalidate"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
    ],
    targets: [
        // Headers and C shims. The public headers declare; Swift implements.
        .target(name: "CoreAudioHeaders"),
        .target(name: "CRealtime"),
        .target(name: "CSystem"),
        .target(name: "CKernels"),
        // What C programs find in a Mac's system beside Core Audio.
        .target(
            name: "CMacSystem", dependencies: ["CRealtime"],
            cSettings: [
                .headerSearchPath("../CoreAudioHeaders/system"), .headerSearchPath("../CoreAudioHeaders/include"),
                .define("_GNU_SOURCE"),
            ]),
        .target(name: "CPipeWire"),
        .target(name: "CPulse"),
        .target(name: "CALSA"),
        .target(name: "CDBus"),
        .target(name: "CSpeech"),
        .target(name: "CFDK"),
        .target(name: "CMPG123"),
        .target(name: "COpenALSoft"),
        .target(name: "CMySofa"),
        // A link to /usr/include/ffmpeg, where Fedora has the headers.
        .target(name: "CFFmpeg", cSettings: [.headerSearchPath("../OtherPlaces/ffmpeg")]),
        .target(name: "CCurl"),
        .target(name: "CSQLiteLoader"),
        .target(name: "CMIDIConstants"),
        .target(name: "CMediaConstants"),
        // Module maps alone: the submodules of Swift modules that have no C headers.
        .systemLibrary(name: "AudioUnitSubmodules", path: "Sources/Submodules/AudioUnit"),
        .systemLibrary(name: "CoreMediaSubmodules", path: "Sources/Submodules/CoreMedia"),
        .systemLibrary(name: "AVFAudioSubmodules", path: "Sources/Submodules/AVFAudio"),
        .systemLibrary(name: "AVFoundationSubmodules", path: "Sources/Submodules/AVFoundation"),
        .systemLibrary(name: "MediaPlayerSubmodules", path: "Sources/Submodules/MediaPlayer"),

        // The values and tools that everyone shares, kernels, and three siblings above them that do not know each other.
        .target(name: "AudioCore", dependencies: ["CRealtime", "CSystem"], swiftSettings: house),
        .target(name: "MessageBus", dependencies: ["AudioCore", "CDBus", "CSystem"], swiftSettings: house),
        .target(name: "AudioDSP", dependencies: ["AudioCore", "CKernels"], swiftSettings: house),
        .target(
            name: "AudioCodecs", dependencies: ["AudioCore", "AudioDSP", "CSpeech", "CFDK", "CMPG123", "CFFmpeg"],
            swiftSettings: house),
        .target(name: "AudioContainers", dependencies: ["AudioCore"], swiftSettings: house),
        // Pictures that move: their codecs.
        .target(name: "VideoCodecs", dependencies: ["AudioCore", "CKernels", "CFFmpeg"], swiftSettings: house),
        .target(
            name: "AudioDevices",
            dependencies: ["AudioCore", "CRealtime", "CSystem", "CPipeWire", "CPulse", "CALSA", "MessageBus"],
            swiftSettings: house),

        // MIDI: messages and their forms, which are values, and what they are sent between.
        .target(
            name: "MIDIEvents", dependencies: ["CoreAudioHeaders", "CRealtime", "AudioCore"], swiftSettings: house),
        .target(
            name: "MIDIDevices",
            dependencies: [
                "CoreAudioHeaders", "CRealtime", "CSystem", "AudioCore", "AudioDevices", "MIDIEvents", "MessageBus",
            ],
            swiftSettings: house),
        // RTP-MIDI: sessions with peers on the network, their sockets, and how they find each other.
        .target(
            name: "NetworkMIDI",
            dependencies: [
                "CoreAudioHeaders", "CSystem", "AudioCore", "AudioDevices", "MIDIDevices", "MIDIEvents", "MessageBus",
            ],
            swiftSettings: house),

        // The ways of MIDI to other programs and to devices.
        .target(
            name: "MIDITransports",
            dependencies: [
                "CoreAudioHeaders", "CRealtime", "CPipeWire", "CALSA", "AudioCore", "AudioDevices", "MIDIDevices",
                "MIDIEvents", "MessageBus",
            ],
            swiftSettings: house),
        // The server through which the MIDI programs of a user reach each other.
        .executableTarget(name: "coreaudio-midi-server", dependencies: ["MIDITransports"], swiftSettings: house),

        // What joins the four: files with their codecs, programs with devices.
        .target(
            name: "AudioFiles",
            dependencies: ["CoreAudioHeaders", "AudioCore", "AudioDSP", "AudioCodecs", "AudioContainers"],
            swiftSettings: house),
        .target(
            name: "MovieFiles", dependencies: ["AudioCore", "AudioContainers", "VideoCodecs"], swiftSettings: house),
        .target(
            name: "AudioIO", dependencies: ["CoreAudioHeaders", "CRealtime", "AudioCore", "AudioDSP", "AudioDevices"],
            swiftSettings: house),
        // Cameras: their formats, and their pictures as they come.
        .target(
            name: "CameraDevices", dependencies: ["AudioCore", "AudioDevices", "CPipeWire", "CRealtime"],
            swiftSettings: house),
        // Files, broadcasts and HTTP Live Streams on servers: requests, playlists, and the parts of a transport stream.
        .target(name: "RemoteMedia", dependencies: ["AudioCore", "CCurl"], swiftSettings: house),
        // A program's audio session: its state, a value on its own, and what carries out what it says.
        .target(
            name: "AudioSession", dependencies: ["AudioCore", "AudioDevices", "AudioIO", "MessageBus"],
            swiftSettings: house),
        // What a player shows to the desktop, and the commands that come from there: MPRIS.
        .target(name: "NowPlaying", dependencies: ["AudioCore", "AudioDevices", "MessageBus"], swiftSettings: house),
        // The sounds and playlists of the user's music folder, as an index in SQLite that follows the folder.
        .target(
            name: "MusicLibrary",
            dependencies: ["AudioContainers", "AudioCore", "CSQLiteLoader", "CSystem", "MessageBus"],
            swiftSettings: house),
        // Queues, players and recorders of files, and system sounds: what joins files and devices.
        .target(
            name: "PlaybackAndRecording",
            dependencies: [
                "CoreAudioHeaders", "CRealtime", "AudioCore", "AudioDSP", "AudioCodecs", "AudioDevices", "AudioFiles",
                "AudioIO", "AudioSession",
            ],
            swiftSettings: house),

        // Audio units: what they are, how they render, and the units of the system.
        .target(
            name: "AudioUnits",
            dependencies: [
                "CoreAudioHeaders", "CRealtime", "CKernels", "CMySofa", "AudioCore", "AudioDSP", "AudioCodecs",
                "AudioFiles", "AudioIO",
            ],
            swiftSettings: house),

        // OpenAL: devices, extensions and notifications, over OpenAL Soft's mixer.
        .target(
            name: "OpenALEngine",
            dependencies: [
                "CRealtime", "COpenALSoft", "AudioCore", "AudioDSP", "AudioDevices", "AudioIO", "AudioSession",
            ],
            swiftSettings: house),

        // Faces: one Swift file a C header, bodies one line deep.
        .target(
            name: "CoreAudioTypes", dependencies: ["CoreAudioHeaders", "CSystem", "AudioCore"], swiftSettings: face),
        .target(
            name: "CoreAudio", dependencies: ["CoreAudioHeaders", "CoreAudioTypes", "AudioCore", "AudioIO"],
            swiftSettings: face),
        // The contract between audio units and hosts, as a list of checks. They call the functions of the C headers, which
        // AudioToolbox implements.
        .target(
            name: "UnitValidation", dependencies: ["CoreAudioHeaders", "CoreAudioTypes", "CoreAudio"],
            swiftSettings: house),
        .target(
            name: "AudioToolbox",
            dependencies: [
                "CoreAudioHeaders", "CMacSystem", "CoreAudioTypes", "CoreAudio", "CoreMIDI", "CoreMedia", "AudioCore",
                "AudioContainers", "AudioDevices", "AudioFiles", "AudioSession", "AudioUnits", "PlaybackAndRecording",
                "UnitValidation",
            ],
            swiftSettings: face),

        .target(
            name: "CoreMIDI",
            dependencies: [
                "CoreAudioHeaders", "CMIDIConstants", "CoreAudioTypes", "AudioCore", "AudioDevices", "MIDIDevices",
                "MIDIEvents", "MIDITransports", "NetworkMIDI",
            ],
            swiftSettings: face),

        .target(
            name: "OpenAL", dependencies: ["CoreAudioHeaders", "COpenALSoft", "AudioCore", "OpenALEngine"],
            swiftSettings: face),

        // Another name of AudioToolbox's units.
        .target(name: "AudioUnit", dependencies: ["AudioUnitSubmodules", "AudioToolbox"], swiftSettings: face),

        // Classes over the engine, in Swift alone.
        .target(name: "CoreVideo", dependencies: ["CoreAudioTypes"], swiftSettings: face),
        .target(
            name: "CoreMedia",
            dependencies: [
                "CoreAudioHeaders", "CMediaConstants", "CoreMediaSubmodules", "AudioCore", "CoreAudio",
                "CoreAudioTypes", "CoreVideo",
            ],
            swiftSettings: face),
        .target(name: "MediaToolbox", dependencies: ["AudioToolbox", "CoreMedia"], swiftSettings: face),
        .target(
            name: "AVFAudio",
            dependencies: [
                "AVFAudioSubmodules", "AudioCore", "AudioDevices", "AudioFiles", "AudioIO", "AudioSession",
                "AudioToolbox", "AudioUnits", "CRealtime", "CoreMedia", "PlaybackAndRecording",
            ],
            swiftSettings: face),
        .target(
            name: "AVFoundation",
            dependencies: [
                "AVFoundationSubmodules", "AVFAudio", "AudioCodecs", "AudioContainers", "AudioCore", "AudioDSP",
                "AudioDevices", "AudioFiles", "AudioIO", "AudioSession", "AudioToolbox", "CameraDevices", "CoreMedia",
                "CoreVideo", "MediaToolbox", "MovieFiles", "PlaybackAndRecording", "RemoteMedia", "VideoCodecs",
            ],
            swiftSettings: face),
        .target(
            name: "AVKit", dependencies: ["AVFAudio", "AVFoundation", "AudioCore", "AudioSession"], swiftSettings: face
        ),
        .target(
            name: "MediaPlayer",
            dependencies: [
                "MediaPlayerSubmodules", "AVFAudio", "AVFoundation", "AudioCore", "AudioFiles", "AudioSession",
                "AudioToolbox", "CoreMedia", "MusicLibrary",
                "NowPlaying", "PlaybackAndRecording",
            ],
            swiftSettings: face),
        // Screens of a terminal: keys, lines, and the media picker.
        .target(name: "TerminalScreen", dependencies: ["AudioCore"], swiftSettings: house),
        .target(
            name: "MediaPlayerTerminal", dependencies: ["AudioCore", "MediaPlayer", "TerminalScreen"],
            swiftSettings: face),
        // What UIKit has of media keys and headsets, under another name.
        .target(name: "RemoteControlEvents", dependencies: ["MediaPlayer"], swiftSettings: face),

        // What the tools need beyond Apple's API.
        .target(
            name: "CoreAudioAdditions",
            dependencies: [
                "AudioCodecs", "AudioCore", "AudioDSP", "AudioDevices", "AudioFiles", "AudioIO", "AudioToolbox",
                "NowPlaying", "PlaybackAndRecording",
            ],
            swiftSettings: house),

        // Tools.
        .target(
            name: "ToolSupport",
            dependencies: [
                "AudioToolbox", "CSystem", "CoreAudioAdditions", "RemoteMedia", "TerminalScreen",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: house),
        // Many files: lists, shards, journals and claims.
        .target(
            name: "FileBatches",
            dependencies: [
                "AudioToolbox", "CoreAudioAdditions", "ToolSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: house),
        .executableTarget(
            name: "afconvert",
            dependencies: [
                "AudioToolbox", "CSystem", "CoreAudioAdditions", "FileBatches", "ToolSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: house),
        .executableTarget(
            name: "afinfo",
            dependencies: [
                "AudioToolbox", "CoreAudioAdditions", "FileBatches", "ToolSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: house),
        .executableTarget(
            name: "afplay",
            dependencies: [
                "AVFAudio", "AudioToolbox", "CoreAudioAdditions", "MediaPlayer", "MediaPlayerTerminal", "RemoteMedia",
                "TerminalScreen", "ToolSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: house),
        .executableTarget(
            name: "afrecord",
            dependencies: [
                "AudioToolbox", "CoreAudioAdditions", "TerminalScreen", "ToolSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: house),
        .executableTarget(
            name: "auvalidate",
            dependencies: [
                "AudioToolbox", "ToolSupport", "UnitValidation",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: house),

        // Programs to learn from, over the public modules alone.
        .executableTarget(
            name: "metronome", dependencies: ["AudioToolbox"], path: "Examples/metronome", swiftSettings: house),
        .executableTarget(
            name: "level-recorder", dependencies: ["AudioToolbox"], path: "Examples/level-recorder",
            swiftSettings: house),
        .executableTarget(name: "radio", dependencies: ["AudioToolbox"], path: "Examples/radio", swiftSettings: house),
        .executableTarget(
            name: "effect-rack", dependencies: ["AudioToolbox"], path: "Examples/effect-rack", swiftSettings: house),
        .executableTarget(
            name: "duplex-scope", dependencies: ["AudioToolbox"], path: "Examples/duplex-scope", swiftSettings: house),
        .executableTarget(
            name: "moving-source", dependencies: ["AudioToolbox", "OpenAL"], path: "Examples/moving-source",
            swiftSettings: house),
        .executableTarget(
            name: "midimonitor", dependencies: ["CoreMIDI"], path: "Examples/midimonitor", swiftSettings: house),
        .executableTarget(
            name: "midithru", dependencies: ["CoreMIDI"], path: "Examples/midithru", swiftSettings: house),
        .executableTarget(
            name: "midikeys", dependencies: ["CoreMIDI"], path: "Examples/midikeys", swiftSettings: house),
        .executableTarget(
            name: "midibridge", dependencies: ["CoreMIDI"], path: "Examples/midibridge", swiftSettings: house),
        .executableTarget(
            name: "midiplay", dependencies: ["AVFAudio", "AudioToolbox", "CoreMIDI"], path: "Examples/midiplay",
            swiftSettings: house),
        .executableTarget(
            name: "midisynth", dependencies: ["AVFAudio", "AudioToolbox", "CoreMIDI"], path: "Examples/midisynth",
            swiftSettings: house),

        // Measures the DSP kernels beside their peers; not vended. A target of this package because the kernels are not
        // public; programs that need public calls alone are in the package Benchmarks.
        .executableTarget(
            name: "dsp-bench", dependencies: ["AudioCore", "AudioDSP"], path: "Benchmarks/dsp-bench",
            swiftSettings: house),
        // Measures MIDI between programs, which needs the server's program beside it.
        .executableTarget(
            name: "midi-bench", dependencies: ["AudioCore", "CoreMIDI", "coreaudio-midi-server"],
            path: "Benchmarks/midi-bench", swiftSettings: house),
        // Measures the music library, for the same reason a target of this package.
        .executableTarget(
            name: "library-bench", dependencies: ["AudioCore", "MediaPlayer", "MusicLibrary"],
            path: "Benchmarks/library-bench", swiftSettings: house),

        // Tests.
        .executableTarget(
            name: "session-program", dependencies: ["AudioCore", "AudioSession", "MessageBus"],
            path: "Tests/SessionProgram", swiftSettings: house),
        .executableTarget(
            name: "midi-program", dependencies: ["AudioCore", "CoreMIDI", "MIDIDevices"], path: "Tests/MIDIProgram",
            swiftSettings: house),
        .executableTarget(
            name: "sound-program", dependencies: ["AVFAudio", "AudioCore", "AudioSession"],
            path: "Tests/SoundProgram", swiftSettings: house),
        .executableTarget(
            name: "picker-program", dependencies: ["MediaPlayer", "MediaPlayerTerminal"],
            path: "Tests/PickerProgram", swiftSettings: house),
        .executableTarget(
            name: "index-program", dependencies: ["AudioCore", "MusicLibrary"], path: "Tests/IndexProgram",
            swiftSettings: house),
        // Sound servers and other programs, for tests that need nothing else of the library.
        .target(
            name: "TestServers", dependencies: ["AudioCore"], path: "Tests/TestServers", swiftSettings: house),
        .target(
            name: "TestSupport",
            dependencies: [
                "TestServers",
                "CoreAudioHeaders", "AudioCore", "AudioDevices", "AudioIO", "AudioSession", "AudioToolbox", "CRealtime",
            ],
            path: "Tests/TestSupport", swiftSettings: house),
        .testTarget(name: "AudioCoreTests", dependencies: ["AudioCore", "TestSupport"], swiftSettings: house),
        .testTarget(
            name: "AudioDSPTests",
            dependencies: ["AudioCore", "AudioDSP", "TestSupport"],
            swiftSettings: house),
        .testTarget(
            name: "AudioCodecsTests",
            dependencies: ["AudioCore", "AudioCodecs", "CSpeech", "CFDK", "CMPG123", "CFFmpeg", "TestSupport"],
            swiftSettings: house),
        .testTarget(
            name: "AudioContainersTests",
            dependencies: ["AudioCore", "AudioContainers", "TestSupport"],
            swiftSettings: house),
        .testTarget(
            name: "MovieFilesTests",
            dependencies: ["AudioCore", "AudioContainers", "CKernels", "MovieFiles"],
            swiftSettings: house),
        .testTarget(
            name: "AudioDevicesTests",
            dependencies: ["AudioCore", "AudioDevices", "TestSupport"],
            swiftSettings: plain),
        .testTarget(
            name: "AudioFilesTests",
            dependencies: [
                "CFFmpeg", "AudioCore", "AudioCodecs", "AudioContainers", "AudioFiles", "CoreAudioHeaders",
                "TestSupport",
            ],
            swiftSettings: house),
        .testTarget(
            name: "AudioIOTests",
            dependencies: [
                "AudioCore", "AudioDSP", "AudioDevices", "AudioIO", "CRealtime", "CoreAudioHeaders", "TestSupport",
            ],
            swiftSettings: plain),
        .testTarget(
            name: "AudioUnitsTests",
            dependencies: [
                "AudioCore", "AudioDSP", "AudioDevices", "AudioFiles", "AudioIO", "AudioUnits", "CoreAudioHeaders",
                "TestSupport",
            ],
            exclude: ["Parameters.tsv"],
            swiftSettings: house),
        .testTarget(
            name: "PlaybackAndRecordingTests",
            dependencies: [
                "AudioCore", "AudioCodecs", "AudioContainers", "AudioDSP", "AudioDevices", "AudioFiles", "AudioIO",
                "AudioSession", "CRealtime", "CoreAudioHeaders", "PlaybackAndRecording", "TestSupport",
            ],
            swiftSettings: plain),
        .testTarget(
            name: "AudioSessionTests",
            dependencies: [
                "AudioCore", "AudioDevices", "AudioIO", "AudioSession", "CRealtime", "MessageBus", "TestSupport",
            ],
            swiftSettings: plain),
        .testTarget(
            name: "AudioToolboxTests",
            dependencies: [
                "AudioCore", "AudioDevices", "AudioSession", "AudioToolbox", "CoreAudio", "CoreAudioTypes",
                "TestSupport",
            ],
            swiftSettings: plain),
        .testTarget(
            name: "UnitValidationTests", dependencies: ["AudioToolbox", "TestSupport", "UnitValidation"],
            swiftSettings: plain),
        .testTarget(
            name: "OpenALTests",
            dependencies: [
                "AudioCore", "AudioDevices", "AudioIO", "AudioSession", "COpenALSoft", "OpenAL", "OpenALEngine",
                "TestSupport",
            ],
            swiftSettings: plain),
        .testTarget(
            name: "CoreMIDITests",
            dependencies: [
                "AudioCore", "CALSA", "CoreMIDI", "CPipeWire", "CRealtime", "CSystem", "MIDIDevices", "MIDIEvents",
                "MIDITransports", "TestServers", "coreaudio-midi-server", "midi-program", "midibridge", "midikeys",
                "midimonitor", "midithru",
            ],
            swiftSettings: plain),
        .testTarget(
            name: "NetworkMIDITests",
            dependencies: ["AudioCore", "CoreMIDI", "MIDIDevices", "MessageBus", "NetworkMIDI"],
            swiftSettings: plain),
        .testTarget(name: "CoreVideoTests", dependencies: ["CoreVideo"], swiftSettings: plain),
        .testTarget(
            name: "CoreMediaTests", dependencies: ["CoreAudio", "CoreAudioHeaders", "CoreMedia", "CoreVideo"],
            swiftSettings: plain
        ),
        .testTarget(
            name: "MediaToolboxTests", dependencies: ["AVFoundation", "CoreMedia", "MediaToolbox"], swiftSettings: plain
        ),
        .testTarget(
            name: "AVFAudioTests",
            dependencies: [
                "AudioCodecs", "AudioCore", "AudioDevices", "AudioFiles", "AudioIO", "AudioSession", "AudioToolbox",
                "AudioUnits", "AVFAudio", "AVFoundation", "CoreMedia", "CRealtime", "PlaybackAndRecording",
                "TestSupport",
            ],
            swiftSettings: plain),
        .testTarget(
            name: "AVFoundationTests",
            dependencies: [
                "AVFAudio", "AVFoundation", "AudioContainers", "AudioCore", "AudioDevices", "AudioFiles", "AudioIO",
                "AudioSession", "AudioToolbox", "CameraDevices", "CoreMedia", "CoreVideo", "MediaToolbox",
                "PlaybackAndRecording", "RemoteMedia", "TestSupport",
            ],
            swiftSettings: plain),
        .testTarget(
            name: "RemoteMediaTests", dependencies: ["AudioCore", "RemoteMedia", "TestSupport"], swiftSettings: plain),
        .testTarget(
            name: "MusicLibraryTests", dependencies: ["AudioCore", "MusicLibrary", "TestServers", "index-program"],
            swiftSettings: plain),
        .testTarget(
            name: "MediaPlayerTests",
            dependencies: [
                "AVFAudio", "AVFoundation", "AVKit", "AudioCore", "AudioDevices", "AudioFiles", "AudioIO",
                "AudioSession", "AudioToolbox", "MediaPlayer", "MediaPlayerTerminal", "MessageBus", "MusicLibrary",
                "NowPlaying", "PlaybackAndRecording", "RemoteControlEvents", "TerminalScreen", "TestSupport",
            ],
            swiftSettings: plain),
        .testTarget(
            name: "CClientTests",
            dependencies: ["AudioToolbox", "AVFAudio", "TestSupport"],
            exclude: ["Clients"],
            swiftSettings: plain),
        .testTarget(
            name: "ConformanceTests",
            dependencies: ["AudioCore", "AudioToolbox", "TestSupport"],
            swiftSettings: house),
        .testTarget(name: "FileBatchesTests", dependencies: ["FileBatches", "ToolSupport"], swiftSettings: plain),
        .testTarget(
            name: "ToolTests",
            dependencies: [
                "AudioFiles", "AudioContainers", "AudioCore", "AudioToolbox", "CoreAudioAdditions", "RemoteMedia",
                "TestSupport", "TerminalScreen", "ToolSupport", "afplay",
            ],
            exclude: ["Snapshots"],
            swiftSettings: plain),
        // Tests of every layer against real clocks and servers, and those that wait for threads of ours: run one after
        // the other.
        .testTarget(
            name: "TimedTests",
            dependencies: [
                "AudioCore", "AudioDSP", "AudioDevices", "AudioIO", "AudioSession", "AudioToolbox", "AudioUnits",
                "AVFAudio", "AVFoundation", "CALSA", "CRealtime", "CameraDevices", "CoreAudioHeaders", "CoreMedia",
                "CoreVideo", "MediaPlayer", "MessageBus", "MusicLibrary",
                "NowPlaying", "PlaybackAndRecording", "RemoteControlEvents", "TestSupport",
                "metronome", "level-recorder", "radio", "effect-rack", "duplex-scope", "moving-source",
                "coreaudio-midi-server", "midimonitor", "midiplay", "midisynth", "picker-program", "session-program",
                "sound-program",
            ],
            exclude: ["Playback/Programs"],
            swiftSettings: plain),
    ]
)

// ThreadSanitizer's build has what its stage runs: the suites in which threads meet, and what they need.
if Context.environment["COREAUDIO_THREADS"] != nil {
    for target in package.targets where target.name == "TimedTests" {
        (target.path, target.exclude) = ("Tests/TimedTests/IO", [])
        target.dependencies = [
            "AudioCore", "AudioDevices", "AudioIO", "CRealtime", "CoreAudioHeaders", "TestSupport",
        ]
    }
    var needed: Set<String> = []
    var next = [
        "AudioCoreTests", "AudioFilesTests", "AudioIOTests", "AudioSessionTests", "AudioUnitsTests", "AVFAudioTests",
        "PlaybackAndRecordingTests", "TimedTests",
    ]
    while let name = next.popLast() {
        guard needed.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else {
            continue
        }
        for dependency in target.dependencies {
            if case .byNameItem(let name, _) = dependency { next.append(name) }
        }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products = []
    package.dependencies = []
}
