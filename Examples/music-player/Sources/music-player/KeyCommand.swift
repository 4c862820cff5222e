import CAdwaita
import GTKSupport
import PlayerModel

/// What a key asks for in the player's window.
enum KeyCommand {
    case player(PlayerModel.Command)
    case back, search, quit

    private static let secondsToSkip = 5.0

    /// Nil for keys of the widget that has the focus: it presses the button with Space, moves the slider and chooses in the list with
    /// arrows, and types text.
    @MainActor init?(_ key: PressedKey, isList: Bool, focus: Widget?) {
        let held = key.modifiers.rawValue & Self.modifiers
        let isText = focus.map { Self.is($0, gtk_text_get_type()) } ?? false
        if held == GDK_CONTROL_MASK.rawValue {
            switch key.value {
            case GDK_KEY_f: self = .search
            case GDK_KEY_Left where isText, GDK_KEY_Right where isText: return nil
            case GDK_KEY_Left: self = .player(.previous)
            case GDK_KEY_Right: self = .player(.next)
            case GDK_KEY_q: self = .quit
            default: return nil
            }
            return
        }
        guard held == 0, !isText || key.value == GDK_KEY_Escape else { return nil }
        let isButton = focus.map { Self.is($0, gtk_button_get_type()) } ?? false
        let isSlider = focus.map { Self.is($0, gtk_range_get_type()) } ?? false
        switch key.value {
        case GDK_KEY_space where !isButton: self = .player(.toggle)
        case GDK_KEY_Left where !isSlider: self = .player(.skip(-Self.secondsToSkip))
        case GDK_KEY_Right where !isSlider: self = .player(.skip(Self.secondsToSkip))
        case GDK_KEY_Up where !isSlider && !isList: self = .player(.changeVolume(1))
        case GDK_KEY_Down where !isSlider && !isList: self = .player(.changeVolume(-1))
        case GDK_KEY_Escape: self = .back
        default: return nil
        }
    }

    private static let modifiers =
        GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SHIFT_MASK.rawValue | GDK_SUPER_MASK.rawValue

    private static func `is`(_ widget: Widget, _ type: GType) -> Bool {
        g_type_check_instance_is_a(UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self), type)
            != 0
    }
}
