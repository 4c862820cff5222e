import Foundation

/// The selectors of all hardware properties in the installed headers.
package let hardwareSelectors: [UInt32] = {
    let folder = PrivateServer.projectRoot.appending(path: "Sources/CoreAudioHeaders/include/CoreAudio")
    let lines = ["AudioHardwareBase.h", "AudioHardware.h", "AudioHardwareDeprecated.h"].flatMap { name in
        (try? String(contentsOf: folder.appending(path: name), encoding: .utf8))?.split(separator: "\n") ?? []
    }
    let others = [
        "kAudioPlugInCreateAggregateDevice", "kAudioPlugInDestroyAggregateDevice", "kAudioDeviceProcessorOverload",
    ]
    let found = lines.compactMap { line -> UInt32? in
        let words = line.split(separator: " ")
        guard words.count > 2, words[0].contains("Property") || others.contains(String(words[0])), words[1] == "=",
            !words[0].contains("Scope"), !words[0].contains("Element") || words[0].contains("PropertyElement"),
            words[2].hasPrefix("0x")
        else { return nil }
        return UInt32(words[2].dropFirst(2).prefix(8), radix: 16)
    }
    return Set(found).subtracting([0, 0x2A2A_2A2A]).sorted()
}()
