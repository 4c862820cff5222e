// Graphs that a child of a fork edits and disposes of while a thread of its parent is within a render of them: of a thread of the
// program's own, and of a device. The child neither waits for that thread nor crashes, and the parent renders on.
#include "units.h"

#include <sys/wait.h>
#include <unistd.h>

/// Where a render is: 1 within its callback, 2 let on, and how many renders have ended.
static Counter place = COUNTER_START, rendered = COUNTER_START;
static int holds;

static OSStatus give(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    (void)user, (void)flags, (void)time, (void)bus;
    for (UInt32 buffer = 0; buffer < data->mNumberBuffers; buffer++)
        for (UInt32 frame = 0; frame < frames; frame++) ((float *)data->mBuffers[buffer].mData)[frame] = 0.25F;
    if (__atomic_exchange_n(&holds, 0, __ATOMIC_ACQ_REL)) {
        counter_add(&place, 1);
        counter_wait(&place, 2);
    }
    counter_add(&rendered, 1);
    return noErr;
}

static AUNode add(AUGraph graph, OSType type, OSType subtype) {
    AudioComponentDescription description = {type, subtype, kAudioUnitManufacturer_Apple, 0, 0};
    AUNode node = 0;
    CALL(AUGraphAddNode(graph, &description, &node));
    return node;
}

typedef struct {
    AUGraph graph;
    AUNode mixer, output;
    AudioUnit unit;
    int isDone;
} Made;

static Made make(OSType output) {
    Made made;
    AURenderCallbackStruct callback = {give, NULL};
    memset(&made, 0, sizeof made);
    CALL(NewAUGraph(&made.graph));
    made.mixer = add(made.graph, kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer);
    made.output = add(made.graph, kAudioUnitType_Output, output);
    CALL(AUGraphConnectNodeInput(made.graph, made.mixer, 0, made.output, 0));
    CALL(AUGraphSetNodeInputCallback(made.graph, made.mixer, 0, &callback));
    CALL(AUGraphOpen(made.graph));
    CALL(AUGraphNodeInfo(made.graph, made.output, NULL, &made.unit));
    CALL(AUGraphInitialize(made.graph));
    CALL(AUGraphStart(made.graph));
    return made;
}

/// All that changes a graph. What it gives in a child may be an error; it returns.
static void edit(Made *made) {
    AURenderCallbackStruct callback = {give, NULL};
    Boolean isUpdated = 0, isRunning = 7;
    UInt32 nodes = 0;
    AUNode filter = 0;
    AudioComponentDescription description = {
        kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter, kAudioUnitManufacturer_Apple, 0, 0};
    CALL(AUGraphAddNode(made->graph, &description, &filter));
    CALL(AUGraphGetNodeCount(made->graph, &nodes));
    CHECK(nodes == 3);
    (void)AUGraphDisconnectNodeInput(made->graph, made->output, 0);
    (void)AUGraphConnectNodeInput(made->graph, made->mixer, 0, filter, 0);
    (void)AUGraphConnectNodeInput(made->graph, filter, 0, made->output, 0);
    (void)AUGraphUpdate(made->graph, &isUpdated);
    (void)AUGraphUpdate(made->graph, NULL);
    (void)AUGraphSetNodeInputCallback(made->graph, made->mixer, 1, &callback);
    (void)AUGraphRemoveNode(made->graph, filter);
    (void)AUGraphUpdate(made->graph, NULL);
    (void)AUGraphStop(made->graph);
    CALL(AUGraphIsRunning(made->graph, &isRunning));
    (void)AUGraphUninitialize(made->graph);
    (void)AUGraphClose(made->graph);
    CALL(DisposeAUGraph(made->graph));
}

static void forks(Made *made) {
    place.value = 0;
    __atomic_store_n(&holds, 1, __ATOMIC_RELEASE);
    counter_wait(&place, 1);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        // Ends a child that waits for ever.
        alarm(10);
        edit(made);
        exit(0);
    }
    int status = 0;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    if (WIFSIGNALED(status)) printf("the child ended by signal %d\n", WTERMSIG(status));
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    counter_add(&place, 1);
    // The parent's graph is as it was.
    counter_wait(&rendered, counter_value(&rendered) + 5);
    UInt32 nodes = 0;
    CALL(AUGraphGetNodeCount(made->graph, &nodes));
    CHECK(nodes == 2);
}

static void *render(void *user) {
    Made *made = (Made *)user;
    float left[256], right[256];
    for (long cycle = 0; !__atomic_load_n(&made->isDone, __ATOMIC_ACQUIRE); cycle++)
        CALL(render_stereo(made->unit, (Float64)(cycle * 256), 256, left, right));
    CHECK(left[255] == 0.25F);
    return NULL;
}

int main(void) {
    Made own = make(kAudioUnitSubType_GenericOutput);
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, render, &own) == 0);
    forks(&own);
    __atomic_store_n(&own.isDone, 1, __ATOMIC_RELEASE);
    CHECK(pthread_join(thread, NULL) == 0);
    CALL(DisposeAUGraph(own.graph));
    Made device = make(kAudioUnitSubType_DefaultOutput);
    forks(&device);
    CALL(DisposeAUGraph(device.graph));
    return 0;
}
