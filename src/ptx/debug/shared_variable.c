/* Finds the declaration of a shared variable in the kernel's source. */
#include "ptx/debug/shared_variable.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/expression.h"

enum { EXTENTS_MAX = 4, WORD_BYTES = 64, EXTENT_BYTES = 128 };

/* A position in the source, between tokens. */
struct scan {
    const char *next, *end;
    int line;
};

static bool is_word_byte(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == ':';
}

/* Passes blanks and comments. */
static void skip(struct scan *scan)
{
    while (scan->next < scan->end) {
        size_t left = (size_t)(scan->end - scan->next);
        const char *close = scan->next + 1;
        if (left > 1 && memcmp(scan->next, "//", 2) == 0)
            close = memchr(scan->next, '\n', left);
        else if (left > 3 && memcmp(scan->next, "/*", 2) == 0)
            close = memmem(scan->next + 2, left - 2, "*/", 2);
        else if (!isspace((unsigned char)*scan->next))
            return;
        if (!close)
            close = scan->end;
        for (; scan->next < close; scan->next++)
            scan->line += *scan->next == '\n';
    }
}

/* The next token: a word, or one other character. False at the end. */
static bool take(struct scan *scan, char out_word[WORD_BYTES])
{
    size_t length = 0;
    skip(scan);
    if (scan->next >= scan->end)
        return false;
    do {
        if (length + 1 < WORD_BYTES)
            out_word[length++] = *scan->next;
        scan->next++;
    } while (scan->next < scan->end && is_word_byte(scan->next[-1]) && is_word_byte(*scan->next));
    out_word[length] = '\0';
    return true;
}

/* --- extents ---------------------------------------------------------------------------------- */

/* `#define NAME 32` or `NAME = 32`: a named constant of the file. */
static bool look_up(void *context, const char *name, struct value *out_value)
{
    const struct source *kernel = context;
    struct scan scan = {.next = kernel->text, .end = kernel->text + kernel->size_bytes};
    char word[WORD_BYTES], before[WORD_BYTES] = "", *end;
    while (take(&scan, word)) {
        bool is_name = strcmp(word, name) == 0, is_macro = strcmp(before, "define") == 0;
        memcpy(before, word, sizeof before);
        if (!is_name || !take(&scan, word) || (!is_macro && strcmp(word, "=") != 0))
            continue;
        if (!is_macro && !take(&scan, word))
            return false;
        long long number = strtoll(word, &end, 0);
        if (end == word)
            continue;
        *out_value = (struct value){.integer = number, .real = (double)number};
        return true;
    }
    return false;
}

/* The text up to "]", as a number. 0: unknown. */
static uint64_t take_extent(struct scan *scan, const struct source *kernel, struct arena *arena)
{
    struct expression_environment environment = {.lookup = look_up, .context = (void *)(uintptr_t)kernel};
    const char *close = memchr(scan->next, ']', (size_t)(scan->end - scan->next));
    size_t length = close ? (size_t)(close - scan->next) : 0;
    int64_t number = 0;
    if (!length || length > EXTENT_BYTES)
        return 0;
    const char *text = arena_strndup(arena, scan->next, length);
    const struct expression *expression = expression_parse_text(arena, text, NULL);
    scan->next = close + 1;
    if (!expression || !expression_evaluate_integer(expression, &environment, &number, NULL) || number < 0)
        return 0;
    return (uint64_t)number;
}

/* --- types ------------------------------------------------------------------------------------ */

/* For types that only shared memory uses: the debug data does not have them. */
static const struct ptx_debug_type plain_types[] = {
    {.kind = PTX_DEBUG_FLOAT, .name = "float", .size_bytes = 4},
    {.kind = PTX_DEBUG_FLOAT, .name = "double", .size_bytes = 8},
    {.kind = PTX_DEBUG_FLOAT, .name = "half", .size_bytes = 2},
    {.kind = PTX_DEBUG_FLOAT, .name = "__half", .size_bytes = 2},
    {.kind = PTX_DEBUG_BFLOAT, .name = "__nv_bfloat16", .size_bytes = 2},
    {.kind = PTX_DEBUG_SIGNED, .name = "int", .size_bytes = 4},
    {.kind = PTX_DEBUG_SIGNED, .name = "int32_t", .size_bytes = 4},
    {.kind = PTX_DEBUG_SIGNED, .name = "short", .size_bytes = 2},
    {.kind = PTX_DEBUG_SIGNED, .name = "long long", .size_bytes = 8},
    {.kind = PTX_DEBUG_UNSIGNED, .name = "unsigned", .size_bytes = 4},
    {.kind = PTX_DEBUG_UNSIGNED, .name = "unsigned int", .size_bytes = 4},
    {.kind = PTX_DEBUG_UNSIGNED, .name = "uint32_t", .size_bytes = 4},
    {.kind = PTX_DEBUG_UNSIGNED, .name = "unsigned char", .size_bytes = 1},
    {.kind = PTX_DEBUG_UNSIGNED, .name = "uint8_t", .size_bytes = 1},
    {.kind = PTX_DEBUG_UNSIGNED, .name = "unsigned short", .size_bytes = 2},
    {.kind = PTX_DEBUG_UNSIGNED, .name = "unsigned long long", .size_bytes = 8},
    {.kind = PTX_DEBUG_CHARACTER, .name = "char", .size_bytes = 1},
    {.kind = PTX_DEBUG_BOOLEAN, .name = "bool", .size_bytes = 1},
};

static const struct ptx_debug_type *find_type(const struct type_table *types, const char *name)
{
    const struct ptx_debug_type *type = type_named(types, name);
    for (size_t i = 0; !type && i < sizeof plain_types / sizeof plain_types[0]; i++)
        if (strcmp(plain_types[i].name, name) == 0)
            type = &plain_types[i];
    return type && type->size_bytes ? type : NULL;
}

/* The type with these extents, if it has the variable's size; else one extent that has. */
static const struct ptx_debug_type *array_of(const struct ptx_debug_type *element, const uint64_t *extents,
                                             uint32_t count, uint64_t size_bytes, struct arena *arena)
{
    uint64_t total = element->size_bytes, flat = size_bytes / element->size_bytes;
    for (uint32_t i = 0; i < count; i++)
        if (!extents[i] || __builtin_mul_overflow(total, extents[i], &total))
            total = 0;
    if (total != size_bytes) {
        extents = &flat;
        count = 1;
    }
    const char *suffix = "";
    for (uint32_t i = count; i-- > 0;) {
        struct ptx_debug_type *array = ARENA_NEW(arena, struct ptx_debug_type);
        suffix = arena_printf(arena, "[%llu]%.80s", (unsigned long long)extents[i], suffix);
        *array = (struct ptx_debug_type){.kind = PTX_DEBUG_ARRAY, .element = element, .count = extents[i]};
        array->size_bytes = extents[i] * element->size_bytes;
        array->name = suffix;
        element = array;
    }
    return element;
}

/* --- declarations ----------------------------------------------------------------------------- */

/* The parts of a declaration up to the wanted name and its extents. */
struct declaration {
    char type[2 * WORD_BYTES];
    uint64_t extents[EXTENTS_MAX];
    uint32_t count;
};

static void pass_to(struct scan *scan, char c)
{
    const char *found = memchr(scan->next, c, (size_t)(scan->end - scan->next));
    scan->next = found ? found + 1 : scan->end;
}

static bool is_passed(const char *word)
{
    static const char *const passed[] = {"alignas", "__align__", "volatile", "const", "static", "extern",
                                         "struct",  "union",     "enum",     "class", "*"};
    for (size_t i = 0; i < sizeof passed / sizeof passed[0]; i++)
        if (strcmp(word, passed[i]) == 0)
            return true;
    return false;
}

/* Takes words up to `name`. False: the declaration is of other variables. */
static bool take_type(struct scan *scan, const char *name, struct declaration *declaration)
{
    char word[WORD_BYTES], *type = declaration->type;
    while (take(scan, word) && strcmp(word, ";") != 0 && strcmp(word, "{") != 0) {
        char *last = strrchr(type, ' ');
        if (strcmp(word, "(") == 0)
            pass_to(scan, ')');
        else if (strcmp(word, "[") == 0)
            pass_to(scan, ']');
        else if (strcmp(word, ",") == 0 && last) /* the word before was another variable */
            *last = '\0';
        else if (strcmp(word, name) == 0 && *type)
            return true;
        else if (!is_passed(word) && is_word_byte(word[0]) &&
                 strlen(type) + strlen(word) + 2 < sizeof declaration->type)
            strcat(strcat(type, *type ? " " : ""), word);
    }
    return false;
}

/* After __shared__: fills the variable if the declaration is of `name`. */
static bool take_declaration(struct scan *scan, const struct type_table *types, const struct source *kernel,
                             const char *name, uint64_t size_bytes, struct arena *arena,
                             struct ptx_debug_variable *variable)
{
    struct declaration found = {.type = ""};
    char word[WORD_BYTES];
    if (!take_type(scan, name, &found))
        return false;
    variable->line = scan->line;
    while (found.count < EXTENTS_MAX && take(scan, word) && strcmp(word, "[") == 0)
        found.extents[found.count++] = take_extent(scan, kernel, arena);
    const struct ptx_debug_type *element = find_type(types, found.type);
    if (!element || size_bytes % element->size_bytes)
        return false;
    variable->type = element;
    if (found.count) {
        struct ptx_debug_type *array = ARENA_NEW(arena, struct ptx_debug_type);
        *array = *array_of(element, found.extents, found.count, size_bytes, arena);
        array->name = arena_printf(arena, "%s%s", element->name, array->name);
        variable->type = array;
    }
    return variable->type->size_bytes == size_bytes;
}

bool shared_variable_find(const struct type_table *types, const struct source *kernel, const char *name,
                          uint64_t size_bytes, struct arena *arena, struct ptx_debug_variable *variable)
{
    struct scan scan = {.next = kernel->text, .end = kernel->text + kernel->size_bytes, .line = 1};
    char word[WORD_BYTES];
    while (take(&scan, word)) {
        if (strcmp(word, "__shared__") != 0)
            continue;
        struct scan inner = scan;
        if (take_declaration(&inner, types, kernel, name, size_bytes, arena, variable))
            return true;
    }
    return false;
}
