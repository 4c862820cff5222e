import CAudioToolbox
import CoreAudioTypes

/// A check of the contract between units and hosts.
package struct UnitCheck: Sendable {
    package enum Outcome: Equatable, Sendable {
        case passed
        /// The unit has nothing that the check applies to.
        case skipped(String)
        case failed(String)
    }

    package let name: String
    /// Throws where the unit breaks the contract. Returns why the check does not apply; nil where the unit passes.
    let body: @Sendable (AudioComponent) throws(CheckFailure) -> String?

    init(_ name: String, _ body: @escaping @Sendable (AudioComponent) throws(CheckFailure) -> String?) {
        (self.name, self.body) = (name, body)
    }

    /// Makes instances of a component and checks them.
    package func run(_ component: AudioComponent) -> Outcome {
        do throws(CheckFailure) {
            return try body(component).map { .skipped($0) } ?? .passed
        } catch { return .failed(error.text) }
    }

    /// All checks, in the order of a report.
    package static let all: [UnitCheck] =
        propertyChecks + accessChecks + parameterChecks + formatChecks + frozenFormatChecks + lifeChecks + renderChecks
        + renderRuleChecks + contractChecks + argumentChecks + sliceChecks + stateChecks
}

extension UnitCheck {
    /// A check that needs a unit that can be rendered by hand.
    static func rendering(
        _ name: String, _ body: @escaping @Sendable (AudioComponent) throws(CheckFailure) -> String?
    ) -> UnitCheck {
        UnitCheck(name) { (component) throws(CheckFailure) in
            let tested = try TestedUnit(component)
            guard !tested.isDevice else { return "the unit plays on a device" }
            guard tested.count(kAudioUnitScope_Output) > 0 else { return "the unit has no output" }
            try tested.expectRoom()
            return try body(component)
        }
    }
}
