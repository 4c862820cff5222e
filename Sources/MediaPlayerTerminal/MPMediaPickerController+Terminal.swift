public import MediaPlayer
import TerminalScreen

extension MPMediaPickerController {
    /// Shows the picker on the whole screen of the terminal.
    ///
    /// The call returns at once: keys and changes of the library come on the main dispatch queue, which the program runs, for example by
    /// `RunLoop.main.run()`. The terminal is given back after ``dismiss(animated:completion:)``, and before SIGINT, SIGTERM or
    /// SIGHUP ends the program. The key `?` shows what the others do. Texts of the library cannot command the terminal.
    ///
    /// ```swift
    /// import Foundation
    /// import MediaPlayer
    /// import MediaPlayerTerminal
    ///
    /// @MainActor func choose(_ picker: MPMediaPickerController) {
    ///     if !picker.presentInTerminal() { print("this is no terminal") }
    /// }
    /// ```
    ///
    /// - Returns: false where standard input and standard output are no terminal that moves its cursor. Nothing is shown then, and the
    ///   delegate is not called.
    @MainActor public func presentInTerminal() -> Bool {
        let kind = TerminalKind.ofEnvironment
        guard Terminal.isThere, kind.movesCursor else { return false }
        _ = MediaPickerScreen(self, kind)
        return true
    }
}
