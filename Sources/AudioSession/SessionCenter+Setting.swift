import AudioCore

// What programs set one by one.

extension SessionCenter {
    /// Sets a category with options. The mode stays where it suits them, and is the standard one else.
    ///
    /// - Throws: as `SessionSetting.init` and `set`.
    package func set(_ category: SessionCategory, options: SessionOptions) throws(AudioError) {
        if let kept = try? SessionSetting(category, mode: setting.mode, options: options) { return try set(kept) }
        try set(SessionSetting(category, options: options))
    }

    /// Sets the mode, and leaves the category with what was asked for.
    ///
    /// - Throws: as `SessionSetting.init` and `set`.
    package func set(_ mode: SessionMode) throws(AudioError) {
        let now = setting
        try set(SessionSetting(now.category, mode: mode, options: now.asked, policy: now.policy))
    }

    /// Adds options, or takes them away.
    ///
    /// - Throws: as `SessionSetting.init` and `set`.
    package func set(_ options: SessionOptions, _ isOn: Bool) throws(AudioError) {
        let now = setting
        try set(
            SessionSetting(
                now.category, mode: now.mode, options: isOn ? now.asked.union(options) : now.asked.subtracting(options),
                policy: now.policy))
    }
}
