/*
 * Any bytes as a wrong kernel: the search for its cause does not crash or leak, and takes bounded
 * time. A cause names a line of the source.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "grader/cause/cause.h"
#include "grader/cause/cause_remark.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int count_lines(const struct source *source)
{
    int lines = 1;
    for (size_t i = 0; i < source->size_bytes; i++)
        lines += source->text[i] == '\n';
    return lines;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    char *text = arena_alloc(arena, size + 1);
    if (size)
        memcpy(text, data, size);
    struct source source = {"kernel.cu", text, size};
    struct verdict verdict = {.arena = arena, .source = &source, .diagnostics = diagnostics_new(arena)};
    for (unsigned i = 0; i < 4; i++) {
        struct wrong_element first = {.got = 0, .expected = i % 2 ? 1 : -1, .never_written = i / 2 == 1};
        struct wrong_buffer wrong = {.parameter = "c", .first = {first}, .first_count = 1};
        struct cause_evidence evidence = {
            .wrong = &wrong, .is_unsafe = i % 2, .is_misplaced = true, .begin = i % 2 ? 1 : -1};
        struct sentence cause = cause_find(&verdict, &evidence);
        if (cause.text && (cause.line < 1 || cause.line > count_lines(&source)))
            abort();
    }
    cause_find_of_work(&verdict);
    cause_remark_add(&verdict, "Wrong.");
    cause_remark_after_quotient(&verdict, "Wrong.");
    return 0;
}
