/* Collects the mistakes of a program. */
#include "program/serve/mistake.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/mangled.h"
#include "base/told.h"
#include "program/serve/contents.h"

enum { FINDINGS_MAX = 200 };

static const struct {
    const char *name;
    bool is_note;
} kinds[] = {
#define MISTAKE(id, name, is_note) {name, is_note},
#include "program/serve/mistakes.def"
};

static bool is_same(const struct program_finding *finding, enum mistake mistake, struct session_place place,
                    const char *message)
{
    bool has_place = finding->file && place.file;
    if (strcmp(finding->name, kinds[mistake].name) != 0)
        return false;
    return has_place ? finding->line == place.line && strcmp(finding->file, place.file) == 0
                     : finding->file == place.file && strcmp(finding->message, message) == 0;
}

void mistake_add(struct session *session, enum mistake mistake, struct session_place place, const char *template,
                 const char *fields, ...)
{
    struct program_result *result = session->result;
    char values[1024], message[2048];
    va_list arguments;
    va_start(arguments, fields);
    vsnprintf(values, sizeof values, fields, arguments);
    va_end(arguments);
    told_print(message, sizeof message, template, "%s", values);
    result->error_count += !kinds[mistake].is_note;
    for (size_t i = 0; i < result->finding_count; i++)
        if (is_same(&result->findings[i], mistake, place, message)) {
            result->findings[i].count++;
            return;
        }
    if (result->finding_count == FINDINGS_MAX)
        return;
    result->findings = session_grow(session, result->findings, result->finding_count, sizeof *result->findings);
    result->findings[result->finding_count++] =
        (struct program_finding){.name = kinds[mistake].name,
                                 .is_note = kinds[mistake].is_note,
                                 .file = place.file,
                                 .line = place.line,
                                 .message = arena_strdup(session->arena, message),
                                 .count = 1};
}

void mistake_add_races(struct session *session, const char *what, size_t first, struct session_place place)
{
    const struct observation *observation = session->device->observation;
    for (size_t i = first; i < observation->finding_count; i++) {
        const struct vgpu_finding *finding = &observation->findings[i];
        if (finding->check == VGPU_CHECK_RACE && finding->other.kernel && *finding->other.kernel)
            mistake_add(session, MISTAKE_STREAM_RACE, place,
                        "{kernel} and {other} are in a race for '{buffer}': no event or synchronisation orders their "
                        "streams",
                        "kernel=%s" TOLD_AND "other=%s" TOLD_AND "buffer=%s", what,
                        mangled_readable(session->arena, finding->other.kernel), finding->buffer);
    }
}

void mistake_add_short_copies(struct session *session, size_t first)
{
    const struct observation *observation = session->device->observation;
    for (size_t i = first; i < observation->finding_count; i++) {
        const struct vgpu_finding *finding = &observation->findings[i];
        const struct content *content = contents_find(session, finding->address);
        if (finding->kind != VGPU_FINDING_UNINITIALISED_GLOBAL || !content || !content->copied.file ||
            content->copied_bytes >= content->size_bytes)
            continue;
        mistake_add(session, MISTAKE_COPY_TOO_SHORT, content->copied,
                    "the copy writes {copied} of the {bytes} bytes of '{buffer}', and a kernel reads what was never "
                    "written",
                    "copied=%" PRIu64 TOLD_AND "bytes=%" PRIu64 TOLD_AND "buffer=%s", content->copied_bytes,
                    content->size_bytes, finding->buffer ? finding->buffer : "");
    }
}

/* Whether the waiting program has memory at the address. */
static bool is_of_host(const struct session *session, uint64_t address)
{
    char path[64], line[512];
    bool is_found = false;
    unsigned long long start, end;
    snprintf(path, sizeof path, "/proc/%d/maps", (int)session->process.pid);
    FILE *maps = fopen(path, "re");
    while (maps && !is_found && fgets(line, sizeof line, maps))
        is_found = sscanf(line, "%llx-%llx", &start, &end) == 2 && start <= address && address < end;
    if (maps)
        fclose(maps);
    return is_found;
}

void mistake_add_host_memory(struct session *session, const char *kernel, size_t first, struct session_place place)
{
    const struct observation *observation = session->device->observation;
    for (size_t i = first; i < observation->finding_count; i++) {
        const struct vgpu_finding *finding = &observation->findings[i];
        if (finding->kind != VGPU_FINDING_OUT_OF_BOUNDS || !is_of_host(session, finding->address))
            continue;
        mistake_add(session, MISTAKE_HOST_POINTER, place,
                    "{kernel} uses a host pointer that it found in a structure or in memory: allocate what it points "
                    "to with cudaMalloc(), and store that pointer",
                    "kernel=%s", kernel);
        return;
    }
}
