// duplex-scope [--seconds N] [--cutoff HERTZ] [--volume 0...1]
//
// Plays what the microphone hears, through a low-pass filter, and shows it: its wave and its spectrum. Use headphones, because
// loudspeakers near the microphone whistle. In a terminal it draws on the whole screen, elsewhere it prints four lines a second,
// until N seconds are over or it is interrupted.
//
// `Duplex` is the chain of audio units. `History` has the newest samples, `Spectrum` their frequencies, `Picture` makes rows of
// characters of both, and `Screen` shows them. The audio thread only copies samples; all else is the main thread's.
import AudioToolbox
import Foundation

func check(_ what: String, _ status: OSStatus) {
    guard status != noErr else { return }
    print("\(what) failed: \(status)")
    exit(1)
}

/// The values of the options, or nil where one is wrong.
func options(_ words: ArraySlice<String>) -> (seconds: Double, cutoff: Float, volume: Float)? {
    let words = Array(words)
    guard words.count % 2 == 0 else { return nil }
    var values = ["--seconds": Double.infinity, "--cutoff": 4000, "--volume": 0.5]
    let ranges = ["--seconds": 0...Double.infinity, "--cutoff": 10...20_000, "--volume": 0...1]
    for index in stride(from: 0, to: words.count, by: 2) {
        guard let value = Double(words[index + 1]), ranges[words[index]]?.contains(value) == true else { return nil }
        values[words[index]] = value
    }
    return (values["--seconds"]!, Float(values["--cutoff"]!), Float(values["--volume"]!))
}

guard let options = options(CommandLine.arguments.dropFirst()) else {
    print("usage: duplex-scope [--seconds N] [--cutoff HERTZ] [--volume 0...1]")
    exit(1)
}

let stopping = DispatchSemaphore(value: 0)
let signals = [SIGINT, SIGTERM, SIGHUP].map { number in
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler { stopping.signal() }
    source.resume()
    return source
}

let duplex = Duplex(cutoff: options.cutoff, volume: options.volume)
let spectrum = Spectrum(frames: 2048)
duplex.start()
let screen = Screen()
let start = DispatchTime.now()

/// Seconds since the start.
func now() -> Double { Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e9 }

var isOver = false
while !isOver {
    let pause = min(screen == nil ? 0.25 : 0.04, max(0, options.seconds - now()))
    isOver = stopping.wait(timeout: .now() + pause) == .success || now() >= options.seconds
    let samples = duplex.history.newest(spectrum.frames)
    let sound = Sound(
        time: now(), samples: samples, decibels: spectrum.decibels(of: samples), sampleRate: duplex.sampleRate)
    if let screen {
        let (columns, rows) = screen.size
        screen.show(Picture(columns: columns, rows: rows, usesBlocks: screen.hasUnicode).rows(of: sound))
    } else {
        print(sound.summary)
        fflush(nil)
    }
}
screen?.restore()
duplex.stop()
withExtendedLifetime(signals) {}
