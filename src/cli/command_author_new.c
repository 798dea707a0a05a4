/* `author-new` and `author-schema`. */
#include "app/author_new.h"
#include "base/executable.h"
#include "cli/invocation.h"
#include "cli/output.h"

/* The folder to write to: the named one, or the program's course. */
static bool choose_root(const struct invocation *invocation, const char **out_root, struct error *error)
{
    struct resource_root root;
    const char *into = invocation_option(invocation, "into");
    if (!into)
        into = invocation_option(invocation, "root");
    if (!into && !resource_root_find(invocation->arena, &root, error))
        return false;
    *out_root = into ? into : root.path;
    return true;
}

int command_author_new(struct invocation *invocation)
{
    struct error error = {0};
    const char *root, *const *paths;
    const char *name = invocation_argument(invocation, 0);
    uint64_t week;
    if (!choose_root(invocation, &root, &error) ||
        !invocation_number(invocation, "week", (struct option_range){0, 52, 1}, &week, &error) ||
        !author_new(root, name, (int)week, invocation->arena, &paths, &error))
        return output_failure(&error);
    for (; *paths; paths++)
        output_line("%s", *paths);
    const char *pack = invocation_has(invocation, "into") ? arena_printf(invocation->arena, " --pack %s", root) : "";
    const char *id = author_new_lesson_id(name, (int)week, invocation->arena);
    output_line("now and after each change, store what its steps show, then prove the lesson:");
    output_line("warpschool author-check %s%s --write-steps", id, pack);
    output_line("warpschool author-check %s%s", id, pack);
    return EXIT_PASSED;
}

int command_author_schema(struct invocation *invocation)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    (void)invocation;
    author_schema(&text);
    output_print(&text);
    return EXIT_PASSED;
}
