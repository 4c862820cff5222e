/// Finds parameters by scope, element and identifier.
///
/// A unit has the same few parameters for each of many elements, one after the other: a search goes over the few runs, and not over
/// all the parameters.
struct ParameterPlaces: BitwiseCopyable {
    /// Parameters of one identifier and scope, for elements that follow one another.
    private struct Run: BitwiseCopyable {
        let id: UInt32
        let scope: UInt32
        let element: UInt32
        let index: Int
        var count = 1

        /// Whether a parameter follows the last one.
        func isFollowed(by parameter: RenderParameter, _ index: Int) -> Bool {
            parameter.id == id && parameter.scope == scope && Int(parameter.element) == Int(element) + count
                && index == self.index + count
        }

        /// Whether a parameter is one of the run.
        @_noLocks func holds(_ scope: UInt32, _ element: UInt32, _ id: UInt32) -> Bool {
            self.id == id && self.scope == scope && element >= self.element && Int(element - self.element) < count
        }

        /// Whether the run begins after a parameter.
        @_noLocks func isBehind(_ scope: UInt32, _ element: UInt32, _ id: UInt32) -> Bool {
            if self.id != id { return self.id > id }
            if self.scope != scope { return self.scope > scope }
            return self.element > element
        }
    }

    /// In the order of identifiers, scopes and elements.
    private let runs: UnsafeMutablePointer<Run>
    private let count: Int

    init(_ list: [RenderParameter]) {
        func key(_ index: Int) -> (UInt32, UInt32, UInt32, Int) {
            (list[index].id, list[index].scope, list[index].element, index)
        }
        var made: [Run] = []
        for index in list.indices.sorted(by: { key($0) < key($1) }) {
            let parameter = list[index]
            if let last = made.last {
                // The first of two that are the same counts.
                if last.holds(parameter.scope, parameter.element, parameter.id) { continue }
                if last.isFollowed(by: parameter, index) {
                    made[made.count - 1].count += 1
                    continue
                }
            }
            made.append(Run(id: parameter.id, scope: parameter.scope, element: parameter.element, index: index))
        }
        count = made.count
        runs = .allocate(capacity: max(1, made.count))
        runs.initialize(from: made, count: made.count)
    }

    func deallocate() { runs.deallocate() }

    /// The place of a parameter in the list; nil where there is none. Real-time safe.
    @_noLocks func place(scope: UInt32, element: UInt32, id: UInt32) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].isBehind(scope, element, id) { high = middle } else { low = middle + 1 }
        }
        guard low > 0, runs[low - 1].holds(scope, element, id) else { return nil }
        return runs[low - 1].index + Int(element - runs[low - 1].element)
    }
}
