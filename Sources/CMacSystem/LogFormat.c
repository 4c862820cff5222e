// What os_log makes of a format and its arguments.

#include <CRealtime.h>
#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

#include "Log.h"

// Of CoreFoundation, which comes with the library; its headers do not come with the compiler.
typedef const void *Object;
extern Object CFCopyDescription(Object object);
extern unsigned char CFStringGetCString(Object string, char *buffer, long size, uint32_t encoding);
extern unsigned long CFGetTypeID(Object object);
extern unsigned long CFStringGetTypeID(void);
extern void CFRelease(Object object);
static const uint32_t utf8 = 0x08000100;

/// A text that grows to its end and is cut there.
struct text {
    char *at;
    size_t left;
};

static void append(struct text *text, const char *format, ...) __attribute__((__format__(__printf__, 2, 3)));
static void append(struct text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int count = vsnprintf(text->at, text->left, format, arguments);
    va_end(arguments);
    if (count <= 0) return;
    size_t added = (size_t)count < text->left ? (size_t)count : text->left - 1;
    text->at += added;
    text->left -= added;
}

/// One conversion of a format: what stands between the per cent sign and the letter.
struct conversion {
    char words[64];
    char flags[8];
    int width, precision;
    bool has_width, has_precision;
    /// 0 int, 1 long, 2 long long, -1 short, -2 char, 3 long double.
    int length;
    char letter;
};

static bool has_word(const struct conversion *c, const char *word) {
    size_t length = strlen(word);
    for (const char *at = c->words; (at = strstr(at, word)); at += length) {
        bool begins = at == c->words || strchr(", ", at[-1]);
        if (begins && (at[length] == 0 || strchr(", ", at[length]))) return true;
    }
    return false;
}

static const char *parse_number(const char *at, int *value, bool *is_there, va_list *arguments) {
    if (*at == '*') {
        *value = va_arg(*arguments, int);
        *is_there = true;
        return at + 1;
    }
    for (*value = 0; *at >= '0' && *at <= '9'; at++) {
        if (*value < 100000) *value = *value * 10 + (*at - '0');
        *is_there = true;
    }
    return at;
}

/// Reads a conversion, whose per cent sign has been read, and returns what follows it.
static const char *parse(const char *at, struct conversion *c, va_list *arguments) {
    memset(c, 0, sizeof *c);
    if (*at == '{') {
        size_t used = 0;
        for (at++; *at && *at != '}'; at++) {
            if (used + 1 < sizeof c->words) c->words[used++] = *at;
        }
        if (*at) at++;
    }
    for (size_t used = 0; *at && strchr("-+ #0'", *at); at++) {
        if (used + 1 < sizeof c->flags) c->flags[used++] = *at;
    }
    at = parse_number(at, &c->width, &c->has_width, arguments);
    if (*at == '.') {
        c->has_precision = true;
        at = parse_number(at + 1, &c->precision, &c->has_precision, arguments);
    }
    for (; *at && strchr("hlqjztL", *at); at++) {
        if (*at == 'h') c->length--;
        if (*at == 'l') c->length++;
        if (strchr("qj", *at)) c->length = 2;
        if (strchr("zt", *at)) c->length = 1;
        if (*at == 'L') c->length = 3;
    }
    c->letter = *at;
    return *at ? at + 1 : at;
}

/// The conversion as printf takes it, with numbers in place of asterisks and another length.
static void spell(const struct conversion *c, const char *length, char *format, size_t size) {
    struct text text = {format, size};
    append(&text, "%%%s", c->flags);
    if (c->has_width) append(&text, "%d", c->width);
    if (c->has_precision && c->precision >= 0) append(&text, ".%d", c->precision);
    append(&text, "%s%c", length, c->letter);
}

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"

static void append_integer(struct text *text, const struct conversion *c, va_list *arguments, bool is_hidden) {
    bool is_unsigned = !strchr("dicD", c->letter);
    long long value = c->length >= 2 ? va_arg(*arguments, long long)
        : c->length == 1            ? (long long)va_arg(*arguments, long)
                                    : (long long)va_arg(*arguments, int);
    if (is_hidden) return append(text, "<private>");
    if (is_unsigned && c->length < 1) value = (long long)(unsigned)value;
    if (c->length == -1) value = is_unsigned ? (long long)(unsigned short)value : (long long)(short)value;
    if (c->length <= -2) value = is_unsigned ? (long long)(unsigned char)value : (long long)(signed char)value;
    if (has_word(c, "errno") || has_word(c, "darwin.errno")) {
        char name[128] = "";
        return append(text, "[%lld: %s]", value, strerror_r((int)value, name, sizeof name));
    }
    if (has_word(c, "bool")) return append(text, "%s", value ? "true" : "false");
    if (has_word(c, "BOOL")) return append(text, "%s", value ? "YES" : "NO");
    if (has_word(c, "time_t")) {
        time_t seconds = (time_t)value;
        struct tm fields;
        char date[32] = "";
        // In universal time: local time would read the files of the time zones.
        if (gmtime_r(&seconds, &fields)) strftime(date, sizeof date, "%Y-%m-%d %H:%M:%SZ", &fields);
        return append(text, "%s", date);
    }
    char format[64];
    spell(c, c->letter == 'c' ? "" : "ll", format, sizeof format);
    if (c->letter == 'c') {
        append(text, format, (int)value);
    } else {
        append(text, format, value);
    }
}

static void append_real(struct text *text, const struct conversion *c, va_list *arguments, bool is_hidden) {
    long double value = c->length == 3 ? va_arg(*arguments, long double) : (long double)va_arg(*arguments, double);
    if (is_hidden) return append(text, "<private>");
    char format[64];
    spell(c, "", format, sizeof format);
    append(text, format, (double)value);
}

static void append_string(struct text *text, const struct conversion *c, const char *string) {
    char format[64];
    spell(c, "", format, sizeof format);
    append(text, format, string ? string : "(null)");
}

#pragma clang diagnostic pop

/// The bytes of `%.16P`: an identifier or an address if the words say so, else numbers.
static void append_bytes(struct text *text, const struct conversion *c, const unsigned char *bytes) {
    int count = c->has_precision ? c->precision : 0;
    if (!bytes || count <= 0) return append(text, "(null)");
    char address[INET6_ADDRSTRLEN];
    if (count == 16 && has_word(c, "network:in6_addr") && inet_ntop(AF_INET6, bytes, address, sizeof address)) {
        return append(text, "%s", address);
    }
    bool is_identifier = count == 16 && has_word(c, "uuid_t");
    for (int i = 0; i < count && text->left > 1; i++) {
        bool breaks = is_identifier && (i == 4 || i == 6 || i == 8 || i == 10);
        append(text, "%s%02X", breaks ? "-" : !is_identifier && i > 0 ? " " : "", bytes[i]);
    }
}

static void append_object(struct text *text, Object object) {
    if (!object) return append(text, "(null)");
    if (realtime_is_in_cycle()) return append(text, "%p", object);
    Object description = CFGetTypeID(object) == CFStringGetTypeID() ? NULL : CFCopyDescription(object);
    char buffer[LOG_MESSAGE_SIZE];
    if (CFStringGetCString(description ? description : object, buffer, sizeof buffer, utf8)) append(text, "%s", buffer);
    else append(text, "%p", object);
    if (description) CFRelease(description);
}

/// Writes one conversion. Texts and objects are private unless the format says that they are public; numbers are public.
static void convert(struct text *text, const struct conversion *c, va_list *arguments, int failure, bool shows_private) {
    bool is_text = c->letter && strchr("sS@P", c->letter);
    bool is_public = has_word(c, "public") || (!is_text && !has_word(c, "private") && !has_word(c, "sensitive"));
    bool is_hidden = !is_public && !shows_private;
    switch (c->letter) {
    case 'm': {
        char name[128] = "";
        return append(text, "%s", strerror_r(failure, name, sizeof name));
    }
    case 's': {
        const char *string = va_arg(*arguments, const char *);
        return is_hidden ? append(text, "<private>") : append_string(text, c, string);
    }
    case 'S': {
        const wchar_t *string = va_arg(*arguments, const wchar_t *);
        return is_hidden ? append(text, "<private>") : append(text, "%ls", string ? string : L"(null)");
    }
    case '@': {
        Object object = va_arg(*arguments, Object);
        return is_hidden ? append(text, "<private>") : append_object(text, object);
    }
    case 'P': {
        const void *bytes = va_arg(*arguments, const void *);
        return is_hidden ? append(text, "<private>") : append_bytes(text, c, bytes);
    }
    case 'p': {
        const void *pointer = va_arg(*arguments, const void *);
        return is_hidden ? append(text, "<private>") : append(text, "%p", pointer);
    }
    case 'd': case 'i': case 'D': case 'u': case 'x': case 'X': case 'o': case 'c':
        return append_integer(text, c, arguments, is_hidden);
    case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A':
        return append_real(text, c, arguments, is_hidden);
    default: return;
    }
}

void log_format(char *buffer, size_t size, const char *format, va_list arguments, int failure, bool shows_private) {
    struct text text = {buffer, size};
    va_list rest;
    va_copy(rest, arguments);
    *buffer = 0;
    while (*format && text.left > 1) {
        if (*format != '%') {
            *text.at++ = *format++;
            *text.at = 0;
            text.left--;
        } else if (format[1] == '%') {
            append(&text, "%%");
            format += 2;
        } else {
            struct conversion c;
            format = parse(format + 1, &c, &rest);
            if (c.letter == 'D') c.letter = 'd';
            convert(&text, &c, &rest, failure, shows_private);
        }
    }
    va_end(rest);
}
