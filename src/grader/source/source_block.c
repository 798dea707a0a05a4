/* Finds indices that do not fit the launch line: see the header. */
#include "grader/source/source_block.h"

#include <stdbool.h>
#include <string.h>

#include "base/identifier.h"
#include "grader/source/source_launch.h"
#include "grader/source/source_loop.h"
#include "grader/source/source_place.h"
#include "grader/source/source_quiet.h"

/* The first place of the text from `at` on, outside of comments; the size of the source: none. */
static size_t find_from(const struct source *source, size_t at, const char *text)
{
    while (at < source->size_bytes) {
        size_t end = source_quiet_end(source, at);
        if (end == at && source_quiet_begins(source, at, text) && (at == 0 || !identifier_has(source->text[at - 1])))
            return at;
        at = end > at ? end : at + 1;
    }
    return source->size_bytes;
}

static size_t find(const struct source *source, const char *text)
{
    return find_from(source, 0, text);
}

static bool has(const struct source *source, const char *text)
{
    return find(source, text) < source->size_bytes;
}

/* The only launch of the kernel around a line, in a plan of one launch. */
static struct source_launch_found launch_of(const struct source *source, int line, struct arena *arena)
{
    const char *kernel = source_loop_function(source, line, arena);
    if (!kernel || source_launch_count(source, arena) != 1)
        return (struct source_launch_found){0};
    return source_launch_only(source, kernel, arena);
}

static bool is_number(const char *text)
{
    return *text && strspn(text, "0123456789") == strlen(text);
}

struct source_block_width source_block_width(const struct source *source, struct arena *arena)
{
    struct source_place place = source_place_number(source, arena);
    if (!place.slip || *place.axis != 'x' || has(source, "for") || has(source, "while"))
        return (struct source_block_width){0};
    struct source_launch_found launch = launch_of(source, place.line, arena);
    const char *block = launch.line ? source_launch_option(source, launch.kernel, "block=", arena) : "";
    const char *threads = arena_strndup(arena, block, strcspn(block, ","));
    bool differs = is_number(threads) && strcmp(place.size, threads) != 0;
    return differs ? (struct source_block_width){place.line, place.size, launch.line, threads}
                   : (struct source_block_width){0};
}

/* ",(h+7)/8" of "(w+31)/32,(h+7)/8"; NULL: none. Brackets can hold a comma: max(a, b). */
static const char *second_part(const char *option)
{
    int depth = 0;
    for (const char *at = option; *at; at++) {
        depth += (*at == '(') - (*at == ')');
        if (*at == ',' && depth == 0)
            return at;
    }
    return NULL;
}

static bool has_second(const char *option)
{
    const char *part = second_part(option);
    return part && strcmp(part, ",1") != 0 && strncmp(part, ",1,", strlen(",1,")) != 0;
}

/* Whether a part of grid= counts tiles of several rows. */
static bool counts_tiles(const char *part)
{
    return part && (strchr(part, '/') || strstr(part, "ceil_div"));
}

struct source_block_flat source_block_flat(const struct source *source, struct arena *arena)
{
    size_t block = find(source, "blockIdx.y"), thread = find(source, "threadIdx.y"), none = source->size_bytes;
    size_t at = block < thread ? block : thread;
    if (at == none)
        return (struct source_block_flat){0};
    struct source_launch_found launch = launch_of(source, source_quiet_line(source, at), arena);
    const char *grid = launch.line ? source_launch_option(source, launch.kernel, "grid=", arena) : "";
    const char *threads = launch.line ? source_launch_option(source, launch.kernel, "block=", arena) : "";
    bool is_one = !strcmp(grid, "1") && !strcmp(threads, "1");
    if (!*grid || !*threads || is_one)
        return (struct source_block_flat){0};
    bool is_grid_flat = !second_part(grid), is_block_flat = !second_part(threads);
    const char *option = NULL;
    if (!is_grid_flat && is_block_flat && thread < none && counts_tiles(second_part(grid))) {
        at = thread;
        option = "block=";
    } else if (is_grid_flat && !is_block_flat && block < none) {
        at = block;
        option = "grid=";
    } else if (!is_grid_flat || !is_block_flat) {
        return (struct source_block_flat){0};
    }
    return (struct source_block_flat){source_quiet_line(source, at), at == block ? "blockIdx.y" : "threadIdx.y", option,
                                      launch.line};
}

struct source_block_unread source_block_unread(const struct source *source, struct arena *arena)
{
    static const struct {
        const char *option, *name;
    } parts[] = {{"grid=", "blockIdx.y"}, {"block=", "threadIdx.y"}};
    static const char *const others[] = {"asm",         "thread_rank", "thread_index", "block_rank",
                                         "group_index", "dim3",        "uint3"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (has(source, others[i]))
            return (struct source_block_unread){0};
    size_t global = find(source, "__global__"), body = global;
    while (body < source->size_bytes && source->text[body] != '{')
        body++;
    struct source_launch_found launch = launch_of(source, source_quiet_line(source, body), arena);
    for (size_t i = 0; launch.line && i < sizeof parts / sizeof *parts; i++) {
        const char *option = source_launch_option(source, launch.kernel, parts[i].option, arena);
        if (has_second(option) && !has(source, parts[i].name))
            return (struct source_block_unread){launch.line, parts[i].option, parts[i].name};
    }
    return (struct source_block_unread){0};
}

/* The only line with the text; 0: there is none, or there are several. */
static int only_line(const struct source *source, const char *text)
{
    size_t first = find(source, text), end = source_quiet_line_part(source, source_quiet_line(source, first)).end;
    bool is_only = first < source->size_bytes && find_from(source, end, text) == source->size_bytes;
    return is_only ? source_quiet_line(source, first) : 0;
}

struct source_block_axes source_block_axes(const struct source *source, struct arena *arena)
{
    int x_line = only_line(source, "blockIdx.x");
    size_t first = find(source, "blockIdx.x");
    struct source_launch_found launch = launch_of(source, source_quiet_line(source, first), arena);
    const char *grid = launch.line ? source_launch_option(source, launch.kernel, "grid=", arena) : "";
    const char *second = second_part(grid);
    if (!second || second_part(second + 1))
        return (struct source_block_axes){0};
    return (struct source_block_axes){launch.line,
                                      arena_printf(arena, "%s,%.*s", second + 1, (int)(second - grid), grid), x_line};
}
