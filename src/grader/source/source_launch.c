/* Finds slips in launch lines: see the header. */
#include "grader/source/source_launch.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/identifier.h"
#include "grader/source/source_quiet.h"

enum { NAMES_MAX = 64 };

/* Names of a list; "" stands for a part that is no name alone. */
struct names {
    const char *items[NAMES_MAX];
    const char *leads[NAMES_MAX]; /* the first words: "c" of "c + n" */
    const char *texts[NAMES_MAX]; /* the whole parts */
    int count;
};

struct launch {
    int line;
    const char *kernel, *instance;
    struct names arguments;
    const char *after; /* its arguments, and its options */
};

/* The plan lines alone: each other byte is a blank, so that a byte keeps its place. */
static char *plan_text(const struct source *source, struct arena *arena)
{
    char *text = arena_strndup(arena, source->text, source->size_bytes);
    size_t mark = 0, begin = 0; /* of the line */
    for (size_t at = 0; at < source->size_bytes; at++) {
        if (!at || source->text[at - 1] == '\n') {
            begin = at;
            mark = source_quiet_begins(source, at, "//!") ? strlen("//!") : 0;
        }
        if (!mark || at < begin + mark || !text[at])
            text[at] = ' ';
    }
    return text;
}

static const char *skip_blanks(const char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

static const char *word_end(const char *at)
{
    while (identifier_has(*at))
        at++;
    return at;
}

/* The last word of a part: the name in `const float *a`, and in the argument `a`. */
static const char *last_word(const char *begin, const char *end, struct arena *arena)
{
    while (end > begin && isspace((unsigned char)end[-1]))
        end--;
    const char *word = end;
    while (word > begin && identifier_has(word[-1]))
        word--;
    return arena_strndup(arena, word, (size_t)(end - word));
}

/* The names of the list after an opening bracket. */
static struct names names_of(const char *at, bool are_alone, struct arena *arena)
{
    struct names names = {.count = 0};
    const char *begin = at;
    for (int depth = 0; *at && names.count < NAMES_MAX; at++) {
        bool is_end = depth == 0 && *at == ')';
        if (is_end || (depth == 0 && *at == ',')) {
            const char *name = skip_blanks(begin), *end = skip_blanks(word_end(name));
            bool is_name = !are_alone || end == at;
            names.leads[names.count] = arena_strndup(arena, name, (size_t)(word_end(name) - name));
            names.texts[names.count] = arena_strndup(arena, name, (size_t)(at - name));
            names.items[names.count++] = is_name ? last_word(begin, at, arena) : "";
            begin = at + 1;
        }
        if (is_end)
            break;
        depth += (*at == '(') - (*at == ')');
    }
    return names;
}

/* The next `launch NAME<..>(..)` from `*at` on, which moves past its kernel. */
static bool next_launch(const struct source *source, const char *text, const char **at, struct arena *arena,
                        struct launch *out)
{
    static const char keyword[] = "launch ";
    for (const char *found = *at; (found = strstr(found, keyword)); found++) {
        const char *name = skip_blanks(found + strlen(keyword)), *open = word_end(name);
        bool is_word = found == text || !identifier_has(found[-1]);
        out->kernel = arena_strndup(arena, name, (size_t)(open - name));
        if (*open == '<')
            open += strcspn(open, "(");
        out->instance = arena_strndup(arena, name, (size_t)(open - name));
        if (!is_word || !*out->kernel || *open != '(')
            continue;
        out->line = source_quiet_line(source, (size_t)(found - text));
        out->arguments = names_of(open + 1, true, arena);
        out->after = open;
        *at = open;
        return true;
    }
    return false;
}

/* The parameters of the kernel. None: it is not found. */
static struct names parameters_of(const struct source *source, const char *kernel, struct arena *arena)
{
    bool is_global = false;
    size_t length = strlen(kernel);
    for (size_t at = 0; at + length < source->size_bytes;) {
        size_t end = source_quiet_end(source, at);
        if (end == at && source_quiet_begins(source, at, "__global__"))
            is_global = true;
        else if (end == at && strchr(";{", source->text[at]))
            is_global = false;
        bool is_named = end == at && is_global && at > 0 && !identifier_has(source->text[at - 1]) &&
                        source_quiet_begins(source, at, kernel) && source->text[at + length] == '(';
        if (is_named) {
            size_t begin = at + length + 1;
            return names_of(arena_strndup(arena, source->text + begin, source->size_bytes - begin), false, arena);
        }
        at = end > at ? end : at + 1;
    }
    return (struct names){.count = 0};
}

/* Whether some launch of the kernel passes `name` in this place. */
static bool is_passed_at(const struct source *source, const char *text, const struct launch *of, int place,
                         const char *name, struct arena *arena)
{
    struct launch launch;
    for (const char *at = text; next_launch(source, text, &at, arena, &launch);)
        if (!strcmp(launch.kernel, of->kernel) && place < launch.arguments.count &&
            !strcmp(launch.arguments.items[place], name))
            return true;
    return false;
}

struct source_launch_exchange source_launch_exchange(const struct source *source, struct arena *arena)
{
    const char *text = plan_text(source, arena);
    struct launch launch;
    for (const char *at = text; next_launch(source, text, &at, arena, &launch);) {
        struct names parameters = parameters_of(source, launch.kernel, arena);
        const char *const *given = launch.arguments.items, *const *named = parameters.items;
        int count = parameters.count < launch.arguments.count ? parameters.count : launch.arguments.count;
        for (int i = 0; i < count; i++)
            for (int j = i + 1; j < count; j++) {
                bool is_exchanged = *given[i] && !strcmp(given[i], named[j]) && !strcmp(given[j], named[i]) &&
                                    strcmp(given[i], given[j]) != 0;
                if (is_exchanged && !is_passed_at(source, text, &launch, i, named[i], arena))
                    return (struct source_launch_exchange){launch.line, named[i], named[j]};
            }
    }
    return (struct source_launch_exchange){0};
}

/* The begin of the sum's first part, which is before the `+` at `plus`: one name or product. */
static const char *sum_begin(const char *text, const char *plus)
{
    while (plus > text && (identifier_has(plus[-1]) || strchr("* ", plus[-1])))
        plus--;
    return skip_blanks(plus);
}

static bool quotient_at(const char *text, const char *plus, struct arena *arena, struct source_launch_quotient *out)
{
    const char *first = skip_blanks(plus + 1), *begin = sum_begin(text, plus);
    char *slash, *end;
    unsigned long dividend = strtoul(first, &slash, 10);
    const char *second = skip_blanks(skip_blanks(slash) + 1);
    if (!isdigit((unsigned char)*first) || *skip_blanks(slash) != '/' || !isdigit((unsigned char)*second))
        return false;
    unsigned long divisor = strtoul(second, &end, 10);
    bool is_name = begin < plus && (isalpha((unsigned char)*begin) || *begin == '_');
    if (!is_name || !dividend || divisor != dividend + 1 || identifier_has(*end))
        return false;
    const char *sum_end = plus;
    while (sum_end[-1] == ' ')
        sum_end--;
    out->sum = arena_strndup(arena, begin, (size_t)(sum_end - begin));
    out->quotient = arena_strndup(arena, first, (size_t)(end - first));
    out->written = arena_strndup(arena, begin, (size_t)(end - begin));
    out->right = arena_printf(arena, "(%.*s)%.*s", (int)(slash - begin), begin, (int)(end - slash), slash);
    return true;
}

struct source_launch_quotient source_launch_quotient(const struct source *source, struct arena *arena)
{
    const char *text = plan_text(source, arena);
    struct source_launch_quotient found = {0};
    for (const char *plus = strchr(text, '+'); plus; plus = strchr(plus + 1, '+'))
        if (quotient_at(text, plus, arena, &found)) {
            found.line = source_quiet_line(source, (size_t)(plus - text));
            return found;
        }
    return (struct source_launch_quotient){0};
}

/* The length of an option's value. It can have blanks in brackets, and around operators. */
static size_t value_length(const char *at)
{
    static const char operators[] = ",+-*/%<>=&|?:";
    size_t length = 0;
    for (int depth = 0; at[length] && at[length] != '\n'; length++) {
        const char *next = skip_blanks(at + length);
        bool goes_on = *next && strchr(operators, *next) && strncmp(next, "//", strlen("//")) != 0;
        bool is_joined = depth > 0 || strchr(operators, at[length - 1]) || goes_on;
        if (isspace((unsigned char)at[length]) && !is_joined)
            break;
        depth += (at[length] == '(') - (at[length] == ')');
    }
    return length;
}

/* The value of an option such as `grid=` after a launch's bracket; NULL: the launch has none. */
static const char *option_of(const char *launch, const char *key, struct arena *arena)
{
    const char *next = strstr(launch, "launch "), *at = strstr(launch, key);
    if (!at || (next && next < at))
        return NULL;
    at += strlen(key);
    return arena_strndup(arena, at, value_length(at));
}

/* The grid of the plan's only launch; "": it has several, or none. */
static const char *only_grid(const struct source *source, struct arena *arena, int *out_line)
{
    const char *text = plan_text(source, arena), *at = text;
    struct launch only, other;
    if (!next_launch(source, text, &at, arena, &only))
        return "";
    const char *grid = option_of(at, "grid=", arena);
    *out_line = only.line;
    return next_launch(source, text, &at, arena, &other) || !grid ? "" : grid;
}

int source_launch_fixed_grid(const struct source *source, struct arena *arena)
{
    int line = 0;
    const char *grid = only_grid(source, arena, &line);
    return *grid && strspn(grid, "0123456789,") == strlen(grid) ? line : 0;
}

int source_launch_rounded_grid(const struct source *source, struct arena *arena)
{
    int line = 0;
    const char *grid = only_grid(source, arena, &line), *plus = strchr(grid, '+');
    return strstr(grid, "ceil_div(") || (plus && strstr(plus, ")/")) ? line : 0;
}

/* The next place of the whole word from `at` on; NULL: none. */
static const char *find_word(const char *text, const char *at, const char *word)
{
    for (; (at = strstr(at, word)); at++)
        if ((at == text || !identifier_has(at[-1])) && !identifier_has(at[strlen(word)]))
            return at;
    return NULL;
}

static int count_words(const char *text, const char *word)
{
    int count = 0;
    for (const char *at = text; (at = find_word(text, at, word)); at++)
        count++;
    return count;
}

/* Whether the shape has a name, as `f32[n]`. A kernel may fill a buffer of `f32[1]` in vain. */
static bool grows_with_size(const char *shape)
{
    const char *open = shape + strcspn(shape, "[\n"), *close = open + strcspn(open, "]\n");
    while (open < close && !isalpha((unsigned char)*open))
        open++;
    return open < close;
}

struct source_launch_scratch source_launch_lone_scratch(const struct source *source, struct arena *arena)
{
    static const char keyword[] = "scratch";
    const char *text = plan_text(source, arena);
    if (count_words(text, "launch") < 2 || find_word(text, text, "for"))
        return (struct source_launch_scratch){0};
    for (const char *at = text; (at = find_word(text, at, keyword));) {
        const char *name = skip_blanks(at + strlen(keyword));
        at = word_end(name);
        const char *word = arena_strndup(arena, name, (size_t)(at - name));
        bool is_of_size = grows_with_size(at);
        const char *use = is_of_size && *word && count_words(text, word) == 2 ? find_word(text, at, word) : NULL;
        if (use)
            return (struct source_launch_scratch){source_quiet_line(source, (size_t)(use - text)), word};
    }
    return (struct source_launch_scratch){0};
}

bool source_launch_zeroes(const struct source *source, const char *buffer, struct arena *arena)
{
    static const char keyword[] = "zero";
    const char *text = plan_text(source, arena);
    for (const char *at = text; (at = find_word(text, at, keyword));) {
        const char *name = skip_blanks(at + strlen(keyword));
        at = word_end(name);
        if (!strcmp(arena_strndup(arena, name, (size_t)(at - name)), buffer))
            return true;
    }
    return false;
}

/* Whether the launch has `when=`, before the next statement begins. */
static bool has_when(const struct launch *launch)
{
    static const char *const keywords[] = {"launch ", "scratch ", "copy ", "zero ", "for ", "let "};
    const char *when = strstr(launch->after, "when=");
    for (size_t i = 0; when && i < sizeof keywords / sizeof *keywords; i++) {
        const char *next = strstr(launch->after, keywords[i]);
        if (next && next < when)
            when = NULL;
    }
    return when != NULL;
}

static struct source_launch_found found_launch(const struct launch *launch)
{
    return (struct source_launch_found){launch->line, launch->kernel, launch->instance, has_when(launch)};
}

struct source_launch_found source_launch_only(const struct source *source, const char *kernel, struct arena *arena)
{
    const char *text = plan_text(source, arena);
    struct source_launch_found found = {0};
    struct launch launch;
    for (const char *at = text; next_launch(source, text, &at, arena, &launch);) {
        if (strcmp(launch.kernel, kernel) != 0)
            continue;
        if (found.line)
            return (struct source_launch_found){0};
        found = found_launch(&launch);
    }
    return found;
}

const char *source_launch_option(const struct source *source, const char *kernel, const char *key, struct arena *arena)
{
    const char *text = plan_text(source, arena), *value = NULL;
    struct launch launch;
    if (source_launch_only(source, kernel, arena).line)
        for (const char *at = text; !value && next_launch(source, text, &at, arena, &launch);)
            value = strcmp(launch.kernel, kernel) ? NULL : option_of(launch.after, key, arena);
    return value ? value : "";
}

const char *source_launch_argument(const struct source *source, const char *kernel, const char *parameter,
                                   struct arena *arena)
{
    const char *text = plan_text(source, arena);
    struct names parameters = parameters_of(source, kernel, arena);
    struct launch launch;
    if (!source_launch_only(source, kernel, arena).line)
        return NULL;
    for (const char *at = text; next_launch(source, text, &at, arena, &launch);)
        for (int i = 0; !strcmp(launch.kernel, kernel) && i < launch.arguments.count && i < parameters.count; i++)
            if (!strcmp(parameters.items[i], parameter))
                return launch.arguments.texts[i];
    return NULL;
}

struct source_launch_found source_launch_before(const struct source *source, const char *buffer, const char *reader,
                                                struct arena *arena)
{
    const char *text = plan_text(source, arena);
    struct launch launch;
    for (const char *at = text; next_launch(source, text, &at, arena, &launch) && strcmp(launch.kernel, reader) != 0;)
        for (int i = 0; i < launch.arguments.count; i++)
            if (!strcmp(launch.arguments.leads[i], buffer))
                return found_launch(&launch);
    return (struct source_launch_found){0};
}

struct source_launch_found source_launch_after(const struct source *source, const char *buffer, const char *reader,
                                               struct arena *arena)
{
    const char *text = plan_text(source, arena);
    struct launch launch;
    bool has_read = false;
    if (find_word(text, text, "for") || !source_launch_only(source, reader, arena).line ||
        source_launch_before(source, buffer, reader, arena).line)
        return (struct source_launch_found){0};
    for (const char *at = text; next_launch(source, text, &at, arena, &launch);) {
        struct names parameters = parameters_of(source, launch.kernel, arena);
        for (int i = 0; has_read && i < launch.arguments.count; i++) {
            bool is_read = i < parameters.count && strstr(parameters.texts[i], "const");
            if (!is_read && !strcmp(launch.arguments.leads[i], buffer))
                return found_launch(&launch);
        }
        has_read |= !strcmp(launch.kernel, reader);
    }
    return (struct source_launch_found){0};
}

/* The plan lines without their comments and blanks. */
static const char *plan_without_blanks(const struct source *source, struct arena *arena)
{
    char *text = plan_text(source, arena), *out = text;
    for (const char *at = text; *at; at++) {
        if (!strncmp(at, "//", strlen("//")))
            at += strcspn(at, "\n");
        if (!isspace((unsigned char)*at))
            *out++ = *at;
    }
    *out = '\0';
    return text;
}

bool source_launch_is_same(const struct source *source, const struct source *other, struct arena *arena)
{
    return !strcmp(plan_without_blanks(source, arena), plan_without_blanks(other, arena));
}

int source_launch_count(const struct source *source, struct arena *arena)
{
    const char *text = plan_text(source, arena);
    struct launch launch;
    int count = 0;
    for (const char *at = text; next_launch(source, text, &at, arena, &launch);)
        count++;
    return count;
}

/* Whether the launch at `first`, which ends before `second`, is repeated there. */
static bool is_repeated(const char *first, const char *second)
{
    const char *end = second;
    while (end > first && isspace((unsigned char)end[-1]))
        end--;
    size_t length = (size_t)(end - first);
    const char *rest = second + length;
    return !strncmp(first, second, length) && rest[strspn(rest, " \r")] != '\0' &&
           strchr("\n", rest[strspn(rest, " \r")]);
}

struct source_launch_twins source_launch_twins(const struct source *source, struct arena *arena)
{
    static const char keyword[] = "launch ";
    const char *text = arena_printf(arena, "%s\n", plan_text(source, arena)), *at = text;
    struct launch launch;
    const char *before = NULL;
    int line = 0;
    for (; next_launch(source, text, &at, arena, &launch); line = launch.line) {
        const char *begin = at;
        while (strncmp(begin, keyword, strlen(keyword)) != 0)
            begin--;
        if (before && is_repeated(before, begin))
            return (struct source_launch_twins){line, launch.line};
        before = begin;
    }
    return (struct source_launch_twins){0};
}

bool source_launch_lacks(const struct source *source, const char *name, struct arena *arena)
{
    const char *text = plan_text(source, arena);
    return source_launch_count(source, arena) > 0 && !find_word(text, text, name);
}

/* The first word that is no qualifier: "int" of `const int *a`. */
static const char *type_of(const char *declared, struct arena *arena)
{
    const char *begin = skip_blanks(declared), *end = word_end(begin);
    const char *word = arena_strndup(arena, begin, (size_t)(end - begin));
    if (!strcmp(word, "const") || !strcmp(word, "volatile"))
        return type_of(end, arena);
    return *skip_blanks(end) == '*' ? word : "";
}

struct source_launch_declared source_launch_declared(const struct source *source, const char *buffer,
                                                     struct arena *arena)
{
    const char *text = plan_text(source, arena);
    struct launch launch;
    for (const char *at = text; next_launch(source, text, &at, arena, &launch);) {
        struct names parameters = parameters_of(source, launch.kernel, arena);
        for (int i = 0; i < launch.arguments.count && i < parameters.count; i++) {
            const char *declared = parameters.texts[i];
            const char *found = memmem(source->text, source->size_bytes, declared, strlen(declared));
            if (!strcmp(launch.arguments.items[i], buffer) && found)
                return (struct source_launch_declared){source_quiet_line(source, (size_t)(found - source->text)),
                                                       type_of(declared, arena)};
        }
    }
    return (struct source_launch_declared){0};
}
