/*
 * Any bytes as an exercise file: no crash, no leak, bounded time. A plan loads or has an error.
 * A good plan runs on a device that takes notes and stays within live memory.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "plan/plan.h"

#include "../support/plan_support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char parameters[] = "//? param a f32[n] in\n//? param b f32[n, m] inout\n//? param c f32[n] out\n"
                                 "//? param n i32\n//? param m i32\n//? param x f32\n"
                                 "//? case n=8 m=4 x=0.5\n//? devices 2\n";

static void run(struct plan_file *file, const struct plan *plan)
{
    static struct note_book book; /* too large for the stack; only used parts are cleared */
    struct plan_outcome outcome;
    struct error error = {0};
    book.note_count = book.buffer_count = 0;
    book.problem[0] = '\0';
    bool ran = plan_file_run(file, plan, &book, &outcome, &error);
    if (book.problem[0] || (!ran && error.code == ERROR_NONE))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(buffer_done) struct buffer shown = BUFFER_INIT;
    char *text = arena_alloc(arena, size + 1);
    if (size)
        memcpy(text, data, size);
    struct plan_file file;
    plan_file_read(&file, arena, "x.cu", parameters, sizeof parameters - 1);
    file.source = (struct source){"x.cu", text, size};
    struct diagnostics *diagnostics = diagnostics_new(arena);
    const struct plan *plan = plan_parse(arena, &file.source, diagnostics);
    bool good = plan && plan_check(plan, &file.source, file.parameters, file.parameter_count, diagnostics);
    diagnostics_render(diagnostics, &shown);
    if (good == (diagnostics_error_count(diagnostics) > 0))
        abort();
    if (good) {
        plan_name_expressions(plan, arena);
        plan_needs(plan);
        run(&file, plan);
    }
    return 0;
}
