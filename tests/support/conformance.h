/*
 * Conformance programs: PTX files with their launch and expected results in comments.
 *
 *     // run: KERNEL grid=X[,Y[,Z]] block=X[,Y[,Z]] [shared=BYTES]
 *     // arg: TYPE[COUNT] = VALUE VALUE*TIMES ...   a buffer; the last value repeats
 *     // arg: TYPE[COUNT] = poison                  an undefined buffer
 *     // arg: TYPE = VALUE                          a scalar
 *     // expect: INDEX = VALUE VALUE*TIMES ...      the start of argument INDEX's buffer
 *     // print: TEXT                                the next line that printf gives
 *     // finding: NAME                              a required finding; all others are errors
 *     // refuse: TEXT                               loading must fail with this in its message
 *
 * Values are integers (0x.. are bits) or decimals of the type. `iota` counts from 0.
 */
#ifndef SUPPORT_CONFORMANCE_H
#define SUPPORT_CONFORMANCE_H

#include <ctype.h>
#include <errno.h>

#include "base/told.h"
#include "vgpu_fixture.h"

enum { CONFORMANCE_ARGUMENTS_MAX = 8, CONFORMANCE_BUFFER_BYTES_MAX = 1 << 16, CONFORMANCE_TEXTS_MAX = 64 };

struct conformance_argument {
    char type[8];
    uint32_t size_bytes, count; /* count 0: scalar */
    uint8_t bytes[CONFORMANCE_BUFFER_BYTES_MAX], expected[CONFORMANCE_BUFFER_BYTES_MAX];
    size_t expected_bytes;
    bool is_poison;
    uint64_t address;
};

struct conformance {
    const char *path;
    char kernel[64], refuse[200];
    uint32_t grid[3], block[3], shared_bytes;
    struct conformance_argument arguments[CONFORMANCE_ARGUMENTS_MAX];
    uint32_t argument_count;
    char prints[CONFORMANCE_TEXTS_MAX][200], findings[CONFORMANCE_TEXTS_MAX][64];
    uint32_t print_count, finding_count;
};

static inline uint64_t conformance_value(const char *type, const char *text, char **end)
{
    bool is_bits = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (!is_bits && strcmp(type, "f32") == 0) {
        float value = strtof(text, end);
        uint32_t bits;
        memcpy(&bits, &value, 4);
        return bits;
    }
    if (!is_bits && strcmp(type, "f64") == 0) {
        double value = strtod(text, end);
        uint64_t bits;
        memcpy(&bits, &value, 8);
        return bits;
    }
    return text[0] == '-' ? (uint64_t)strtoll(text, end, 0) : strtoull(text, end, 0);
}

/* Fills `out` with the listed values and returns their size in bytes. */
static inline size_t conformance_values(const struct conformance *test, const struct conformance_argument *argument,
                                        const char *text, uint8_t *out)
{
    size_t at = 0;
    while (*text) {
        while (isspace((unsigned char)*text))
            text++;
        if (!*text)
            break;
        if (strncmp(text, "iota", 4) == 0) {
            for (uint64_t i = 0; i < argument->count; i++, at += argument->size_bytes)
                memcpy(out + at, &i, argument->size_bytes);
            text += 4;
            continue;
        }
        char *end;
        uint64_t value = conformance_value(argument->type, text, &end);
        if (end == text)
            fail_msg("%s: value '%s'", test->path, text);
        uint64_t times = *end == '*' ? strtoull(end + 1, &end, 10) : 1;
        for (uint64_t i = 0; i < times; i++, at += argument->size_bytes) {
            if (at + argument->size_bytes > CONFORMANCE_BUFFER_BYTES_MAX)
                fail_msg("%s: too many values", test->path);
            memcpy(out + at, &value, argument->size_bytes);
        }
        text = end;
    }
    return at;
}

static inline void conformance_argument(struct conformance *test, const char *text)
{
    struct conformance_argument *argument = &test->arguments[test->argument_count++];
    *argument = (struct conformance_argument){0};
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789");
    assert_true(length > 1 && length < sizeof argument->type && test->argument_count <= CONFORMANCE_ARGUMENTS_MAX);
    memcpy(argument->type, text, length);
    argument->size_bytes = (uint32_t)atoi(argument->type + strcspn(argument->type, "0123456789")) / 8;
    char *at = (char *)text + length;
    if (*at == '[')
        argument->count = (uint32_t)strtoul(at + 1, &at, 10);
    at = strchr(at, '=');
    assert_non_null(at);
    uint32_t count = argument->count ? argument->count : 1;
    assert_true(count * argument->size_bytes <= CONFORMANCE_BUFFER_BYTES_MAX);
    argument->is_poison = strstr(at, "poison") != NULL;
    if (argument->is_poison)
        return;
    size_t used = conformance_values(test, argument, at + 1, argument->bytes), size = argument->size_bytes;
    for (size_t i = used; used >= size && i < count * size; i++)
        argument->bytes[i] = argument->bytes[i - size];
}

static inline void conformance_dimensions(const char *text, const char *name, uint32_t out[3])
{
    out[0] = out[1] = out[2] = 1;
    const char *found = strstr(text, name);
    char *at = found ? (char *)found + strlen(name) - 1 : NULL;
    for (int i = 0; i < 3 && at && (i == 0 || *at == ','); i++)
        out[i] = (uint32_t)strtoul(at + 1, &at, 10);
}

static inline void conformance_line(struct conformance *test, char *line)
{
    uint32_t shared[3];
    if (strncmp(line, "// run: ", 8) == 0) {
        sscanf(line + 8, "%63s", test->kernel);
        conformance_dimensions(line, "grid=", test->grid);
        conformance_dimensions(line, "block=", test->block);
        conformance_dimensions(line, "shared=", shared);
        test->shared_bytes = strstr(line, "shared=") ? shared[0] : 0;
    } else if (strncmp(line, "// arg: ", 8) == 0) {
        conformance_argument(test, line + 8);
    } else if (strncmp(line, "// expect: ", 11) == 0) {
        char *at;
        unsigned long index = strtoul(line + 11, &at, 10);
        assert_true(index < test->argument_count && (at = strchr(at, '=')));
        struct conformance_argument *argument = &test->arguments[index];
        argument->expected_bytes = conformance_values(test, argument, at + 1, argument->expected);
    } else if (strncmp(line, "// print: ", 10) == 0) {
        snprintf(test->prints[test->print_count++], sizeof test->prints[0], "%s", line + 10);
    } else if (strncmp(line, "// finding: ", 12) == 0) {
        snprintf(test->findings[test->finding_count++], sizeof test->findings[0], "%s", line + 12);
    } else if (strncmp(line, "// refuse: ", 11) == 0) {
        snprintf(test->refuse, sizeof test->refuse, "%s", line + 11);
    }
}

static inline void conformance_parse(struct conformance *test, const char *path, const char *text)
{
    test->path = path;
    char *copy = strdup(text), *rest = copy;
    for (char *line; (line = strsep(&rest, "\n"));)
        conformance_line(test, line);
    free(copy);
}

/* Prints and counts the differences from the expectations. */
static inline int conformance_compare(const struct conformance *test, struct vgpu_fixture *fixture)
{
    int wrong = 0;
    const struct vgpu_report *report = fixture->report;
    for (uint32_t i = 0; i < test->argument_count; i++) {
        const struct conformance_argument *argument = &test->arguments[i];
        static uint8_t got[CONFORMANCE_BUFFER_BYTES_MAX];
        if (argument->count)
            fixture_find_stored(fixture, argument->address, (size_t)argument->count * argument->size_bytes);
        if (argument->expected_bytes)
            fixture_read(fixture, argument->address, got, argument->expected_bytes);
        for (size_t at = 0; at < argument->expected_bytes && wrong < 8; at += argument->size_bytes) {
            uint64_t is = 0, wanted = 0;
            memcpy(&is, got + at, argument->size_bytes);
            memcpy(&wanted, argument->expected + at, argument->size_bytes);
            if (is == wanted)
                continue;
            wrong++;
            print_error("%s: argument %u element %zu is 0x%llx, not 0x%llx\n", test->path, i, at / argument->size_bytes,
                        (unsigned long long)is, (unsigned long long)wanted);
        }
    }
    for (uint32_t i = 0; i < test->print_count; i++) {
        char line[400] = "";
        if (i < report->printed_count)
            snprintf(line, sizeof line, "%s", report->printed[i].text);
        line[strcspn(line, "\n")] = '\0';
        if (strcmp(line, test->prints[i]) != 0 && ++wrong)
            print_error("%s: printed '%s', not '%s'\n", test->path, line, test->prints[i]);
    }
    for (uint32_t i = 0; i < test->finding_count; i++) {
        bool found = false;
        for (size_t j = 0; j < report->finding_count; j++)
            found |= strcmp(vgpu_finding_describe(report->findings[j].kind)->name, test->findings[i]) == 0;
        if (!found && ++wrong)
            print_error("%s: no finding %s\n", test->path, test->findings[i]);
    }
    bool is_clean = !report->finding_count && !report->faulted && !report->timed_out && !report->deadlocked;
    if (!test->finding_count && !is_clean && ++wrong) {
        print_error("%s:\n", test->path);
        fixture_print_findings(fixture);
    }
    return wrong;
}

/* Loads the text into the fixture. Returns an error message, or NULL. */
static inline const char *conformance_load(struct vgpu_fixture *fixture, const char *path, const char *text)
{
    static struct error error;
    error = (struct error){0};
    struct source source = {.name = path, .text = text, .size_bytes = strlen(text)};
    struct diagnostics *diagnostics = diagnostics_new(fixture->arena);
    fixture->program = ptx_parse(fixture->arena, &source, diagnostics);
    if (!fixture->program) {
        struct buffer out = BUFFER_INIT;
        diagnostics_render(diagnostics, &out);
        const char *message = arena_strdup(fixture->arena, buffer_text(&out));
        buffer_done(&out);
        return message;
    }
    fixture->module = vgpu_load(fixture->device, fixture->program, true, &error);
    return fixture->module ? NULL : told_english(fixture->arena, error.message);
}

static inline int conformance_run(struct conformance *test, const char *text, const struct vgpu_options *options)
{
    struct vgpu_fixture fixture = {.arena = arena_new()};
    struct error error = {0};
    uint64_t values[CONFORMANCE_ARGUMENTS_MAX] = {0};
    if (!vgpu_open(options, 1, &fixture.device, &error))
        fail_msg("%s", error.message);
    fixture.launch.checks = VGPU_CHECK_ALL | VGPU_COUNT;
    fixture.launch.instruction_limit = 10000000;
    fixture.launch.dynamic_shared_bytes = test->shared_bytes;
    const char *message = conformance_load(&fixture, test->path, text);
    int wrong = 0;
    if (message || test->refuse[0]) {
        wrong = !message || !test->refuse[0] || !strstr(message, test->refuse);
        if (wrong)
            print_error("%s: %s\n", test->path, message ? message : "was not refused");
    } else {
        for (uint32_t i = 0; i < test->argument_count; i++) {
            struct conformance_argument *argument = &test->arguments[i];
            memcpy(&values[i], argument->bytes, argument->size_bytes);
            if (argument->count)
                values[i] = argument->address =
                    fixture_buffer(&fixture, "buffer", argument->is_poison ? NULL : argument->bytes,
                                   (size_t)argument->count * argument->size_bytes);
        }
        fixture_launch_grid(&fixture, test->kernel, test->grid, test->block, values, test->argument_count);
        wrong = conformance_compare(test, &fixture);
    }
    fixture_close(&fixture);
    return wrong;
}

#endif
