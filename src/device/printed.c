/* Captures printf output of kernels on a GPU. */
#include "device/printed.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PRINTED_BYTES_MAX = 4 << 20, LINE_BYTES_MAX = 1024, FILE_BYTES = 16 << 20 };

bool printed_capture(struct error *error)
{
    int file = memfd_create("printed", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0)
        return error_set_errno(error, "a file for what kernels print");
    /*
     * A format with a huge width could fill the memory. So the file has its full size from the
     * start and cannot grow.
     */
    bool done = ftruncate(file, FILE_BYTES) == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_GROW) == 0 && fflush(stdout) == 0 &&
                dup2(file, STDOUT_FILENO) >= 0;
    close(file);
    return done || error_set_errno(error, "a file for what kernels print");
}

/* Only this file has seals against growing (memfd_create(2)). */
static bool is_captured(void)
{
    return fcntl(STDOUT_FILENO, F_GET_SEALS) == F_SEAL_GROW;
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

/* The newlines belong to the lines, or they only divide them. */
static void add_lines(struct observation *observation, const char *text, size_t size_bytes, bool with_newlines)
{
    for (const char *end = text + size_bytes; text < end;) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((newline ? newline : end) - text);
        add_line(observation, text, length + (newline && with_newlines));
        text += length + 1;
    }
}

/* Frees the memory and starts over. Drops the output for which stdio found no room. */
static void empty_file(void)
{
    clearerr(stdout);
    lseek(STDOUT_FILENO, 0, SEEK_SET);
    fallocate(STDOUT_FILENO, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, FILE_BYTES);
}

static void collect(struct observation *observation, bool with_newlines)
{
    if (!is_captured())
        return;
    if (fflush(stdout))
        __fpurge(stdout);
    off_t end = lseek(STDOUT_FILENO, 0, SEEK_CUR);
    if (end <= 0)
        return;
    size_t wanted_bytes = end < PRINTED_BYTES_MAX ? (size_t)end : PRINTED_BYTES_MAX;
    char *text = malloc(wanted_bytes);
    if (!text)
        abort();
    ssize_t size_bytes = pread(STDOUT_FILENO, text, wanted_bytes, 0);
    if (size_bytes > 0)
        add_lines(observation, text, (size_t)size_bytes, with_newlines);
    free(text);
    empty_file();
}

void printed_collect(struct observation *observation)
{
    collect(observation, false);
}

bool printed_begin(struct printed_pause *out_pause, struct error *error)
{
    out_pause->stdout_fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (out_pause->stdout_fd < 0)
        return error_set_errno(error, "a file for what kernels print");
    if (printed_capture(error))
        return true;
    printed_end(out_pause, NULL);
    return false;
}

void printed_end(struct printed_pause *pause, struct observation *observation)
{
    if (pause->stdout_fd < 0)
        return;
    if (observation)
        collect(observation, true);
    dup2(pause->stdout_fd, STDOUT_FILENO);
    close(pause->stdout_fd);
    pause->stdout_fd = -1;
}
