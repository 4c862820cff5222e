import AudioCore
public import AudioToolbox
public import Foundation

/// Finds the audio units that are there: those of the system, then those that the program has registered.
///
/// Any thread may make any call.
open class AVAudioUnitComponentManager: NSObject, @unchecked Sendable {
    private static let one = AVAudioUnitComponentManager()

    /// The manager of the process.
    ///
    /// - Returns: always the same object.
    open class func shared() -> AVAudioUnitComponentManager { one }

    /// Creates another object that finds the same units as that of `shared()`.
    public override init() {
        super.init()
        // For observers that know the text of the name.
        _ = Self.registrationsChangedNotification
    }

    /// The set of components has changed.
    ///
    /// Posted in the default center, on the thread that registers a component. It has no object.
    public static let registrationsChangedNotification: NSNotification.Name = {
        let name = NSNotification.Name("AVAudioUnitComponentManagerRegistrationsChangedNotification")
        // Whoever observes the notification has asked for its name.
        let original = NSNotification.Name(String(describing: kAudioComponentRegistrationsChangedNotification))
        _ = NotificationCenter.default.addObserver(forName: original, object: nil, queue: nil) { _ in
            NotificationCenter.default.post(name: name, object: nil)
        }
        return name
    }()

    /// What the units are for, in the order of the alphabet.
    open var tagNames: [String] { Set(all.flatMap(\.allTagNames)).sorted() }

    /// The tags of the system, in the order of the alphabet. There are no translations here.
    open var standardLocalizedTagNames: [String] { UnitTags.all }

    // MARK: Searching

    /// Finds the units for which a predicate holds.
    ///
    /// Foundation evaluates predicates that are made of a block or a value, and compounds of those. It has no predicates of a format,
    /// such as "typeName == 'Effect'", but on Apple's systems.
    ///
    /// - Parameter predicate: evaluated with each `AVAudioUnitComponent`.
    /// - Returns: the units, in the order in which a search finds them.
    open func components(matching predicate: NSPredicate) -> [AVAudioUnitComponent] {
        all.filter { predicate.evaluate(with: $0) }
    }

    /// Finds the units for which a test returns true.
    ///
    /// - Parameter testHandler: gets a unit, and ends the search by setting the flag. The unit of that call counts, too.
    /// - Returns: the units, in the order in which a search finds them.
    open func components(
        passingTest testHandler: @escaping (AVAudioUnitComponent, UnsafeMutablePointer<ObjCBool>) -> Bool
    ) -> [AVAudioUnitComponent] {
        var (found, isEnd): ([AVAudioUnitComponent], ObjCBool) = ([], false)
        for component in all {
            if testHandler(component, &isEnd) { found.append(component) }
            if isEnd.boolValue { break }
        }
        return found
    }

    /// Finds the units that a description matches.
    ///
    /// - Parameter desc: a field of 0 matches all.
    /// - Returns: the units, in the order in which a search finds them.
    open func components(matching desc: AudioComponentDescription) -> [AVAudioUnitComponent] {
        var (wanted, found, last) = (desc, [AVAudioUnitComponent](), AudioComponent?.none)
        while let component = AudioComponentFindNext(last, &wanted) {
            last = component
            guard let one = AVAudioUnitComponent(component), !one.audioComponentDescription.isCodec else { continue }
            found.append(one)
        }
        return found
    }

    private var all: [AVAudioUnitComponent] { components(matching: AudioComponentDescription()) }
}
