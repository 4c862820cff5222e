import CAdwaita
import Foundation
import GTKSupport

// music-player [FILE | FOLDER]...   plays music files in a window; without arguments those of the user's music folder
//
// How it works: `PlayerModel`, a value, knows the songs and decides what a command does. `PlayerController` carries that out with an
// `AVAudioPlayer` and follows the program's `AVAudioSession`. `NowPlaying` shows the song at hand to the desktop and takes media keys.
// The pages show the model in widgets of GTK and libadwaita, and `MainQueue` joins GLib's main loop with the main dispatch queue, on
// which players call their delegates.

/// The program.
@main @MainActor enum MusicPlayer {
    private static let controller = PlayerController()
    private static var window: PlayerWindow?

    private static let help = """
        music-player [FILE | FOLDER]...   plays music files in a window; without arguments those of your music folder

        \(Shortcuts.help)
        """

    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.contains("--help") { return print(help) }
        g_set_application_name(Identity.name)
        MainQueue.attachToMainLoop()
        let application: UnsafeMutablePointer<AdwApplication> = adw_application_new(
            Identity.id, G_APPLICATION_NON_UNIQUE)
        connect(application, "activate") { open(application, Array(arguments)) }
        let status = g_application_run(
            UnsafeMutableRawPointer(application).assumingMemoryBound(to: GApplication.self), 0, nil)
        controller.stop()
        exit(status)
    }

    private static func open(_ application: UnsafeMutablePointer<AdwApplication>, _ arguments: [String]) {
        Style.use()
        gtk_window_set_default_icon_name(Identity.icon)
        controller.start()
        let window = PlayerWindow(application, controller)
        Self.window = window
        window.present()
        window.add(arguments.isEmpty ? [musicFolder] : arguments.map(URL.init(fileURLWithPath:)))
    }

    /// The folder that the desktop's settings name.
    private static var musicFolder: URL {
        guard let path = g_get_user_special_dir(G_USER_DIRECTORY_MUSIC) else {
            return FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent("Music")
        }
        return URL(fileURLWithPath: String(cString: path))
    }
}
