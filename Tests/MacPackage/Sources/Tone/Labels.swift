import Foundation

// On a Mac, Foundation brings Core Foundation's names as well: each is a class of Foundation here.

/// The labels of a tone, as functions of C take them.
public func labels(title: String, location: URL, seconds: Double) -> CFDictionary {
    let title: CFString = title as CFString
    let values: [AnyObject] = [title, location as CFURL, seconds as CFNumber]
    return zip(["title", "location", "seconds"], values).reduce(into: CFMutableDictionary()) { labels, pair in
        labels[pair.0] = pair.1
    }
}

public func title(in labels: CFDictionary) -> String? { labels["title"] as? CFString as String? }
