// Graphs: their states and nodes, what connects these, each frame before and after an edit, a graph that is a node of another,
// and a graph on a device.
#include "units.h"

static AUNode add(AUGraph graph, OSType type, OSType subtype) {
    AudioComponentDescription description = {type, subtype, kAudioUnitManufacturer_Apple, 0, 0};
    AUNode node = 0;
    CALL(AUGraphAddNode(graph, &description, &node));
    CHECK(node != 0);
    return node;
}

static AudioUnit unit_of(AUGraph graph, AUNode node) {
    AudioUnit unit = NULL;
    CALL(AUGraphNodeInfo(graph, node, NULL, &unit));
    CHECK(unit != NULL);
    return unit;
}

static void check_states(AUGraph graph, Boolean open, Boolean initialized, Boolean running) {
    Boolean is = 7;
    CALL(AUGraphIsOpen(graph, &is));
    CHECK(is == open);
    CALL(AUGraphIsInitialized(graph, &is));
    CHECK(is == initialized);
    CALL(AUGraphIsRunning(graph, &is));
    CHECK(is == running);
}

static UInt32 count_nodes(AUGraph graph) {
    UInt32 count = 77;
    CALL(AUGraphGetNodeCount(graph, &count));
    return count;
}

static UInt32 count_interactions(AUGraph graph) {
    UInt32 count = 77;
    CALL(AUGraphGetNumberOfInteractions(graph, &count));
    return count;
}

/// A callback's source: a number as each sample.
typedef struct {
    float value;
    UInt32 delay;
    Counter calls;
} Source;

static OSStatus give(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    Source *source = (Source *)user;
    (void)flags, (void)time, (void)bus;
    for (UInt32 buffer = 0; buffer < data->mNumberBuffers; buffer++)
        for (UInt32 frame = 0; frame < frames; frame++)
            ((float *)data->mBuffers[buffer].mData)[frame] = source->value;
    if (source->delay > 0) {
        struct timespec pause = {0, (long)source->delay};
        nanosleep(&pause, NULL);
    }
    counter_add(&source->calls, 1);
    return noErr;
}

static AURenderCallbackStruct giving(Source *source) {
    AURenderCallbackStruct callback;
    callback.inputProc = give;
    callback.inputProcRefCon = source;
    return callback;
}

static const Source fresh = {0, 0, COUNTER_START};

// MARK: States

static void a_graph_goes_through_its_states(void) {
    AUGraph graph = NULL;
    CALL(NewAUGraph(&graph));
    check_states(graph, 0, 0, 0);
    CHECK(AUGraphInitialize(graph) == kAUGraphErr_InvalidAudioUnit);
    AUNode mixer = add(graph, kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer);
    AUNode output = add(graph, kAudioUnitType_Output, kAudioUnitSubType_GenericOutput);
    CALL(AUGraphConnectNodeInput(graph, mixer, 0, output, 0));
    CALL(AUGraphOpen(graph));
    CALL(AUGraphOpen(graph));
    check_states(graph, 1, 0, 0);
    CHECK(AUGraphStart(graph) == kAudioUnitErr_Uninitialized);
    CALL(AUGraphInitialize(graph));
    check_states(graph, 1, 1, 0);
    CALL(AUGraphStart(graph));
    check_states(graph, 1, 1, 1);
    CHECK(get_number(unit_of(graph, output), kAudioOutputUnitProperty_IsRunning, kAudioUnitScope_Global, 0) == 1);
    CHECK(AUGraphRemoveNode(graph, output) == kAUGraphErr_OutputNodeErr);
    CALL(AUGraphStop(graph));
    check_states(graph, 1, 1, 0);
    CALL(AUGraphStart(graph));
    CALL(AUGraphUninitialize(graph));
    check_states(graph, 1, 0, 0);
    CALL(AUGraphInitialize(graph));
    CALL(AUGraphStart(graph));
    CALL(AUGraphClose(graph));
    check_states(graph, 0, 0, 0);
    AudioUnit unit = (AudioUnit)graph;
    CALL(AUGraphNodeInfo(graph, mixer, NULL, &unit));
    CHECK(unit == NULL && count_nodes(graph) == 2 && count_interactions(graph) == 1);
    CALL(DisposeAUGraph(graph));
    CHECK(DisposeAUGraph(graph) == kAudio_ParamError && AUGraphUpdate(graph, NULL) == kAudio_ParamError);
}

// MARK: Nodes

static void nodes_come_and_go(void) {
    AudioComponentDescription description = {
        kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter, kAudioUnitManufacturer_Apple, 0, 0};
    AudioComponentDescription known;
    AUGraph graph = NULL, inner = NULL;
    AUNode node = 0, old = 0;
    AudioUnit unit = NULL;
    UInt32 size = 7;
    void *data = &size;
    Boolean is_graph = 7;
    CALL(NewAUGraph(&graph));
    AUNode first = add(graph, kAudioUnitType_FormatConverter, kAudioUnitSubType_AUConverter);
    AUNode second = add(graph, kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer);
    // The first form has the same fields in the same places.
    CALL(AUGraphNewNode(graph, (const struct ComponentDescription *)&description, 0, NULL, &old));
    CHECK(old != 0 && old != first && old != second && count_nodes(graph) == 3);
    CALL(AUGraphGetIndNode(graph, 0, &node));
    CHECK(node == first);
    CALL(AUGraphGetIndNode(graph, 2, &node));
    CHECK(node == old);
    CHECK(AUGraphGetIndNode(graph, 3, &node) == kAUGraphErr_NodeNotFound);

    memset(&known, 0, sizeof known);
    CALL(AUGraphGetNodeInfo(graph, old, (struct ComponentDescription *)&known, &size, &data, &unit));
    CHECK(memcmp(&known, &description, sizeof known) == 0 && size == 0 && data == NULL && unit == NULL);
    CALL(AUGraphOpen(graph));
    CALL(AUGraphGetNodeInfo(graph, old, NULL, NULL, NULL, &unit));
    CHECK(unit != NULL && unit == unit_of(graph, old));
    CHECK(AudioComponentInstanceGetComponent(unit) == find_unit(
        description.componentType, description.componentSubType, description.componentManufacturer));
    UInt32 version = 0;
    CALL(AudioComponentGetVersion(AudioComponentInstanceGetComponent(unit), &version));
    CHECK(version >= 0x10000);
    CHECK(AUGraphGetNodeInfo(graph, 99, NULL, NULL, NULL, &unit) == kAUGraphErr_NodeNotFound);

    // A unit is no graph.
    CALL(AUGraphIsNodeSubGraph(graph, old, &is_graph));
    CHECK(!is_graph);
    CHECK(AUGraphGetNodeInfoSubGraph(graph, old, &inner) == kAUGraphErr_NodeNotFound && inner == NULL);
    CHECK(AUGraphIsNodeSubGraph(graph, 99, &is_graph) == kAUGraphErr_NodeNotFound);
    CHECK(AUGraphGetNodeInfoSubGraph(graph, 99, &inner) == kAUGraphErr_NodeNotFound);

    CALL(AUGraphRemoveNode(graph, second));
    CHECK(AUGraphRemoveNode(graph, second) == kAUGraphErr_NodeNotFound && count_nodes(graph) == 2);
    CALL(AUGraphGetIndNode(graph, 1, &node));
    CHECK(node == old);
    CALL(DisposeAUGraph(graph));
}

// MARK: Interactions

static void interactions_have_both_forms(void) {
    Source source = fresh;
    AURenderCallbackStruct callback = giving(&source), none = {NULL, NULL};
    AUNodeInteraction all[4];
    AUNodeConnection connections[4];
    AUGraph graph = NULL;
    AUNode from = 0, to = 0;
    UInt32 count = 77, output = 77, input = 77;
    CALL(NewAUGraph(&graph));
    AUNode converter = add(graph, kAudioUnitType_FormatConverter, kAudioUnitSubType_AUConverter);
    AUNode mixer = add(graph, kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer);
    CALL(AUGraphSetNodeInputCallback(graph, converter, 0, &callback));
    CALL(AUGraphConnectNodeInput(graph, converter, 0, mixer, 3));
    CHECK(count_interactions(graph) == 2);

    CALL(AUGraphGetInteractionInfo(graph, 0, all));
    CHECK(all[0].nodeInteractionType == kAUNodeInteraction_InputCallback);
    CHECK(all[0].nodeInteraction.inputCallback.destNode == converter);
    CHECK(all[0].nodeInteraction.inputCallback.destInputNumber == 0);
    CHECK(all[0].nodeInteraction.inputCallback.cback.inputProc == give);
    CHECK(all[0].nodeInteraction.inputCallback.cback.inputProcRefCon == &source);
    CALL(AUGraphGetInteractionInfo(graph, 1, all));
    CHECK(all[0].nodeInteractionType == kAUNodeInteraction_Connection);
    CHECK(all[0].nodeInteraction.connection.sourceNode == converter);
    CHECK(all[0].nodeInteraction.connection.sourceOutputNumber == 0);
    CHECK(all[0].nodeInteraction.connection.destNode == mixer);
    CHECK(all[0].nodeInteraction.connection.destInputNumber == 3);
    CHECK(AUGraphGetInteractionInfo(graph, 2, all) == kAUGraphErr_InvalidConnection);

    CALL(AUGraphCountNodeInteractions(graph, converter, &count));
    CHECK(count == 2);
    CALL(AUGraphCountNodeInteractions(graph, mixer, &count));
    CHECK(count == 1);
    CHECK(AUGraphCountNodeInteractions(graph, 99, &count) == kAUGraphErr_NodeNotFound);
    memset(all, 0xA5, sizeof all);
    count = 4;
    CALL(AUGraphGetNodeInteractions(graph, converter, &count, all));
    CHECK(count == 2 && all[0].nodeInteractionType == kAUNodeInteraction_InputCallback);
    CHECK(all[1].nodeInteraction.connection.destNode == mixer && all[2].nodeInteractionType == 0xA5A5A5A5);
    // No more is written than there is room for.
    memset(all, 0xA5, sizeof all);
    count = 1;
    CALL(AUGraphGetNodeInteractions(graph, converter, &count, all));
    CHECK(count == 1 && all[0].nodeInteractionType != 0xA5A5A5A5 && all[1].nodeInteractionType == 0xA5A5A5A5);

    // The first form knows only connections.
    CALL(AUGraphGetNumberOfConnections(graph, &count));
    CHECK(count == 1);
    CALL(AUGraphCountNodeConnections(graph, converter, &count));
    CHECK(count == 1);
    CALL(AUGraphGetConnectionInfo(graph, 0, &from, &output, &to, &input));
    CHECK(from == converter && output == 0 && to == mixer && input == 3);
    CHECK(AUGraphGetConnectionInfo(graph, 1, &from, &output, &to, &input) == kAUGraphErr_InvalidConnection);
    count = 4;
    CALL(AUGraphGetNodeConnections(graph, mixer, connections, &count));
    CHECK(count == 1 && connections[0].sourceNode == converter && connections[0].destInputNumber == 3);

    CHECK(AUGraphConnectNodeInput(graph, mixer, 0, converter, 0) == kAUGraphErr_InvalidConnection);
    CHECK(AUGraphSetNodeInputCallback(graph, mixer, 3, &callback) == kAUGraphErr_InvalidConnection);
    CALL(AUGraphDisconnectNodeInput(graph, mixer, 3));
    CHECK(AUGraphDisconnectNodeInput(graph, mixer, 3) == kAUGraphErr_InvalidConnection);
    CHECK(count_interactions(graph) == 1);
    CALL(AUGraphSetNodeInputCallback(graph, converter, 0, &none));
    CHECK(count_interactions(graph) == 0);
    CALL(AUGraphConnectNodeInput(graph, converter, 0, mixer, 0));
    CALL(AUGraphSetNodeInputCallback(graph, mixer, 1, &callback));
    CALL(AUGraphClearConnections(graph));
    CHECK(count_interactions(graph) == 0);
    CALL(DisposeAUGraph(graph));
}

// MARK: Frames

enum { FRAMES = 480 };

/// A mixer with two callbacks, and an output that the program renders by hand.
typedef struct {
    AUGraph graph;
    AUNode mixer, output;
    Source sources[2];
    long cycles;
} ByHand;

static void render_is(ByHand *hand, float left) {
    float samples[2][FRAMES];
    CALL(render_stereo(
        unit_of(hand->graph, hand->output), (Float64)hand->cycles++ * FRAMES, FRAMES, samples[0], samples[1]));
    for (int frame = 0; frame < FRAMES; frame++) CHECK(samples[0][frame] == left && samples[1][frame] == left);
}

static void start_by_hand(ByHand *hand) {
    memset(hand, 0, sizeof *hand);
    CALL(NewAUGraph(&hand->graph));
    hand->mixer = add(hand->graph, kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer);
    hand->output = add(hand->graph, kAudioUnitType_Output, kAudioUnitSubType_GenericOutput);
    CALL(AUGraphOpen(hand->graph));
    AudioUnit mixer = unit_of(hand->graph, hand->mixer);
    for (UInt32 input = 0; input < 2; input++) {
        hand->sources[input] = fresh;
        hand->sources[input].value = input ? 0.5f : 0.25f;
        AURenderCallbackStruct callback = giving(&hand->sources[input]);
        set_format(mixer, kAudioUnitScope_Input, input, floats(48000, 2));
        CALL(AUGraphSetNodeInputCallback(hand->graph, hand->mixer, input, &callback));
    }
    set_format(mixer, kAudioUnitScope_Output, 0, floats(48000, 2));
    set_format(unit_of(hand->graph, hand->output), kAudioUnitScope_Output, 0, floats(48000, 2));
    CALL(AUGraphConnectNodeInput(hand->graph, hand->mixer, 0, hand->output, 0));
    CALL(AUGraphInitialize(hand->graph));
    CALL(AUGraphStart(hand->graph));
}

static void edits_wait_for_an_update(void) {
    ByHand hand;
    Boolean updated = 7;
    start_by_hand(&hand);
    render_is(&hand, 0.75f);
    CALL(AUGraphUpdate(hand.graph, &updated));
    CHECK(updated);

    CALL(AUGraphDisconnectNodeInput(hand.graph, hand.mixer, 0));
    CHECK(count_interactions(hand.graph) == 2);
    render_is(&hand, 0.75f);
    CALL(AUGraphUpdate(hand.graph, NULL));
    render_is(&hand, 0.5f);

    // A node comes between a callback and the mixer.
    AURenderCallbackStruct callback = giving(&hand.sources[0]);
    AUNode converter = add(hand.graph, kAudioUnitType_FormatConverter, kAudioUnitSubType_AUConverter);
    set_format(unit_of(hand.graph, converter), kAudioUnitScope_Input, 0, floats(48000, 2));
    set_format(unit_of(hand.graph, converter), kAudioUnitScope_Output, 0, floats(48000, 2));
    CALL(AUGraphSetNodeInputCallback(hand.graph, converter, 0, &callback));
    CALL(AUGraphConnectNodeInput(hand.graph, converter, 0, hand.mixer, 0));
    render_is(&hand, 0.5f);
    CALL(AUGraphUpdate(hand.graph, &updated));
    CHECK(updated);
    render_is(&hand, 0.75f);

    // It goes with its interactions: its callback is not called again.
    CALL(AUGraphRemoveNode(hand.graph, converter));
    CHECK(count_interactions(hand.graph) == 2 && count_nodes(hand.graph) == 2);
    CALL(AUGraphUpdate(hand.graph, NULL));
    long calls = counter_value(&hand.sources[0].calls);
    render_is(&hand, 0.5f);
    CHECK(counter_value(&hand.sources[0].calls) == calls);

    float samples[2][FRAMES];
    CALL(AUGraphClearConnections(hand.graph));
    CALL(AUGraphUpdate(hand.graph, NULL));
    CHECK(count_interactions(hand.graph) == 0);
    CHECK(render_stereo(unit_of(hand.graph, hand.output), 1e6, FRAMES, samples[0], samples[1]) ==
        kAudioUnitErr_NoConnection);
    CALL(DisposeAUGraph(hand.graph));
}

typedef struct {
    ByHand hand;
    int before, after, edits;
} Editor;

/// Replaces a source before a cycle.
static OSStatus edit(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    Editor *editor = (Editor *)user;
    AURenderCallbackStruct callback = giving(&editor->hand.sources[1]);
    Boolean updated = 7;
    (void)time, (void)data;
    CHECK(bus == 0 && frames == FRAMES);
    if (*flags & kAudioUnitRenderAction_PostRender) editor->after++;
    if (!(*flags & kAudioUnitRenderAction_PreRender)) return noErr;
    editor->before++;
    if (!editor->edits) return noErr;
    editor->edits = 0;
    CALL(AUGraphSetNodeInputCallback(editor->hand.graph, editor->hand.mixer, 0, &callback));
    // This cycle would have to end first.
    CHECK(AUGraphUpdate(editor->hand.graph, NULL) == kAUGraphErr_CannotDoInCurrentContext);
    CALL(AUGraphUpdate(editor->hand.graph, &updated));
    CHECK(!updated);
    return noErr;
}

static void a_callback_edits_its_graph(void) {
    Editor editor;
    Boolean updated = 7;
    start_by_hand(&editor.hand);
    editor.before = editor.after = editor.edits = 0;
    CALL(AUGraphAddRenderNotify(editor.hand.graph, edit, &editor));
    CALL(AUGraphAddRenderNotify(editor.hand.graph, edit, &editor));
    render_is(&editor.hand, 0.75f);
    CHECK(editor.before == 1 && editor.after == 1);
    editor.edits = 1;
    render_is(&editor.hand, 0.75f);
    render_is(&editor.hand, 1);
    CALL(AUGraphUpdate(editor.hand.graph, &updated));
    CHECK(updated && editor.before == 3 && editor.after == 3);
    CALL(AUGraphRemoveRenderNotify(editor.hand.graph, edit, &editor));
    render_is(&editor.hand, 1);
    CHECK(editor.before == 3 && editor.after == 3);
    CALL(DisposeAUGraph(editor.hand.graph));
}

static void the_load_is_measured(void) {
    ByHand hand;
    Float32 average = -1, most = -1, later = -1;
    start_by_hand(&hand);
    CALL(AUGraphGetCPULoad(hand.graph, &average));
    CALL(AUGraphGetMaxCPULoad(hand.graph, &most));
    CHECK(average == 0 && most == 0);
    // A cycle that takes twice as long as its frames last.
    hand.sources[0].delay = 20000000;
    render_is(&hand, 0.75f);
    CALL(AUGraphGetCPULoad(hand.graph, &average));
    CALL(AUGraphGetMaxCPULoad(hand.graph, &most));
    CHECK(average >= 2 && most == average);
    CALL(AUGraphGetMaxCPULoad(hand.graph, &later));
    CHECK(later == 0);
    // The next one takes a moment.
    hand.sources[0].delay = 0;
    render_is(&hand, 0.75f);
    CALL(AUGraphGetMaxCPULoad(hand.graph, &later));
    CALL(AUGraphGetCPULoad(hand.graph, &average));
    CHECK(later > 0 && average > 0 && average != most);
    CALL(AUGraphStop(hand.graph));
    CALL(AUGraphStart(hand.graph));
    CALL(AUGraphGetCPULoad(hand.graph, &average));
    CHECK(average == 0);
    CALL(DisposeAUGraph(hand.graph));
}

static void a_graph_is_a_node(void) {
    ByHand hand;
    Source first = fresh, second = fresh;
    AUGraph inner = NULL, innermost = NULL;
    AUNode node = 0, deeper = 0;
    Boolean is_graph = 0;
    Float32 load = 0;
    first.value = 1;
    second.value = 2;
    AURenderCallbackStruct callbacks[2];
    callbacks[0] = giving(&first);
    callbacks[1] = giving(&second);
    start_by_hand(&hand);
    CALL(AUGraphNewNodeSubGraph(hand.graph, &node));
    CALL(AUGraphIsNodeSubGraph(hand.graph, node, &is_graph));
    CHECK(is_graph == 1 && count_nodes(hand.graph) == 3);
    AudioComponentDescription known;
    AudioUnit unit = (AudioUnit)hand.graph;
    memset(&known, 7, sizeof known);
    CALL(AUGraphNodeInfo(hand.graph, node, &known, &unit));
    CHECK(unit == NULL && known.componentType == 0);
    CALL(AUGraphGetNodeInfoSubGraph(hand.graph, node, &inner));
    // It is open and runs as the graph that it is within does, and is initialized by the update.
    check_states(inner, 1, 0, 1);
    AUNode output = add(inner, kAudioUnitType_Output, kAudioUnitSubType_GenericOutput);
    set_format(unit_of(inner, output), kAudioUnitScope_Input, 0, floats(48000, 2));
    set_format(unit_of(inner, output), kAudioUnitScope_Output, 0, floats(48000, 2));
    CALL(AUGraphSetNodeInputCallback(inner, output, 0, &callbacks[0]));
    CHECK(AUGraphSetNodeInputCallback(hand.graph, node, 0, &callbacks[1]) == kAUGraphErr_InvalidConnection);
    CALL(AUGraphConnectNodeInput(hand.graph, node, 0, hand.mixer, 2));
    render_is(&hand, 0.75f);
    CALL(AUGraphUpdate(hand.graph, NULL));
    render_is(&hand, 1.75f);
    check_states(inner, 1, 1, 1);
    CALL(AUGraphGetMaxCPULoad(inner, &load));
    CHECK(load > 0);

    // An update of its own.
    CALL(AUGraphSetNodeInputCallback(inner, output, 0, &callbacks[1]));
    render_is(&hand, 1.75f);
    CALL(AUGraphUpdate(inner, NULL));
    render_is(&hand, 2.75f);

    CHECK(AUGraphClose(inner) == kAudio_ParamError);
    CHECK(AUGraphUninitialize(inner) == kAudio_ParamError);
    CHECK(DisposeAUGraph(inner) == kAudio_ParamError);
    CALL(AUGraphNewNodeSubGraph(inner, &deeper));
    CALL(AUGraphGetNodeInfoSubGraph(inner, deeper, &innermost));
    render_is(&hand, 2.75f);

    // It goes with its node, and those within it go too.
    CALL(AUGraphRemoveNode(hand.graph, node));
    CHECK(AUGraphUpdate(inner, NULL) == kAudio_ParamError && AUGraphOpen(innermost) == kAudio_ParamError);
    render_is(&hand, 2.75f);
    CALL(AUGraphUpdate(hand.graph, NULL));
    render_is(&hand, 0.75f);
    CALL(DisposeAUGraph(hand.graph));
}

// MARK: On a device

static void a_graph_plays_on_a_device(void) {
    Source first = fresh, second = fresh;
    AURenderCallbackStruct callbacks[2];
    AUGraph graph = NULL;
    Float32 load = 0;
    callbacks[0] = giving(&first);
    callbacks[1] = giving(&second);
    CALL(NewAUGraph(&graph));
    AUNode mixer = add(graph, kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer);
    AUNode output = add(graph, kAudioUnitType_Output, kAudioUnitSubType_DefaultOutput);
    AudioComponentDescription again = {
        kAudioUnitType_Output, kAudioUnitSubType_DefaultOutput, kAudioUnitManufacturer_Apple, 0, 0};
    AUNode other = 0;
    CHECK(AUGraphAddNode(graph, &again, &other) == kAUGraphErr_OutputNodeErr);
    CALL(AUGraphOpen(graph));
    set_format(unit_of(graph, mixer), kAudioUnitScope_Input, 0, floats(48000, 2));
    set_format(unit_of(graph, mixer), kAudioUnitScope_Output, 0, floats(48000, 2));
    CALL(AUGraphSetNodeInputCallback(graph, mixer, 0, &callbacks[0]));
    CALL(AUGraphConnectNodeInput(graph, mixer, 0, output, 0));
    CALL(AUGraphInitialize(graph));
    CALL(AUGraphStart(graph));
    counter_wait(&first.calls, 4);
    // When the update returns, the first callback is not called again.
    CALL(AUGraphSetNodeInputCallback(graph, mixer, 0, &callbacks[1]));
    CALL(AUGraphUpdate(graph, NULL));
    long calls = counter_value(&first.calls);
    counter_wait(&second.calls, 4);
    CHECK(counter_value(&first.calls) == calls);
    CALL(AUGraphGetMaxCPULoad(graph, &load));
    CHECK(load > 0);
    CALL(AUGraphClearConnections(graph));
    CALL(AUGraphUpdate(graph, NULL));
    calls = counter_value(&second.calls);
    check_states(graph, 1, 1, 1);
    CALL(AUGraphSetNodeInputCallback(graph, mixer, 0, &callbacks[0]));
    CALL(AUGraphConnectNodeInput(graph, mixer, 0, output, 0));
    CALL(AUGraphUpdate(graph, NULL));
    counter_wait(&first.calls, counter_value(&first.calls) + 4);
    CHECK(counter_value(&second.calls) == calls);
    CALL(AUGraphUninitialize(graph));
    check_states(graph, 1, 0, 0);
    calls = counter_value(&first.calls);
    CALL(DisposeAUGraph(graph));
    CHECK(counter_value(&first.calls) == calls);
}

int main(int count, char **arguments) {
    (void)arguments;
    a_graph_goes_through_its_states();
    nodes_come_and_go();
    interactions_have_both_forms();
    edits_wait_for_an_update();
    a_callback_edits_its_graph();
    the_load_is_measured();
    a_graph_is_a_node();
    // With an argument, no clock moves the device.
    if (count == 1) a_graph_plays_on_a_device();
    return 0;
}
