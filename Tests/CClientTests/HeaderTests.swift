import Foundation
import TestSupport
import Testing

/// The installed headers, each alone and in every language mode, with the flags of pkg-config and nothing more.
@Suite(.needsCompiler) struct HeaderTests {
    /// Modes that programs are built in, of each compiler that is here.
    static let modes: [Compiler] = {
        let c = ["c99", "gnu99", "c11", "gnu11", "c17", "gnu17"]
        let cxx = ["c++11", "gnu++11", "c++14", "gnu++14", "c++17", "gnu++17", "c++20", "gnu++20"]
        return Compiler.modes("gcc", "c", c) + Compiler.modes("g++", "c++", cxx)
            + [false, true].flatMap {
                Compiler.modes("clang", "c", c, blocks: $0) + Compiler.modes("clang++", "c++", cxx, blocks: $0)
            }
    }()

    /// Headers that a program for the Mac may include first. The other headers are found in the folders.
    static let umbrellas = [
        "AudioToolbox/AudioToolbox.h", "AudioUnit/AudioUnit.h", "Availability.h", "AvailabilityMacros.h", "Block.h",
        "CoreAudio/CoreAudio.h", "CoreAudioTypes/CoreAudioTypes.h", "CoreFoundation/CoreFoundation.h",
        "CoreMedia/CoreMedia.h",
        "ApplicationServices/ApplicationServices.h", "CoreServices/CoreServices.h", "MacTypes.h",
        "TargetConditionals.h",
        "dispatch/dispatch.h", "mach/mach_time.h", "os/availability.h", "os/lock.h", "os/log.h", "os/signpost.h",
        "os/workgroup.h",
    ]

    @Test(arguments: modes) func eachCompilesAlone(mode: Compiler) throws {
        for header in Self.umbrellas {
            let run = try mode.check(including: [header])
            #expect(run == .success, "<\(header)>")
        }
    }

    /// Each header is the first include of a program, so that one that depends on another's includes fails.
    @Test(arguments: Compiler.all) func everyHeaderOfOursCompilesAlone(compiler: Compiler) throws {
        let headers = try Self.headers([
            "AudioToolbox", "AudioUnit", "CarbonCore", "CoreAudio", "CoreAudioTypes", "CoreMIDI", "CoreMedia",
        ])
        #expect(headers.count > 30)
        for header in headers {
            let run = try compiler.check(including: [header])
            #expect(run == .success, "<\(header)>")
        }
    }

    @Test(arguments: Compiler.all) func everyCompatibleHeaderCompilesAlone(compiler: Compiler) throws {
        let headers = [
            "AssertMacros.h", "libkern/OSAtomic.h", "libkern/OSByteOrder.h", "libkern/OSTypes.h", "machine/endian.h",
            "mach/mach.h", "mach/mach_error.h", "mach/vm_map.h", "string.h", "stdlib.h", "sys/cdefs.h", "features.h",
            "CoreServices/CoreServices.h", "fcntl.h", "pthread.h", "sys/stat.h", "sys/sysctl.h", "mach/thread_act.h",
            "mach/clock.h", "mach/clock_types.h", "mach/mach_host.h", "mach/mach_init.h", "mach/mach_port.h",
            "pthread/qos.h", "sys/qos.h", "time.h",
        ]
        for header in headers {
            let run = try compiler.check(including: [header], package: "coreaudio-compat")
            #expect(run == .success, "<\(header)>")
        }
    }

    /// All at once, in two orders, and as clang reads headers that belong to modules.
    @Test(arguments: Compiler.all) func headersCompileTogether(compiler: Compiler) throws {
        #expect(try compiler.check(including: Self.umbrellas) == .success)
        #expect(try compiler.check(including: Self.umbrellas.reversed()) == .success)
        if compiler.isClang {
            #expect(try compiler.check(including: Self.umbrellas, ["-fmodules"]) == .success)
        }
    }

    @Test(arguments: Compiler.all) func warningsOfTheStrictestProgramAreItsOwn(compiler: Compiler) throws {
        var options = ["-Wall", "-Wextra", "-pedantic", "-Werror"]
        if compiler.isClang { options.append("-Weverything") }
        #expect(try compiler.check(including: Self.umbrellas, options) == .success)
    }

    @Test(arguments: Compiler.all, [["-DLATE"], []])
    func umbrellasBringWhatTheMacsBring(compiler: Compiler, options: [String]) throws {
        #expect(try compiler.buildAndRun("umbrella.c", options: options) == .success)
    }

    @Test(arguments: Compiler.all) func structuresOfFilesHaveNoGaps(compiler: Compiler) throws {
        #expect(try compiler.buildAndRun("caf-layout.c") == .success)
    }

    @Test(arguments: Compiler.all) func whatLinuxLacksIsThere(compiler: Compiler) throws {
        #expect(try compiler.buildAndRun("compat.c", package: "coreaudio-compat") == .success)
    }

    /// A Mac's headers of C declare all that they have in the strict modes too.
    @Test(arguments: ["gcc", "clang"].flatMap { Compiler.modes($0, "c", ["c99", "c11"]) })
    func strictModesHideNothing(compiler: Compiler) throws {
        let folder = ScratchFolder()
        let source = """
            #include <AudioToolbox/AudioToolbox.h>
            #include <math.h>
            #include <string.h>
            #include <unistd.h>
            double angle(const char *text);
            double angle(const char *text) {
                char *copy = strdup(text);
                usleep(1000);
                free(copy);
                return 2 * M_PI;
            }
            """
        _ = folder.write(Array(source.utf8), "client.c")
        #expect(try compiler.check(folder.file("client.c"), [], package: "coreaudio-compat") == .success)
    }

    /// Programs for Linux, too, ask for all names before their first header, each in its way.
    @Test(
        arguments: ["gcc", "clang"].flatMap { Compiler.modes($0, "c", ["c99", "gnu11"]) },
        ["_DEFAULT_SOURCE", "_DEFAULT_SOURCE 1", "_GNU_SOURCE", "_POSIX_C_SOURCE 200809L"])
    func programsMayAskForAllNames(compiler: Compiler, macro: String) throws {
        let folder = ScratchFolder()
        let source = """
            #define \(macro)
            #include <unistd.h>
            #include <AudioToolbox/AudioToolbox.h>
            void pause_briefly(void);
            void pause_briefly(void) { usleep(1000); }
            """
        _ = folder.write(Array(source.utf8), "client.c")
        #expect(try compiler.check(folder.file("client.c"), ["-Werror"], package: "coreaudio-compat") == .success)
    }

    /// Ring buffers for Core Audio have their bytes twice in memory, one behind the other.
    @Test(arguments: Compiler.all + beforeCxx11 + beforeC99)
    func memoryCanBeHadASecondTime(compiler: Compiler) throws {
        #expect(try compiler.buildAndRun("memory.c", package: "coreaudio-compat") == .success)
    }

    /// C++ before 2011 has no default arguments for templates of functions.
    @Test(arguments: beforeCxx11) func programsOfOldCxxHaveIt(compiler: Compiler) throws {
        #expect(try compiler.check(including: Self.umbrellas) == .success)
        #expect(try compiler.buildAndRun("compat.c", package: "coreaudio-compat") == .success)
        #expect(try compiler.buildAndRun("own-strings.c", ["ab"], package: "coreaudio-compat") == .success)
    }

    static let beforeCxx11 =
        Compiler.modes("g++", "c++", ["gnu++98"]) + Compiler.modes("clang++", "c++", ["gnu++98"])

    /// C before 1999 has no `inline`, and its strictest mode none of the extensions.
    @Test(arguments: ["gcc", "clang"].flatMap { Compiler.modes($0, "c", ["gnu89", "c89"]) })
    func headersCompileAsOldC(compiler: Compiler) throws {
        let compatible = [
            "AssertMacros.h", "libkern/OSAtomic.h", "libkern/OSByteOrder.h", "mach/mach.h", "stdlib.h", "fcntl.h",
            "pthread.h", "sys/sysctl.h", "mach/clock.h", "pthread/qos.h", "time.h",
        ]
        let headers = Self.umbrellas + compatible
        #expect(try compiler.check(including: headers, ["-pedantic"], package: "coreaudio-compat") == .success)
    }

    /// What came with AudioToolbox's umbrella until macOS 10.5, and headers that Apple has removed since.
    @Test(arguments: Compiler.all + beforeCxx11 + beforeC99) func oldNamesAreThere(compiler: Compiler) throws {
        let run = try compiler.buildAndRun(
            "old-names.c", environment: ["COREAUDIO_BACKEND": "null"], package: "coreaudio-compat")
        #expect(run == .success)
    }

    static let beforeC99 = Compiler.modes("gcc", "c", ["gnu89"]) + Compiler.modes("clang", "c", ["gnu89"])

    @Test(arguments: Compiler.all + beforeCxx11 + beforeC99)
    func stringsOfSourceCodeAreConstants(compiler: Compiler) throws {
        #expect(try compiler.buildAndRun("constant-strings.c") == .success)
    }

    /// The macro for strings is an extension, which the strictest program does not notice.
    @Test(arguments: Compiler.all) func stringsOfSourceCodeGiveNoWarnings(compiler: Compiler) throws {
        #expect(try compiler.check("constant-strings.c", ["-pedantic"]) == .success)
    }

    /// Programs name CarbonCore's headers by a path through the folders of frameworks, or by a place in CoreServices.
    @Test(arguments: Compiler.all) func headersOfCarbonCoreHaveTheirOtherPlaces(compiler: Compiler) throws {
        let folders = [
            "CoreServices/../Frameworks/CarbonCore.framework/Headers", "CoreServices/CarbonCore", "CarbonCore",
        ]
        let names = ["Components", "ConditionalMacros", "Endian", "MacErrors", "MacTypes"]
        let headers = folders.flatMap { folder in names.map { "\(folder)/\($0).h" } }
        for header in headers { #expect(try compiler.check(including: [header]) == .success, "<\(header)>") }
        #expect(try compiler.check(including: headers) == .success)
    }

    /// As on the Mac, these headers bring C's: programs that include one alone call memcpy, log10 and malloc.
    @Test(
        arguments: Compiler.all,
        [
            "AudioToolbox/AudioUnitProperties.h", "AudioToolbox/AudioUnitUtilities.h", "AudioToolbox/AudioToolbox.h",
            "AudioToolbox/AudioFile.h", "AudioToolbox/AudioQueue.h", "AudioToolbox/AudioServices.h",
            "AudioToolbox/ExtendedAudioFile.h", "CoreAudio/AudioHardware.h", "CoreAudio/CoreAudio.h",
        ])
    func headersBringThoseOfC(compiler: Compiler, header: String) throws {
        let folder = ScratchFolder()
        let source = """
            #include <\(header)>
            double level(double gain);
            double level(double gain) {
                double *copy = (double *)malloc(sizeof gain);
                memcpy(copy, &gain, sizeof gain);
                gain = 20 * log10(*copy) / RAND_MAX;
                free(copy);
                return gain;
            }
            """
        _ = folder.write(Array(source.utf8), "client.c")
        #expect(try compiler.check(folder.file("client.c"), []) == .success)
    }

    /// Programs use queues that include CoreFoundation alone, or a header of audio units, without blocks too.
    @Test(arguments: Compiler.all, ["CoreFoundation/CoreFoundation.h", "AudioUnit/AudioUnit.h"])
    func umbrellasBringQueues(compiler: Compiler, header: String) throws {
        let folder = ScratchFolder()
        let source = """
            #include <\(header)>
            void later(dispatch_queue_t queue, dispatch_function_t work);
            void later(dispatch_queue_t queue, dispatch_function_t work) { dispatch_async_f(queue, NULL, work); }
            """
        _ = folder.write(Array(source.utf8), "client.c")
        #expect(try compiler.check(folder.file("client.c"), []) == .success)
    }

    /// A program's own functions with these names are the ones that it calls.
    @Test(arguments: Compiler.all) func whatAProgramBringsIsItsOwn(compiler: Compiler) throws {
        #expect(try compiler.buildAndRun("own-strings.c", ["ab"], package: "coreaudio-compat") == .success)
    }

    /// A client may have its own `CoreAudioTypes.h`, in a folder `CoreAudio` too, and ours is still found.
    @Test(arguments: Compiler.all) func aClientsOwnHeaderIsNotMistaken(compiler: Compiler) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("own-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let own = """
            #ifndef CoreAudioTypes_h
            #define CoreAudioTypes_h
            typedef int OwnType;
            #endif
            """
        let source = """
            #include "CoreAudioTypes.h"
            #include <AudioToolbox/AudioToolbox.h>
            OwnType own(AudioStreamBasicDescription format);
            OwnType own(AudioStreamBasicDescription format) { return (OwnType)format.mChannelsPerFrame; }
            """
        let inner = folder.appending(path: "CoreAudio")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        for place in [folder, inner] {
            try own.write(to: place.appending(path: "CoreAudioTypes.h"), atomically: true, encoding: .utf8)
        }
        let client = folder.appending(path: "client.c")
        try source.write(to: client, atomically: true, encoding: .utf8)
        #expect(try compiler.check(client.path, ["-I", folder.path]) == .success)
    }

    /// Constants are enumerators: a C++ program may declare the same names in a namespace of its own.
    @Test func constantsAreNoMacros() throws {
        let macros = /#\s*define\s+(k[A-Z]\w+)\s+(?!"|(?:__extension__ )?CFSTR)\S/
        for header in try Self.headers(["AudioToolbox", "CoreAudio", "CoreAudioTypes"]) {
            let text = try String(contentsOfFile: Compiler.headers + "/" + header, encoding: .utf8)
            let names = text.matches(of: macros).map { String($0.1) }.filter { $0 != "kAudioUnitSampleFractionBits" }
            #expect(names == [], "<\(header)>")
        }
    }

    static func headers(_ folders: [String]) throws -> [String] {
        try folders.flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: Compiler.headers + "/" + folder)
                .filter { $0.hasSuffix(".h") }.sorted().map { folder + "/" + $0 }
        }
    }
}
