import AudioCore

// What programs set one by one. What stays is that of the moment of the change: two threads may set a category and a mode at once.

extension SessionCenter {
    /// Sets a category with options. The mode stays where it suits them, and is the standard one else.
    ///
    /// - Throws: as `SessionSetting.init` and `set`.
    package func set(_ category: SessionCategory, options: SessionOptions) throws(AudioError) {
        try update { now throws(AudioError) in
            if let kept = try? SessionSetting(category, mode: now.mode, options: options) { return kept }
            return try SessionSetting(category, options: options)
        }
    }

    /// Sets the mode, and leaves the category with what was asked for.
    ///
    /// - Throws: as `SessionSetting.init` and `set`.
    package func set(_ mode: SessionMode) throws(AudioError) {
        try update { now throws(AudioError) in
            try SessionSetting(now.category, mode: mode, options: now.asked, policy: now.policy)
        }
    }

    /// Adds options, or takes them away.
    ///
    /// - Throws: as `SessionSetting.init` and `set`.
    package func set(_ options: SessionOptions, _ isOn: Bool) throws(AudioError) {
        try update { now throws(AudioError) in
            try SessionSetting(
                now.category, mode: now.mode, options: isOn ? now.asked.union(options) : now.asked.subtracting(options),
                policy: now.policy)
        }
    }

    /// Takes a setting that follows from the present one.
    private func update(_ new: (SessionSetting) throws(AudioError) -> SessionSetting) throws(AudioError) {
        // Nobody learns of the session by what is refused.
        _ = try new(setting)
        becomeKnown()
        var (before, after) = (setting.mode, setting.mode)
        try change { state throws(AudioError) in
            let setting = try new(state.session.setting)
            (before, after) = (state.session.setting.mode, setting.mode)
            return try state.session.set(setting)
        }
        if before.isConversation != after.isConversation { applyWishes() }
    }
}
