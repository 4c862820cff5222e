import AudioDevices

/// Who a player is.
package struct PlayerIdentity: Sendable, Equatable {
    /// For people.
    package var name: String
    /// The name of the program's .desktop file, without its ending.
    package var desktopEntry: String

    package init(name: String, desktopEntry: String) { (self.name, self.desktopEntry) = (name, desktopEntry) }

    /// The program that runs, as sound servers list it, too. Reads files of the system.
    package static var program: PlayerIdentity {
        let program = ProgramIdentity.present
        return PlayerIdentity(name: program.name, desktopEntry: program.id)
    }

    /// The element for the player in names of the bus: letters, digits and underscores, not a digit first.
    var element: String {
        let letters = desktopEntry.unicodeScalars.map { scalar -> Character in
            scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                ? Character(scalar) : "_"
        }
        let text = String(letters.prefix(100))
        guard let first = text.first else { return "player" }
        return first.isNumber ? "_" + text : text
    }
}
