import SwiftSyntax

/// Whether the compiler takes the code under a condition of `#if` on Linux.
enum LinuxCondition {
    /// Modules that exist on Apple's systems alone.
    static let appleModules: Set<String> = [
        "ObjectiveC", "Darwin", "UIKit", "AppKit", "Cocoa", "SwiftUI", "WatchKit", "TVUIKit", "CarPlay",
        "CoreData", "CloudKit",
        "StoreKit", "WebKit", "SceneKit", "SpriteKit", "GameKit", "GameController", "CoreLocation", "CoreBluetooth",
        "CoreMotion",
        "CoreImage", "CoreText", "CoreAudioKit", "Metal", "MetalKit", "Photos", "PhotosUI", "MapKit", "Contacts",
        "EventKit", "Messages", "UserNotifications",
        "WidgetKit", "AppIntents", "Intents", "Cocoa", "Carbon", "IOKit", "ReplayKit", "Speech", "ShazamKit",
        "SoundAnalysis", "CoreML", "Vision",
        "ARKit", "RealityKit", "CallKit", "PushKit", "WatchConnectivity", "MultipeerConnectivity", "ExternalAccessory",
        "AudioUnitV3", "PencilKit",
    ]

    /// True, false, or nil where it depends on flags or modules that are not known here.
    static func value(of condition: ExprSyntax) -> Bool? {
        if let literal = condition.as(BooleanLiteralExprSyntax.self) {
            return literal.literal.tokenKind == .keyword(.true)
        }
        if let group = condition.as(TupleExprSyntax.self), group.elements.count == 1, let only = group.elements.first {
            return value(of: only.expression)
        }
        if let not = condition.as(PrefixOperatorExprSyntax.self), not.operator.text == "!" {
            return value(of: not.expression).map { !$0 }
        }
        if let call = condition.as(FunctionCallExprSyntax.self) { return value(ofCall: call) }
        if let sequence = condition.as(SequenceExprSyntax.self) { return value(ofSequence: Array(sequence.elements)) }
        return nil
    }

    private static func value(ofCall call: FunctionCallExprSyntax) -> Bool? {
        guard let argument = call.arguments.first?.expression.trimmedDescription else { return nil }
        switch call.calledExpression.trimmedDescription {
        case "os": return argument == "Linux"
        case "canImport":
            let module = String(argument.prefix { $0 != "." && $0 != "," })
            if ["Glibc", "Foundation", "FoundationNetworking", "FoundationXML", "Dispatch"].contains(module) {
                return true
            }
            return appleModules.contains(module) ? false : nil
        case "targetEnvironment": return false
        case "_runtime": return argument == "_Native"
        default: return nil
        }
    }

    /// `&&` binds more tightly than `||`.
    private static func value(ofSequence elements: [ExprSyntax]) -> Bool? {
        var alternatives: [[ExprSyntax]] = [[]]
        for element in elements {
            switch element.as(BinaryOperatorExprSyntax.self)?.operator.text {
            case "||": alternatives.append([])
            case "&&": break
            case nil: alternatives[alternatives.count - 1].append(element)
            default: return nil
            }
        }
        let values = alternatives.map { terms -> Bool? in
            let terms = terms.map(value(of:))
            if terms.contains(false) { return false }
            return terms.contains(nil) ? nil : true
        }
        if values.contains(true) { return true }
        return values.contains(nil) ? nil : false
    }

    /// The clauses that may be compiled on Linux.
    static func active(_ clauses: IfConfigClauseListSyntax) -> [IfConfigClauseSyntax] {
        var found: [IfConfigClauseSyntax] = []
        for clause in clauses {
            guard let condition = clause.condition else {
                found.append(clause)
                break
            }
            switch value(of: condition) {
            case true:
                found.append(clause)
                return found
            case false: continue
            case nil: found.append(clause)
            }
        }
        return found
    }
}
