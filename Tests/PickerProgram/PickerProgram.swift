import Foundation
import MediaPlayer
import MediaPlayerTerminal

// A program that lets its user choose music in a terminal, for tests: `picker-program [several]`. It prints what was picked, and then
// the lines that it reads, until their end.

/// Prints what was picked, after the screen is gone.
@MainActor final class Chooser: NSObject, MPMediaPickerControllerDelegate {
    func mediaPicker(_ mediaPicker: MPMediaPickerController, didPickMediaItems items: MPMediaItemCollection) {
        mediaPicker.dismiss(animated: false)
        end("picked " + items.items.map { $0.title ?? "" }.joined(separator: "+"))
    }

    func mediaPickerDidCancel(_ mediaPicker: MPMediaPickerController) {
        mediaPicker.dismiss(animated: false)
        end("cancelled")
    }

    private func end(_ line: String) {
        print(line)
        while let line = readLine() { print("read \(line)") }
        exit(0)
    }
}

let chooser = Chooser()
let picker = MPMediaPickerController(mediaTypes: .music)
picker.allowsPickingMultipleItems = CommandLine.arguments.dropFirst().first == "several"
picker.prompt = "Songs for the journey"
picker.delegate = chooser
if !picker.presentInTerminal() {
    print("no terminal")
    exit(1)
}
RunLoop.main.run()
