import Foundation
import TestSupport
import Testing

/// Programs in C and C++ that use what a Mac's system has beside Core Audio, and codecs by themselves.
@Suite(.needsCompiler) struct SystemClientTests {
    /// Where the programs write.
    private let folder = ScratchFolder()

    @Test(arguments: Compiler.all) func writesTheLog(compiler: Compiler) throws {
        #expect(try compiler.buildAndRun("system/log.c", [folder.file("journal")]) == .success)
    }

    @Test(arguments: Compiler.all) func countsReferencesOfMedia(compiler: Compiler) throws {
        #expect(try compiler.buildAndRun("media.c") == .success)
    }

    @Test(arguments: Compiler.all) func locks(compiler: Compiler) throws {
        #expect(try compiler.buildAndRun("system/lock.c") == .success)
    }

    @Test(arguments: Compiler.all) func joinsWorkgroups(compiler: Compiler) throws {
        #expect(try compiler.buildAndRun("system/workgroup.c") == .success)
    }

    @Test(arguments: Compiler.all) func usesFileReferences(compiler: Compiler) throws {
        #expect(try compiler.buildAndRun("system/file-references.c", [folder.path]) == .success)
    }

    @Test(arguments: Compiler.all) func registersAComponentThatIsARoutine(compiler: Compiler) throws {
        #expect(try compiler.buildAndRun("system/old-component.c") == .success)
    }

    @Test(arguments: Compiler.all) func postsNotifications(compiler: Compiler) throws {
        #expect(try compiler.buildAndRun("system/notifications.c") == .success)
    }

    @Test(arguments: Compiler.all) func asksAMacsKernel(compiler: Compiler) throws {
        let run = try compiler.buildAndRun(
            "system/mac-calls.c", [folder.file("file")], package: "coreaudio-compat")
        #expect(run == .success)
    }

    @Test(arguments: Compiler.all) func asksAMacsClocks(compiler: Compiler) throws {
        #expect(try compiler.buildAndRun("system/mac-clocks.c", package: "coreaudio-compat") == .success)
    }

    @Test(arguments: Compiler.all) func encodesAndDecodesPacketByPacket(compiler: Compiler) throws {
        #expect(try compiler.buildAndRun("codecs.c") == .success)
    }

    /// Programs write a position with `%lld`, and compare it with `0LL`.
    @Test(arguments: Compiler.all) func positionsAreLongLong(compiler: Compiler) throws {
        let source = """
            #include <AudioToolbox/AudioToolbox.h>
            #include <stdio.h>
            #ifdef __cplusplus
            #include <algorithm>
            static SInt64 place(SInt64 position) { return std::max(position, 0LL); }
            #else
            static SInt64 place(SInt64 position) { return position > 0LL ? position : 0LL; }
            #endif
            int main(void) {
                SInt64 position = -5;
                long long *other = &position;
                return printf("%lld\\n", place(*other)) == 2 && sizeof position == 8 ? 0 : 1;
            }
            """
        _ = folder.write(Array(source.utf8), "client.c")
        let file = folder.file("client.c")
        #expect(try compiler.check(file, ["-Wformat", "-Werror"]) == .success)
    }

    /// GCC has no blocks: there a program can pass on blocks that another part has made.
    @Test(arguments: Compiler.all, [["-fblocks"], []]) func blocksHaveTypes(compiler: Compiler, options: [String])
        throws
    {
        guard compiler.isClang || options.isEmpty else { return }
        let source = """
            #include <AudioToolbox/AudioToolbox.h>
            #include <CoreAudio/CoreAudio.h>
            OSStatus listen(AudioObjectID object, dispatch_queue_t queue, AudioObjectPropertyListenerBlock block);
            OSStatus listen(AudioObjectID object, dispatch_queue_t queue, AudioObjectPropertyListenerBlock block) {
                AudioObjectPropertyAddress address = {kAudioDevicePropertyVoiceActivityDetectionEnable, 0, 0};
                return AudioObjectAddPropertyListenerBlock(object, &address, queue, block);
            }
            AudioDeviceIOBlock same(AudioDeviceIOBlock block);
            AudioDeviceIOBlock same(AudioDeviceIOBlock block) { return block; }
            AudioQueueOutputCallbackBlock output(AUParameterListenerBlock one, AudioQueueOutputCallbackBlock other);
            AudioQueueOutputCallbackBlock output(AUParameterListenerBlock one, AudioQueueOutputCallbackBlock other) {
                return one ? other : (AudioQueueOutputCallbackBlock)0;
            }
            """
        _ = folder.write(Array(source.utf8), "client.c")
        let file = folder.file("client.c")
        #expect(try compiler.check(file, options) == .success)
    }

    /// The header of the clock leaves the names of old types to programs.
    @Test(arguments: Compiler.all) func theClockBringsNoTypesOfQuickDraw(compiler: Compiler) throws {
        let source = """
            #include <mach/mach_time.h>
            typedef struct { double x, y; } Point;
            typedef struct { Point origin; } Rect;
            int main(void) {
                Rect rect = {{1, 2}};
                return mach_absolute_time() > 0 && rect.origin.y == 2 ? 0 : 1;
            }
            """
        _ = folder.write(Array(source.utf8), "client.c")
        #expect(try compiler.buildAndRun(folder.file("client.c"), package: "coreaudio-compat") == .success)
    }

    /// What the Mac's C++ library brings.
    @Test(arguments: Compiler.all.filter { $0.language != "c" }) func containersBringPointers(compiler: Compiler) throws
    {
        for header in ["algorithm", "functional", "map", "mutex", "thread", "vector"] {
            let source = "#include <\(header)>\nstd::unique_ptr<int> pointer(new int(1));\n"
            _ = folder.write(Array(source.utf8), "client.cpp")
            let file = folder.file("client.cpp")
            #expect(try compiler.check(file, [], package: "coreaudio-compat") == .success, "<\(header)>")
        }
    }
}

/// C targets of Swift packages that depend on this one.
@Suite struct CTargetTests {
    private let folder = ScratchFolder()

    /// A C target with this header, and no other flags than those of the package manager.
    private func target(_ name: String, _ header: String) throws -> String {
        let place = folder.file(name)
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        try header.write(toFile: place + "/\(name).h", atomically: true, encoding: .utf8)
        try "module \(name) { umbrella header \"\(name).h\" export * }\n".write(
            toFile: place + "/module.modulemap", atomically: true, encoding: .utf8)
        return place
    }

    /// Its sources find CoreFoundation and the versions of the system.
    @Test func sourcesCompile() throws {
        let source = """
            #include <Availability.h>
            #include <CoreFoundation/CFBase.h>
            #include <CoreFoundation/CoreFoundation.h>
            #include <AudioToolbox/AudioToolbox.h>
            #if __MAC_OS_X_VERSION_MAX_ALLOWED < 120000 || __MAC_OS_X_VERSION_MIN_REQUIRED < 120000
            #error the versions are unknown
            #endif
            API_AVAILABLE(macos(10.15)) Float64 twice(Float64 value, CFStringRef name);
            Float64 twice(Float64 value, CFStringRef name) { return name && __MAC_10_15 > 0 ? 2 * value : 0; }
            """
        _ = folder.write(Array(source.utf8), "client.c")
        let file = folder.file("client.c")
        for options in [["-fblocks"], []] {
            let result = try run(
                Compiler.toolchain + "/bin/clang",
                options + ["-I", SwiftCompiler.headers, "-Wall", "-Werror", "-fsyntax-only", file])
            #expect(result == .success)
        }
    }

    /// Swift imports a header that has AudioToolbox.h alone, and one that has CoreFoundation's umbrella too; CFURL stays unambiguous.
    @Test(arguments: [5, 6]) func swiftImportsThem(languageMode: Int) throws {
        let one = try target(
            "One",
            "#include <AudioToolbox/AudioToolbox.h>\nstatic inline Float64 twice(Float64 x) { return 2 * x; }\n"
                + "static inline CFURLRef same(CFURLRef url) { return url; }\n")
        let other = try target(
            "Other",
            "#include <CoreFoundation/CoreFoundation.h>\n#include <AudioToolbox/AudioToolbox.h>\n"
                + "static inline UInt32 count(CFStringRef text) { return text ? 1 : 0; }\n")
        let lines = [
            "import AudioToolbox", "import One", "import Other",
            "let url: CFURL = NSURL(fileURLWithPath: \"/sound.caf\")",
            "let text = \"text\" as CFString",
            "var file: AudioFileID?",
            "precondition(AudioFileOpenURL(url as CFURL, .readPermission, 0, &file) == kAudio_FileNotFoundError)",
            "precondition(twice(2) == 4 && text as String == \"text\")",
        ]
        _ = folder.write(Array(lines.joined(separator: "\n").utf8), "main.swift")
        let program = folder.file("main.swift")
        let build = try SwiftCompiler.build(
            [program], to: folder.file("client"), languageMode: languageMode, including: [one, other])
        #expect(build == .success)
        #expect(try run(folder.file("client"), []) == .success)
    }
}
