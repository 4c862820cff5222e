/// A number of items, such as frames.
public typealias CMItemCount = Int
/// The index of an item.
public typealias CMItemIndex = Int
