#ifndef AudioToolbox_AUGraph_h
#define AudioToolbox_AUGraph_h

// Graphs of audio units: nodes, what connects them, and the output unit that they are rendered for.

#include <AudioToolbox/AUComponent.h>
#include <AudioToolbox/AudioUnitProperties.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call these functions on any thread. They allocate memory, and are not real-time safe. A callback of the graph's units
// may call them: `AUGraphUpdate` fails there without `outIsUpdated`, because it would wait for the callback's own end.
// One thread at a time opens, initializes, updates or closes a graph or one within it, and others wait for it; no lock is held
// while a callback of the client runs.

// MARK: Types

/// A graph of audio units.
typedef struct OpaqueAUGraph *AUGraph;
/// A node of a graph.
typedef SInt32 AUNode;

/// Statuses of graphs.
CF_ENUM(OSStatus) {
    kAUGraphErr_NodeNotFound = -10860,
    kAUGraphErr_InvalidConnection = -10861,
    kAUGraphErr_OutputNodeErr = -10862,
    kAUGraphErr_CannotDoInCurrentContext = -10863,
    kAUGraphErr_InvalidAudioUnit = -10864
};

/// Statuses of Apple's music players and sequences, for programs that name the statuses they print. This library has neither, and
/// none of its calls returns one of these, except -10863, which is also a status of graphs.
CF_ENUM(OSStatus) {
    kAudioToolboxErr_InvalidSequenceType = -10846,
    kAudioToolboxErr_InvalidPlayerState = -10852,
    kAudioToolboxErr_InvalidEventType = -10853,
    kAudioToolboxErr_NoSequence = -10854,
    kAudioToolboxErr_IllegalTrackDestination = -10855,
    kAudioToolboxErr_StartOfTrack = -10856,
    kAudioToolboxErr_EndOfTrack = -10857,
    kAudioToolboxErr_TrackNotFound = -10858,
    kAudioToolboxErr_TrackIndexError = -10859,
    kAudioToolboxErr_CannotDoInCurrentContext = -10863,
    kAudioToolboxError_NoTrackDestination = -66720
};

/// Kinds of interactions: an input is connected to another node, or a callback fills it.
CF_ENUM(UInt32) {
    kAUNodeInteraction_Connection = 1,
    kAUNodeInteraction_InputCallback = 2
};

/// A connection between two nodes.
struct AudioUnitNodeConnection {
    /// The node whose frames are taken.
    AUNode sourceNode;
    /// Its output.
    UInt32 sourceOutputNumber;
    /// The node that gets the frames.
    AUNode destNode;
    /// Its input.
    UInt32 destInputNumber;
};
typedef struct AudioUnitNodeConnection AudioUnitNodeConnection;
/// The same.
typedef struct AudioUnitNodeConnection AUNodeConnection;

/// A callback that fills an input of a node.
struct AUNodeRenderCallback {
    /// The node that gets the frames.
    AUNode destNode;
    /// Its input.
    AudioUnitElement destInputNumber;
    /// The callback.
    AURenderCallbackStruct cback;
};
typedef struct AUNodeRenderCallback AUNodeRenderCallback;

/// What gives an input of a node its frames.
struct AUNodeInteraction {
    /// `kAUNodeInteraction_…`, which says which part of `nodeInteraction` holds.
    UInt32 nodeInteractionType;
    /// The connection or the callback, as `nodeInteractionType` says.
    union {
        /// A connection to another node.
        AUNodeConnection connection;
        /// A callback.
        AUNodeRenderCallback inputCallback;
    } nodeInteraction;
};
typedef struct AUNodeInteraction AUNodeInteraction;

// MARK: Life

/// Makes a graph without nodes.
///
/// - Parameter outGraph: on return the graph; NULL on an error. The client disposes of it.
/// - Returns: `noErr`; `kAudio_ParamError` (-50): `outGraph` is NULL; `kAudio_MemFullError`: there are too many graphs.
CF_EXPORT OSStatus NewAUGraph(AUGraph _Nullable *_Nonnull outGraph);

/// Stops and closes a graph, and frees it, with the graphs within it.
///
/// - Parameter inGraph: the graph.
/// - Returns: `noErr`; `kAudio_ParamError` (-50): there is no such graph, or it is within another, which disposes of it.
CF_EXPORT OSStatus DisposeAUGraph(AUGraph inGraph);

/// Makes the units of a graph's nodes, and opens the graphs within it. Nodes that are added later get theirs at once.
///
/// - Parameter inGraph: the graph.
/// - Returns: `noErr`, also for an open graph; `kAUGraphErr_InvalidAudioUnit`: there is no component for a node, and no unit was
/// made; `kAudio_ParamError` (-50): there is no such graph; the status of a unit that cannot be made.
CF_EXPORT OSStatus AUGraphOpen(AUGraph inGraph);

/// Stops a graph, and disposes of its units, with those of the graphs within it. The nodes and their interactions stay.
///
/// - Parameter inGraph: the graph.
/// - Returns: `noErr`; `kAUGraphErr_CannotDoInCurrentContext`: a listener of the graph's units makes the call while the graph is
/// being changed; `kAudio_ParamError` (-50): there is no such graph, or it is within another that is open.
CF_EXPORT OSStatus AUGraphClose(AUGraph inGraph);

/// Connects the units of an open graph, and initializes those that have an interaction. The others are initialized when
/// an update gives them one. The same is done in the graphs within it.
///
/// A connection gives the input the format of the output that it comes from. Sources come first, so that a format goes all
/// the way to the output unit. Set formats of units between `AUGraphOpen` and this call.
///
/// - Parameter inGraph: the graph.
/// - Returns: `noErr`, also for an initialized graph; `kAUGraphErr_InvalidAudioUnit`: the graph is not open;
/// `kAUGraphErr_OutputNodeErr`: a node that has an interaction is a graph without an output unit;
/// `kAudioUnitErr_FormatNotSupported`: an input does not take the format of its source; `kAudio_ParamError` (-50): there is no
/// such graph; the status of a unit that refuses its source or cannot be initialized. After an error no unit is initialized.
CF_EXPORT OSStatus AUGraphInitialize(AUGraph inGraph);

/// Stops a graph, and uninitializes its units and those of the graphs within it.
///
/// - Parameter inGraph: the graph.
/// - Returns: `noErr`; `kAUGraphErr_CannotDoInCurrentContext`: a listener of the graph's units makes the call while the graph is
/// being changed; `kAudio_ParamError` (-50): there is no such graph, or it is within another that is initialized.
CF_EXPORT OSStatus AUGraphUninitialize(AUGraph inGraph);

/// Applies the edits that wait, and starts the output unit of an initialized graph. The output units of the graphs within it
/// are not started: they are rendered for it.
///
/// - Parameter inGraph: the graph.
/// - Returns: `noErr`, also for a graph that runs; `kAudioUnitErr_Uninitialized`: the graph is not initialized;
/// `kAUGraphErr_OutputNodeErr`: no node is an output unit; `kAudio_ParamError` (-50): there is no such graph; the status of a unit
/// that refuses an edit or does not start.
CF_EXPORT OSStatus AUGraphStart(AUGraph inGraph);

/// Stops the output unit of a graph. When the call returns, no callback runs, unless a callback makes the call.
///
/// - Parameter inGraph: the graph.
/// - Returns: `noErr`, also for a graph that does not run; `kAudio_ParamError` (-50): there is no such graph.
CF_EXPORT OSStatus AUGraphStop(AUGraph inGraph);

/// Says whether the nodes have their units.
///
/// - Parameters:
///   - inGraph: the graph.
///   - outIsOpen: on return whether the graph is open.
/// - Returns: `noErr`; `kAudio_ParamError` (-50): there is no such graph, or a pointer is NULL.
CF_EXPORT OSStatus AUGraphIsOpen(AUGraph inGraph, Boolean *outIsOpen);

/// Says whether the units are connected and initialized.
///
/// - Parameters:
///   - inGraph: the graph.
///   - outIsInitialized: on return whether the graph is initialized.
/// - Returns: `noErr`; `kAudio_ParamError` (-50): there is no such graph, or a pointer is NULL.
CF_EXPORT OSStatus AUGraphIsInitialized(AUGraph inGraph, Boolean *outIsInitialized);

/// Says whether the graph, or one that it is within, has been started.
///
/// - Parameters:
///   - inGraph: the graph.
///   - outIsRunning: on return whether the graph runs.
/// - Returns: `noErr`; `kAudio_ParamError` (-50): there is no such graph, or a pointer is NULL.
CF_EXPORT OSStatus AUGraphIsRunning(AUGraph inGraph, Boolean *outIsRunning);

// MARK: Nodes

/// Adds a node. It has no unit until the graph is open.
///
/// - Parameters:
///   - inGraph: the graph.
///   - inDescription: the component of the node's unit.
///   - outNode: on return the node.
/// - Returns: `noErr`; `kAUGraphErr_OutputNodeErr`: the graph has an output unit already; `kAUGraphErr_InvalidAudioUnit`: the
/// graph is open, and there is no such component; `kAudio_ParamError` (-50): there is no such graph, or a pointer is NULL.
CF_EXPORT OSStatus AUGraphAddNode(AUGraph inGraph, const AudioComponentDescription *inDescription, AUNode *outNode);

/// Removes a node with its interactions. The unit of an initialized graph goes with the next update.
///
/// A graph that the node is goes the same way. Its reference, and those of the graphs within it, are invalid at once.
///
/// - Parameters:
///   - inGraph: the graph.
///   - inNode: the node.
/// - Returns: `noErr`; `kAUGraphErr_NodeNotFound`: the graph has no such node; `kAUGraphErr_OutputNodeErr`: the node is the output
/// unit of a graph that runs; `kAUGraphErr_CannotDoInCurrentContext`: the node is a graph, and a render callback makes the call;
/// `kAudio_ParamError` (-50): there is no such graph.
CF_EXPORT OSStatus AUGraphRemoveNode(AUGraph inGraph, AUNode inNode);

/// Counts the nodes.
///
/// - Parameters:
///   - inGraph: the graph.
///   - outNumberOfNodes: on return how many nodes there are.
/// - Returns: `noErr`; `kAudio_ParamError` (-50): there is no such graph, or a pointer is NULL.
CF_EXPORT OSStatus AUGraphGetNodeCount(AUGraph inGraph, UInt32 *outNumberOfNodes);

/// Gives a node by its place, in the order in which they were added.
///
/// - Parameters:
///   - inGraph: the graph.
///   - inIndex: the place, from 0.
///   - outNode: on return the node.
/// - Returns: `noErr`; `kAUGraphErr_NodeNotFound`: there are not so many nodes; `kAudio_ParamError` (-50): there is no such graph,
/// or a pointer is NULL.
CF_EXPORT OSStatus AUGraphGetIndNode(AUGraph inGraph, UInt32 inIndex, AUNode *outNode);

/// Gives the component and the unit of a node.
///
/// - Parameters:
///   - inGraph: the graph.
///   - inNode: the node.
///   - outDescription: on return the component as it was given, zeros for a node that is a graph; may be NULL.
///   - outAudioUnit: on return the unit, NULL before the graph is open and for a node that is a graph. The graph owns it. May be
///   NULL.
/// - Returns: `noErr`; `kAUGraphErr_NodeNotFound`: the graph has no such node; `kAudio_ParamError` (-50): there is no such graph.
CF_EXPORT OSStatus AUGraphNodeInfo(
    AUGraph inGraph, AUNode inNode, AudioComponentDescription *_Nullable outDescription,
    AudioUnit _Nullable *_Nullable outAudioUnit);

/// Adds a node that is a graph of its own. `AUGraphGetNodeInfoSubGraph` gives the graph, which has no nodes yet.
///
/// `inGraph` owns the new graph, and opens, initializes, updates, uninitializes and closes it with itself. Where `inGraph` is open,
/// the new graph is too. It is disposed of with `inGraph` or with the node.
///
/// The output unit of the new graph, most often `kAudioUnitSubType_GenericOutput`, is connected for the node: other nodes
/// get the frames of its outputs, and what is connected to an input of the node, or fills it as a callback, is the source of
/// the same input of the unit. An input that has a source in one of the two graphs is refused a source in the other.
///
/// Call `AUGraphUpdate` for the new graph to put its own edits in place between two cycles of its output unit, or for `inGraph`
/// to put the edits of both in place at once. Notifications and load of the new graph are those of its output unit's cycles.
///
/// - Parameters:
///   - inGraph: the graph.
///   - outNode: on return the node; 0 on an error.
/// - Returns: `noErr`; `kAudio_MemFullError`: there are too many graphs, or `inGraph` is within 64 others; `kAudio_ParamError`
/// (-50): there is no such graph, or a pointer is NULL.
CF_EXPORT OSStatus AUGraphNewNodeSubGraph(AUGraph inGraph, AUNode *outNode);

/// Gives the graph that a node is.
///
/// - Parameters:
///   - inGraph: the graph.
///   - inNode: the node.
///   - outSubGraph: on return the node's graph, which `inGraph` owns; NULL on an error.
/// - Returns: `noErr`; `kAUGraphErr_NodeNotFound`: the graph has no such node, or the node is a unit; `kAudio_ParamError` (-50):
/// there is no such graph, or a pointer is NULL.
CF_EXPORT OSStatus AUGraphGetNodeInfoSubGraph(
    const AUGraph inGraph, AUNode inNode, AUGraph _Nullable *_Nonnull outSubGraph);

/// Says whether a node is a graph of its own.
///
/// - Parameters:
///   - inGraph: the graph.
///   - inNode: the node.
///   - outFlag: on return 1 for a graph, 0 for a unit.
/// - Returns: `noErr`; `kAUGraphErr_NodeNotFound`: the graph has no such node; `kAudio_ParamError` (-50): there is no such graph,
/// or a pointer is NULL.
CF_EXPORT OSStatus AUGraphIsNodeSubGraph(const AUGraph inGraph, AUNode inNode, Boolean *outFlag);

// MARK: Connections

/// Connects an output of a node to an input of another. In an initialized graph the connection waits for an update.
///
/// - Parameters:
///   - inGraph: the graph.
///   - inSourceNode: the node whose frames are taken.
///   - inSourceOutputNumber: its output. An output is connected to one input; a splitter serves several.
///   - inDestNode: the node that gets the frames.
///   - inDestInputNumber: its input.
/// - Returns: `noErr`; `kAUGraphErr_NodeNotFound`: the graph has no such node; `kAUGraphErr_InvalidConnection`: the input has a
/// source, the output is connected, or the node would get its own frames; `kAudio_ParamError` (-50): there is no such graph.
CF_EXPORT OSStatus AUGraphConnectNodeInput(
    AUGraph inGraph, AUNode inSourceNode, UInt32 inSourceOutputNumber, AUNode inDestNode, UInt32 inDestInputNumber);

/// Has a callback fill an input of a node. In an initialized graph it waits for an update.
///
/// - Parameters:
///   - inGraph: the graph.
///   - inDestNode: the node that gets the frames.
///   - inDestInputNumber: its input. A callback that it has is replaced.
///   - inInputCallback: the callback; one without a function takes the present one away.
/// - Returns: `noErr`; `kAUGraphErr_NodeNotFound`: the graph has no such node; `kAUGraphErr_InvalidConnection`: the input is
/// connected to a node; `kAudio_ParamError` (-50): there is no such graph, or a pointer is NULL.
CF_EXPORT OSStatus AUGraphSetNodeInputCallback(
    AUGraph inGraph, AUNode inDestNode, UInt32 inDestInputNumber, const AURenderCallbackStruct *inInputCallback);

/// Takes the source of an input away, be it a node or a callback. In an initialized graph this waits for an update.
///
/// - Parameters:
///   - inGraph: the graph.
///   - inDestNode: the node.
///   - inDestInputNumber: its input.
/// - Returns: `noErr`; `kAUGraphErr_NodeNotFound`: the graph has no such node; `kAUGraphErr_InvalidConnection`: the input has no
/// source; `kAudio_ParamError` (-50): there is no such graph.
CF_EXPORT OSStatus AUGraphDisconnectNodeInput(AUGraph inGraph, AUNode inDestNode, UInt32 inDestInputNumber);

/// Takes the sources of all inputs away. In an initialized graph this waits for an update.
///
/// - Parameter inGraph: the graph.
/// - Returns: `noErr`; `kAudio_ParamError` (-50): there is no such graph.
CF_EXPORT OSStatus AUGraphClearConnections(AUGraph inGraph);

/// Counts the connections and callbacks.
///
/// - Parameters:
///   - inGraph: the graph.
///   - outNumInteractions: on return how many there are, those that wait for an update too.
/// - Returns: `noErr`; `kAudio_ParamError` (-50): there is no such graph, or a pointer is NULL.
CF_EXPORT OSStatus AUGraphGetNumberOfInteractions(AUGraph inGraph, UInt32 *outNumInteractions);

/// Gives a connection or callback by its place.
///
/// - Parameters:
///   - inGraph: the graph.
///   - inInteractionIndex: the place, from 0.
///   - outInteraction: on return the connection or callback.
/// - Returns: `noErr`; `kAUGraphErr_InvalidConnection`: there are not so many; `kAudio_ParamError` (-50): there is no such graph, or
/// a pointer is NULL.
CF_EXPORT OSStatus AUGraphGetInteractionInfo(
    AUGraph inGraph, UInt32 inInteractionIndex, AUNodeInteraction *outInteraction);

/// Counts the connections and callbacks of a node, as a source and as a destination.
///
/// - Parameters:
///   - inGraph: the graph.
///   - inNode: the node.
///   - outNumInteractions: on return how many there are.
/// - Returns: `noErr`; `kAUGraphErr_NodeNotFound`: the graph has no such node; `kAudio_ParamError` (-50): there is no such graph,
/// or a pointer is NULL.
CF_EXPORT OSStatus AUGraphCountNodeInteractions(AUGraph inGraph, AUNode inNode, UInt32 *outNumInteractions);

/// Gives the connections and callbacks of a node.
///
/// - Parameters:
///   - inGraph: the graph.
///   - inNode: the node.
///   - ioNumInteractions: how many `outInteractions` has room for; on return how many were written.
///   - outInteractions: on return the connections and callbacks.
/// - Returns: `noErr`; `kAUGraphErr_NodeNotFound`: the graph has no such node; `kAudio_ParamError` (-50): there is no such graph,
/// or a pointer is NULL.
CF_EXPORT OSStatus AUGraphGetNodeInteractions(
    AUGraph inGraph, AUNode inNode, UInt32 *ioNumInteractions, AUNodeInteraction *outInteractions);

/// Puts the edits of an initialized graph, and those of the graphs within it, in place: all of them between two cycles of the
/// output unit.
///
/// Units that get an interaction are initialized. Where a connection has another format than the input had, the input is
/// silent until the update is in place, and what converts it begins anew.
///
/// - Parameters:
///   - inGraph: the graph.
///   - outIsUpdated: NULL to wait until the edits are in place. Else the call returns at once: 1 where nothing is pending, 0
///   where a later cycle takes the edits. Call again to know of it.
/// - Returns: `noErr`; `kAUGraphErr_CannotDoInCurrentContext`: a render callback of the graph, or of one around or within it, makes
/// the call without `outIsUpdated`, or a listener makes it during another update; `kAUGraphErr_OutputNodeErr`: a node that has an
/// interaction is a graph without an output unit; `kAudio_ParamError` (-50): there is no such graph; the status of a unit that refuses
/// an edit. That edit is dropped, and those behind it wait for the next update.
CF_EXPORT OSStatus AUGraphUpdate(AUGraph inGraph, Boolean *_Nullable outIsUpdated);

// MARK: Rendering

/// Says which part of the time the cycles of the graph take.
///
/// - Parameters:
///   - inGraph: the graph.
///   - outAverageCPULoad: on return the average of late: 1 where a cycle takes as long as its frames last.
/// - Returns: `noErr`; `kAudio_ParamError` (-50): there is no such graph, or a pointer is NULL.
CF_EXPORT OSStatus AUGraphGetCPULoad(AUGraph inGraph, Float32 *outAverageCPULoad);

/// Gives the most that a cycle took of its time since the graph was started, or since the last call.
///
/// - Parameters:
///   - inGraph: the graph.
///   - outMaxLoad: on return the most: 1 for a cycle that took as long as its frames last.
/// - Returns: `noErr`; `kAudio_ParamError` (-50): there is no such graph, or a pointer is NULL.
CF_EXPORT OSStatus AUGraphGetMaxCPULoad(AUGraph inGraph, Float32 *outMaxLoad);

/// Has a callback called before and after each cycle of the output unit, on the thread that renders.
///
/// - Parameters:
///   - inGraph: the graph.
///   - inCallback: the callback, with `kAudioUnitRenderAction_PreRender` or `kAudioUnitRenderAction_PostRender` in its flags.
///   It has to be real-time safe.
///   - inRefCon: the client's pointer for the callback. The same callback with the same pointer is called once.
/// - Returns: `noErr`; `kAudio_ParamError` (-50): there is no such graph, or the callback is NULL.
CF_EXPORT OSStatus AUGraphAddRenderNotify(
    AUGraph inGraph, AURenderCallback inCallback CA_SENDABLE, void *_Nullable inRefCon);

/// Removes a callback that `AUGraphAddRenderNotify` added. A cycle that is in progress may call it still.
///
/// - Parameters:
///   - inGraph: the graph.
///   - inCallback: the callback.
///   - inRefCon: the client's pointer as it was given.
/// - Returns: `noErr`, also for an unknown callback; `kAudio_ParamError` (-50): there is no such graph, or the callback is NULL.
CF_EXPORT OSStatus AUGraphRemoveRenderNotify(
    AUGraph inGraph, AURenderCallback inCallback CA_SENDABLE, void *_Nullable inRefCon);

// MARK: Deprecated

/// Adds a node. Superseded by `AUGraphAddNode`.
///
/// - Parameters:
///   - inGraph: the graph.
///   - inDescription: the component of the node's unit.
///   - inClassDataSize: ignored.
///   - inClassData: ignored.
///   - outNode: on return the node.
/// - Returns: `noErr`; `kAUGraphErr_OutputNodeErr`: the graph has an output unit already; `kAUGraphErr_InvalidAudioUnit`: the
/// graph is open, and there is no such component; `kAudio_ParamError` (-50): there is no such graph, or a pointer is NULL.
CF_EXPORT OSStatus AUGraphNewNode(
    AUGraph inGraph, const struct ComponentDescription *inDescription, UInt32 inClassDataSize,
    const void *_Nullable inClassData, AUNode *outNode);

/// Gives the component and the unit of a node. Superseded by `AUGraphNodeInfo`.
///
/// - Parameters:
///   - inGraph: the graph.
///   - inNode: the node.
///   - outDescription: on return the component as it was given; may be NULL.
///   - outClassDataSize: on return 0; may be NULL.
///   - outClassData: on return NULL; may be NULL.
///   - outAudioUnit: on return the unit, NULL before the graph is open; may be NULL.
/// - Returns: `noErr`; `kAUGraphErr_NodeNotFound`: the graph has no such node; `kAudio_ParamError` (-50): there is no such graph.
CF_EXPORT OSStatus AUGraphGetNodeInfo(
    AUGraph inGraph, AUNode inNode, struct ComponentDescription *_Nullable outDescription,
    UInt32 *_Nullable outClassDataSize, void *_Nullable *_Nullable outClassData,
    AudioUnit _Nullable *_Nullable outAudioUnit);

/// Counts the connections. Superseded by `AUGraphGetNumberOfInteractions`.
///
/// - Parameters:
///   - inGraph: the graph.
///   - outNumConnections: on return how many connections there are, without callbacks.
/// - Returns: `noErr`; `kAudio_ParamError` (-50): there is no such graph, or a pointer is NULL.
CF_EXPORT OSStatus AUGraphGetNumberOfConnections(AUGraph inGraph, UInt32 *outNumConnections);

/// Gives a connection by its place. Superseded by `AUGraphGetInteractionInfo`.
///
/// - Parameters:
///   - inGraph: the graph.
///   - inConnectionIndex: the place among the connections, from 0.
///   - outSourceNode: on return the node whose frames are taken.
///   - outSourceOutputNumber: on return its output.
///   - outDestNode: on return the node that gets the frames.
///   - outDestInputNumber: on return its input.
/// - Returns: `noErr`; `kAUGraphErr_InvalidConnection`: there are not so many; `kAudio_ParamError` (-50): there is no such graph, or
/// a pointer is NULL.
CF_EXPORT OSStatus AUGraphGetConnectionInfo(
    AUGraph inGraph, UInt32 inConnectionIndex, AUNode *outSourceNode, UInt32 *outSourceOutputNumber,
    AUNode *outDestNode, UInt32 *outDestInputNumber);

/// Counts the connections of a node. Superseded by `AUGraphCountNodeInteractions`.
///
/// - Parameters:
///   - inGraph: the graph.
///   - inNode: the node.
///   - outNumConnections: on return how many connections it has, without callbacks.
/// - Returns: `noErr`; `kAUGraphErr_NodeNotFound`: the graph has no such node; `kAudio_ParamError` (-50): there is no such graph,
/// or a pointer is NULL.
CF_EXPORT OSStatus AUGraphCountNodeConnections(AUGraph inGraph, AUNode inNode, UInt32 *outNumConnections);

/// Gives the connections of a node. Superseded by `AUGraphGetNodeInteractions`.
///
/// - Parameters:
///   - inGraph: the graph.
///   - inNode: the node.
///   - outConnections: on return the connections.
///   - ioNumConnections: how many `outConnections` has room for; on return how many were written.
/// - Returns: `noErr`; `kAUGraphErr_NodeNotFound`: the graph has no such node; `kAudio_ParamError` (-50): there is no such graph,
/// or a pointer is NULL.
CF_EXPORT OSStatus AUGraphGetNodeConnections(
    AUGraph inGraph, AUNode inNode, AudioUnitNodeConnection *outConnections, UInt32 *ioNumConnections);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
