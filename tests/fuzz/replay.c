/* Runs a fuzz target over the files of a folder without a fuzzer, as a test of the corpus. */
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_MAX_BYTES = 4 * 1024 * 1024, INPUTS_MAX = 20000 };

static bool replay(const char *path, struct error *error)
{
    CLEANUP(buffer_done) struct buffer input = BUFFER_INIT;
    if (!file_read(path, INPUT_MAX_BYTES, &input, error))
        return false;
    LLVMFuzzerTestOneInput((const uint8_t *)buffer_text(&input), input.size_bytes);
    return true;
}

int main(int argument_count, char **arguments)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *const *names;
    size_t count = 0;
    struct error error = {0};
    bool good = argument_count == 2 && file_list_folder(arena, arguments[1], INPUTS_MAX, &names, &count, &error);
    for (size_t i = 0; good && i < count; i++)
        good = replay(path_join(arena, arguments[1], names[i]), &error);
    if (good && count)
        return 0;
    fprintf(stderr, "replay: %s\n", good ? "the folder is empty" : error.message);
    return 1;
}
