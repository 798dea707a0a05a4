/* Reads the messages of clang and of the linker. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/local_includes.h"
#include "program/build/host_build.h"

/* message = file ":" line ":" column ": " ["fatal "] severity ": " text */
struct message {
    const char *file;
    int line, column;
    enum diagnostic_severity severity;
    const char *text;
};

static bool take_number(const char **at, int *out_number)
{
    char *end;
    long number = strtol(*at, &end, 10);
    if (end == *at || *end != ':' || number < 0 || number > 1 << 30)
        return false;
    *out_number = (int)number;
    *at = end + 1;
    return true;
}

static bool take_word(const char **at, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(*at, word, length) != 0)
        return false;
    *at += length;
    return true;
}

/* Splits a line of the log, which is changed. */
static bool read_message(char *line, struct message *out_message)
{
    for (char *colon = strchr(line, ':'); colon; colon = strchr(colon + 1, ':')) {
        const char *at = colon + 1;
        struct message message = {.file = line};
        if (!take_number(&at, &message.line) || !take_number(&at, &message.column))
            continue;
        at += strspn(at, " ");
        take_word(&at, "fatal ");
        if (take_word(&at, "note: "))
            return false;
        message.severity = take_word(&at, "warning: ") ? DIAGNOSTIC_WARNING : DIAGNOSTIC_ERROR;
        if (message.severity == DIAGNOSTIC_ERROR && !take_word(&at, "error: "))
            return false;
        *colon = '\0';
        message.text = at;
        *out_message = message;
        return true;
    }
    return false;
}

static bool starts_with(const char *name, const char *prefix)
{
    return name && strncmp(name, prefix, strlen(prefix)) == 0;
}

static bool is_toolkit_name(const char *name)
{
    static const char *const prefixes[] = {"cuda", "cublas", "curand", "cufft", "cusparse", "thrust", "cusolver"};
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        if (starts_with(name, prefixes[i]))
            return true;
    return false;
}

/* Says what to do about a function that is called wrongly, or that the runtime does not have. */
static void add_hint(struct diagnostics *diagnostics, const char *text, const char *name)
{
    if (strstr(text, "'texture'") || starts_with(name, "cudaBindTexture"))
        diagnostics_hint(diagnostics, "texture references ended with CUDA 12: make a texture object with "
                                      "cudaCreateTextureObject() and pass it to the kernel");
    else if (strstr(text, "'surface'") || starts_with(name, "cudaBindSurface"))
        diagnostics_hint(diagnostics, "surface references ended with CUDA 12: make a surface object with "
                                      "cudaCreateSurfaceObject() and pass it to the kernel");
    else if (starts_with(name, "cudaMemcpy") && strstr(text, "no matching function"))
        diagnostics_hint(diagnostics, "the arguments do not fit: the destination comes first and cannot be const, then "
                                      "the source, the bytes and the direction");
    else if (name && is_toolkit_name(name) && strstr(text, "no matching function"))
        diagnostics_hint(diagnostics,
                         "the arguments do not fit: pass the address of the variable that the call sets, as &pointer");
    else if (name && is_toolkit_name(name))
        diagnostics_hint(diagnostics, "warpschool's runtime does not have it: doc/programs.md lists its functions");
}

static const struct source *find_source(const struct source *sources, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, sources[i].name) == 0)
            return &sources[i];
    return NULL;
}

static void add_message(const struct message *message, const struct source *sources, size_t source_count,
                        struct diagnostics *diagnostics)
{
    const char *header = local_includes_name(message->file);
    const struct source *source = find_source(sources, source_count, message->file);
    if (source)
        diagnostics_add(diagnostics, message->severity, source,
                        (struct location){message->line, message->column ? message->column : 1, 1}, "%s",
                        message->text);
    else
        diagnostics_add(diagnostics, message->severity, sources, (struct location){0}, "%s:%d: %s",
                        header ? header : message->file, message->line, message->text);
    const char *quote = strchr(message->text, '\'');
    add_hint(diagnostics, message->text, quote ? quote + 1 : NULL);
}

/* undefined = .. "undefined" (" symbol: " | " reference to `") name */
static void read_undefined(const char *line, const struct source *source, struct diagnostics *diagnostics)
{
    const char *at = strstr(line, "undefined symbol: ");
    at = at ? at + strlen("undefined symbol: ") : strstr(line, "undefined reference to ");
    if (!at)
        return;
    at += strncmp(at, "undefined reference to ", 23) == 0 ? 24 : 0;
    size_t length = strcspn(at, "'`\n");
    diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, source, (struct location){0}, "there is no '%.*s' to link with",
                    (int)length, at);
    add_hint(diagnostics, "", at);
}

void host_build_read_log(const char *log, const struct source *sources, size_t source_count,
                         struct diagnostics *diagnostics)
{
    char *copy = strdup(log), *rest = copy, *line;
    while (copy && (line = strsep(&rest, "\n")) != NULL) {
        struct message message;
        if (read_message(line, &message))
            add_message(&message, sources, source_count, diagnostics);
        else
            read_undefined(line, sources, diagnostics);
    }
    free(copy);
}
