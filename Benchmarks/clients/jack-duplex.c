// A JACK client with one way in and one out: the peer of `counter duplex` and `counter through`.
//
//     jack-duplex loop OUTPUT INPUT       plays the numbers of its frames, and says how many frames later it hears them
//     jack-duplex through OUTPUT INPUT    plays what it hears
//     jack-duplex feed OUTPUT OUTPUT      plays the numbers of its frames on both
//
// Prints lines as `counter` does for a line on its standard input; ends with `quit`.
#include <jack/jack.h>
#include <stdio.h>
#include <string.h>

static jack_port_t *output, *input;
static long position, delay = -1, delay_frames;
static int is_through;

static int play(jack_nframes_t frames, void *context) {
    float *samples = jack_port_get_buffer(output, frames);
    const float *heard = input ? jack_port_get_buffer(input, frames) : NULL;
    (void)context;
    if (is_through) return memcpy(samples, heard, frames * sizeof *samples), 0;
    for (jack_nframes_t i = 0; i < frames; i++) {
        samples[i] = (float)(++position);
        if (!heard) continue;
        long found = heard[i] == 0 ? -1 : position - (long)heard[i];
        delay_frames = found == delay && found >= 0 ? delay_frames + 1 : 0;
        delay = found;
    }
    return 0;
}

int main(int argc, char **argv) {
    char line[64];
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc < 4) return 2;
    int feeds = !strcmp(argv[1], "feed");
    is_through = !strcmp(argv[1], "through");
    jack_client_t *client = jack_client_open("jack-duplex", JackNoStartServer, NULL);
    if (!client) return 3;
    output = jack_port_register(client, "out", JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput, 0);
    if (!feeds) input = jack_port_register(client, "in", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, 0);
    jack_set_process_callback(client, play, NULL);
    if (!output || jack_activate(client) != 0) return 4;
    if (jack_connect(client, jack_port_name(output), argv[2]) != 0) return printf("failed %s\n", argv[2]), 5;
    if (feeds ? jack_connect(client, jack_port_name(output), argv[3]) != 0
              : jack_connect(client, argv[3], jack_port_name(input)) != 0)
        return printf("failed %s\n", argv[3]), 6;
    printf("ready\n");
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "quit", 4)) break;
        printf("position %ld\ndelay %ld %ld\nsizes %u*1\n", position, delay, delay_frames, jack_get_buffer_size(client));
    }
    jack_client_close(client);
    return 0;
}
