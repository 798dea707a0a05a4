#include "device/printed.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PRINTED_BYTES_MAX = 4 << 20, LINE_BYTES_MAX = 1024 };

bool printed_capture(struct error *error)
{
    int file = memfd_create("printed", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0)
        return error_set_errno(error, "a file for what kernels print");
    bool done = fflush(stdout) == 0 && dup2(file, STDOUT_FILENO) >= 0;
    close(file);
    return done || error_set_errno(error, "a file for what kernels print");
}

/* Files that may be sealed and are not: of files in memory only those that were made so (memfd_create(2)). */
static bool is_captured(void)
{
    return fcntl(STDOUT_FILENO, F_GET_SEALS) == 0;
}

static void add_line(struct observation *observation, const char *text, size_t length)
{
    observation->printed_total++;
    if (observation->printed_count == OBSERVATION_PRINTED_MAX)
        return;
    if (!observation->printed)
        observation->printed = ARENA_ARRAY(observation->arena, OBSERVATION_PRINTED_MAX, struct printed_line);
    length = length < LINE_BYTES_MAX ? length : LINE_BYTES_MAX;
    observation->printed[observation->printed_count++] =
        (struct printed_line){.text = arena_strndup(observation->arena, text, length)};
}

static void add_lines(struct observation *observation, const char *text, size_t size_bytes)
{
    for (const char *end = text + size_bytes; text < end;) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((newline ? newline : end) - text);
        add_line(observation, text, length);
        text += length + 1;
    }
}

void printed_collect(struct observation *observation)
{
    struct stat status;
    if (!is_captured() || fflush(stdout) || fstat(STDOUT_FILENO, &status) || !status.st_size)
        return;
    size_t wanted_bytes = status.st_size < PRINTED_BYTES_MAX ? (size_t)status.st_size : PRINTED_BYTES_MAX;
    char *text = malloc(wanted_bytes);
    if (!text)
        abort();
    ssize_t size_bytes = pread(STDOUT_FILENO, text, wanted_bytes, 0);
    if (size_bytes > 0)
        add_lines(observation, text, (size_t)size_bytes);
    free(text);
    if (ftruncate(STDOUT_FILENO, 0) == 0)
        lseek(STDOUT_FILENO, 0, SEEK_SET);
}
