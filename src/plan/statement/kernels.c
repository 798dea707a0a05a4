/* Finds the kernel names of a source. */
#include "plan/statement/kernels.h"

#include <ctype.h>
#include <string.h>

#include "base/identifier.h"

static size_t skip_space(const struct source *source, size_t at)
{
    while (at < source->size_bytes && isspace((unsigned char)source->text[at]))
        at++;
    return at;
}

/* No declaration is longer. Hostile text must not be read repeatedly from every `__global__` on. */
enum { DECLARATION_BYTES_MAX = 4096, DECLARATIONS_MAX = 1024 };

/* Returns the place after the ')' that closes the '(' at `at`. */
static size_t skip_parentheses(const struct source *source, size_t at, size_t end)
{
    int depth = 0;
    for (; at < end; at++) {
        depth += source->text[at] == '(' ? 1 : source->text[at] == ')' ? -1 : 0;
        if (depth == 0)
            return at + 1;
    }
    return at;
}

/*
 * Attributes with arguments begin with two underscores (__launch_bounds__, __cluster_dims__).
 * Kernel names do not.
 */
static bool is_attribute(const struct source *source, size_t start, size_t end)
{
    return end - start > 2 && source->text[start] == '_' && source->text[start + 1] == '_';
}

/* The word before the parameter list, within the declaration. */
static char *kernel_name_behind(struct arena *arena, const struct source *source, size_t at)
{
    size_t limit = source->size_bytes - at < DECLARATION_BYTES_MAX ? source->size_bytes : at + DECLARATION_BYTES_MAX;
    while ((at = skip_space(source, at)) < limit) {
        char c = source->text[at];
        if (c == ';' || c == '{' || c == '}')
            return NULL;
        if (!identifier_has(c)) {
            at++;
            continue;
        }
        size_t end = identifier_end(source, at);
        size_t next = skip_space(source, end);
        if (next < source->size_bytes && source->text[next] == '(') {
            if (!is_attribute(source, at, end))
                return arena_strndup(arena, source->text + at, end - at);
            end = skip_parentheses(source, next, limit);
        }
        at = end;
    }
    return NULL;
}

/* The next whole word `word` from `at` on. size_bytes if there is none. */
static size_t find_word(const struct source *source, const char *word, size_t at)
{
    size_t size = strlen(word);
    while (at < source->size_bytes) {
        const char *found = memmem(source->text + at, source->size_bytes - at, word, size);
        if (!found)
            break;
        size_t start = (size_t)(found - source->text);
        bool begins = start == 0 || !identifier_has(source->text[start - 1]);
        bool ends = start + size == source->size_bytes || !identifier_has(source->text[start + size]);
        if (begins && ends)
            return start;
        at = identifier_end(source, start);
    }
    return source->size_bytes;
}

size_t kernels_list(struct arena *arena, const struct source *source, const char **out_names)
{
    static const char keyword[] = "__global__";
    size_t count = 0;
    size_t at = find_word(source, keyword, 0);
    for (int seen = 0; at < source->size_bytes && count < PLAN_KERNELS_LISTED_MAX && seen < DECLARATIONS_MAX; seen++) {
        at += sizeof keyword - 1;
        char *name = kernel_name_behind(arena, source, at);
        if (name)
            out_names[count++] = name;
        at = find_word(source, keyword, at);
    }
    return count;
}

const char *kernel_name_tail(const char *kernel)
{
    for (const char *part; (part = strstr(kernel, "::"));)
        kernel = part + 2;
    return kernel;
}

static bool is_in_plan_line(const struct source *source, size_t at)
{
    size_t start = at, first = source_start(source);
    while (start > first && source->text[start - 1] != '\n')
        start--;
    while (start < at && (source->text[start] == ' ' || source->text[start] == '\t'))
        start++;
    return at - start >= 3 && memcmp(source->text + start, "//!", 3) == 0;
}

bool kernels_may_define(const struct source *source, const char *name)
{
    if (memmem(source->text, source->size_bytes, "##", 2))
        return true;
    size_t at = find_word(source, name, 0);
    while (at < source->size_bytes) {
        if (!is_in_plan_line(source, at))
            return true;
        const char *end = memchr(source->text + at, '\n', source->size_bytes - at);
        at = end ? find_word(source, name, (size_t)(end - source->text)) : source->size_bytes;
    }
    return false;
}
