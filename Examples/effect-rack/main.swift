// effect-rack FILE [-o OUTPUT] [EFFECT[=VALUE]...]
//
// Plays a file through a rack of effects, in the order in which they are named: crusher, lowpass, delay, reverb. VALUE is the
// effect's first parameter: the bits of the crusher, the frequency of the filter, the wet part of delay and reverb in percent.
// Without an EFFECT the rack has a crusher. With -o it plays nothing, and writes what it would play into a CAF file.
//
// `Rack` is a graph of audio units. `Crusher` is a unit of the program's own, and CrusherCalls.swift has its functions.
import AudioToolbox
import Foundation

func check(_ what: String, _ status: OSStatus) {
    guard status != noErr else { return }
    print("\(what) failed: \(status)")
    exit(1)
}

var words = Array(CommandLine.arguments.dropFirst())
var target: String?
if let option = words.firstIndex(of: "-o"), option + 1 < words.count {
    target = words[option + 1]
    words.removeSubrange(option...option + 1)
}
let slots = words.dropFirst().map(Rack.slot)
guard let path = words.first, !path.hasPrefix("-"), !slots.contains(where: { $0 == nil }) else {
    print("usage: effect-rack FILE [-o OUTPUT] [EFFECT[=VALUE]...]")
    print("effects: " + Rack.effects.map(\.name).joined(separator: " "))
    exit(1)
}

var opened: ExtAudioFileRef?
check("opening \(path)", ExtAudioFileOpenURL(URL(fileURLWithPath: path) as CFURL, &opened))
let rack = Rack(
    file: opened!, slots: slots.isEmpty ? [Rack.slot("crusher")!] : slots.compactMap { $0 }, plays: target == nil)
for line in rack.parameters { print(line) }
if let target {
    var written: ExtAudioFileRef?
    let url = URL(fileURLWithPath: target) as CFURL
    check(
        "making \(target)",
        ExtAudioFileCreateWithURL(
            url, kAudioFileCAFType, &rack.fileFormat, nil, AudioFileFlags.eraseFile.rawValue, &written))
    rack.render(into: written!)
    check("closing \(target)", ExtAudioFileDispose(written!))
} else {
    rack.play()
}
rack.close()
check("closing \(path)", ExtAudioFileDispose(opened!))
