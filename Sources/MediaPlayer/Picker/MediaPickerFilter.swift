/// Which items a media picker shows.
struct MediaPickerFilter: Sendable {
    let types: MPMediaType
    /// Whether it shows items that are in the cloud alone.
    let hasCloud: Bool
    /// Whether it shows items that are protected from copying.
    let hasProtected: Bool

    /// A new query. The first of a program opens the library, which may take a while.
    func query(_ grouping: MPMediaGrouping) -> MPMediaQuery {
        let query = MPMediaQuery()
        query.groupingType = grouping
        func require(_ value: Any, _ property: String) {
            query.addFilterPredicate(MPMediaPropertyPredicate(value: value, forProperty: property))
        }
        if types != .any { require(types.rawValue, MPMediaItemPropertyMediaType) }
        if !hasCloud { require(false, MPMediaItemPropertyIsCloudItem) }
        if !hasProtected { require(false, MPMediaItemPropertyHasProtectedAsset) }
        return query
    }

    /// A new query for a list of the picker.
    func query(_ kind: MediaPickerKind) -> MPMediaQuery {
        let query = query(kind.grouping)
        if let type = kind.type {
            query.addFilterPredicate(
                MPMediaPropertyPredicate(value: type.rawValue, forProperty: MPMediaItemPropertyMediaType))
        }
        return query
    }
}
