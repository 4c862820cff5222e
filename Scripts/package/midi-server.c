// The program coreaudio-midi-server as it is installed: its code is in libcoreaudio.so, which programs use it with.
int coreaudio_midi_server(void);

int main(void) { return coreaudio_midi_server(); }
