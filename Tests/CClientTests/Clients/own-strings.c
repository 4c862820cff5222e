// Defines strlcpy and strlcat, as programs do if configure finds none in the system's library.
#ifdef __cplusplus
extern "C" {
#endif
#include <string.h>

size_t strlcpy(char *destination, const char *source, size_t size);
size_t strlcat(char *destination, const char *source, size_t size);

static int copies = 0;

size_t strlcpy(char *destination, const char *source, size_t size) {
    copies++;
    if (size > 0) strncpy(destination, source, size - 1)[size - 1] = 0;
    return strlen(source);
}

size_t strlcat(char *destination, const char *source, size_t size) {
    size_t length = strlen(destination);
    return length + strlcpy(destination + length, source, size - length);
}
#ifdef __cplusplus
}
#endif

int main(int count, char **arguments) {
    char text[8] = "";
    (void)count;
    if (strlcpy(text, arguments[1], sizeof text) != 2 || strlcat(text, arguments[1], sizeof text) != 4) return 1;
    return strcmp(text, "abab") == 0 && copies == 2 ? 0 : 2;
}
