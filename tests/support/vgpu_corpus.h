/*
 * The fault corpus: small kernels with their launch and their expected findings in comments.
 *
 * tests/vgpu/corpus/NAME.cu holds kernels. compile.sh makes ptx/NAME.ptx (optimised) and
 * ptx/NAME.debug.ptx (-G) of it. A kernel's head gives the launch, a bar, and its parameters:
 *
 *     // run k: grid=2,1,1 block=64 shared=256 cooperative build=debug ends=fault | a=f32[64]:iota
 *
 * A buffer is TYPE[COUNT]. It is undefined unless `:iota` or `:NUMBER` fills it. A `!` at the end
 * makes it read-only. The host reads every buffer after the launch. A `?` at the end excludes a
 * buffer: a structure with padding, or scratch memory. The value of build= is optimised or debug;
 * without it both run. The value of ends= is fault or deadlock; without it the launch must end.
 *
 * A line's comment gives its findings, separated by `;`:
 *
 *     c[i] = a[i]; // find out_of_bounds thread=3,0,0 block=1,0,0 buffer=c distance=4 says=past
 *
 * The keys build= and other= are possible too. `other` is the line of the other party, relative to
 * this one. `says` is a part of the message, with _ for blanks. `may` instead of `find` allows a
 * finding. Any other finding fails.
 */
#ifndef VGPU_CORPUS_H
#define VGPU_CORPUS_H

#include <dirent.h>

#include "vgpu_fixture.h"

enum {
    CORPUS_FILES_MAX = 64,
    CORPUS_KERNELS_MAX = 512,
    CORPUS_PARAMETERS_MAX = 8,
    CORPUS_EXPECTED_MAX = 8,
    CORPUS_OPTIMISED = 1,
    CORPUS_DEBUG = 2,
};

struct corpus_parameter {
    char name[32];
    bool is_buffer, read_only, is_unread;
    char fill[24]; /* "" undefined */
    char type[8];
    uint32_t count;
    char value[24]; /* of a scalar */
};

struct corpus_expectation {
    enum vgpu_finding_kind kind;
    bool is_optional;
    int line;
    unsigned builds;
    bool has_thread, has_block, has_distance, has_other;
    uint32_t thread[3], block[3];
    char buffer[40], says[80];
    int64_t distance_bytes;
    int other_line;
};

struct corpus_kernel {
    char file[64]; /* without .cu */
    char name[64];
    char title[136]; /* file/name */
    uint32_t grid[3], block[3], shared_bytes;
    bool cooperative;
    unsigned builds;
    char ends[16];
    struct corpus_parameter parameters[CORPUS_PARAMETERS_MAX];
    uint32_t parameter_count;
    struct corpus_expectation expected[CORPUS_EXPECTED_MAX];
    uint32_t expected_count;
};

struct corpus {
    struct corpus_kernel kernels[CORPUS_KERNELS_MAX];
    uint32_t count;
};

/* --- reading heads ---------------------------------------------------------------------------- */

static inline void corpus_dimensions(const char *text, uint32_t out[3])
{
    out[0] = out[1] = out[2] = 1;
    sscanf(text, "%u,%u,%u", &out[0], &out[1], &out[2]);
}

static inline unsigned corpus_builds(const char *text)
{
    return strcmp(text, "debug") == 0 ? CORPUS_DEBUG : CORPUS_OPTIMISED;
}

/* Splits "key=value". The value is "" without "=". */
static inline const char *corpus_split(char *token)
{
    char *equals = strchr(token, '=');
    if (!equals)
        return "";
    *equals = '\0';
    return equals + 1;
}

static inline void corpus_read_parameter(struct corpus_kernel *kernel, char *token)
{
    struct corpus_parameter *parameter = &kernel->parameters[kernel->parameter_count++];
    assert_true(kernel->parameter_count <= CORPUS_PARAMETERS_MAX);
    const char *value = corpus_split(token);
    snprintf(parameter->name, sizeof(parameter->name), "%s", token);
    snprintf(parameter->value, sizeof(parameter->value), "%s", value);
    parameter->is_buffer = strchr(value, '[') != NULL;
    if (!parameter->is_buffer)
        return;
    char rest[40] = "";
    if (sscanf(value, "%7[^[][%u]%39s", parameter->type, &parameter->count, rest) < 2)
        fail_msg("%s: bad buffer %s", kernel->title, value);
    char *protect = strchr(rest, '!');
    parameter->read_only = protect != NULL;
    if (protect)
        *protect = '\0';
    char *unread = strchr(rest, '?');
    parameter->is_unread = unread != NULL;
    if (unread)
        *unread = '\0';
    snprintf(parameter->fill, sizeof(parameter->fill), "%s", rest[0] == ':' ? rest + 1 : "");
}

static inline void corpus_read_option(struct corpus_kernel *kernel, char *token)
{
    const char *value = corpus_split(token);
    if (strcmp(token, "grid") == 0)
        corpus_dimensions(value, kernel->grid);
    else if (strcmp(token, "block") == 0)
        corpus_dimensions(value, kernel->block);
    else if (strcmp(token, "shared") == 0)
        kernel->shared_bytes = (uint32_t)atoi(value);
    else if (strcmp(token, "cooperative") == 0)
        kernel->cooperative = true;
    else if (strcmp(token, "build") == 0)
        kernel->builds = corpus_builds(value);
    else if (strcmp(token, "ends") == 0)
        snprintf(kernel->ends, sizeof(kernel->ends), "%s", value);
    else
        fail_msg("%s: unknown option %s", kernel->title, token);
}

static inline void corpus_read_head(struct corpus_kernel *kernel, const char *file, char *text)
{
    *kernel = (struct corpus_kernel){.grid = {1, 1, 1}, .block = {1, 1, 1}, .builds = CORPUS_OPTIMISED | CORPUS_DEBUG};
    char *colon = strchr(text, ':'), *save = NULL;
    if (!colon)
        fail_msg("%s: a head without a colon: %s", file, text);
    *colon = '\0';
    snprintf(kernel->file, sizeof(kernel->file), "%s", file);
    snprintf(kernel->name, sizeof(kernel->name), "%s", text);
    snprintf(kernel->title, sizeof(kernel->title), "%s/%s", file, text);
    bool behind_bar = false;
    for (char *token = strtok_r(colon + 1, " ", &save); token; token = strtok_r(NULL, " ", &save)) {
        if (strcmp(token, "|") == 0)
            behind_bar = true;
        else if (behind_bar)
            corpus_read_parameter(kernel, token);
        else
            corpus_read_option(kernel, token);
    }
}

static inline void corpus_read_key(const struct corpus_kernel *kernel, struct corpus_expectation *expected, char *token)
{
    const char *value = corpus_split(token);
    expected->has_thread |= strcmp(token, "thread") == 0;
    expected->has_block |= strcmp(token, "block") == 0;
    expected->has_distance |= strcmp(token, "distance") == 0;
    expected->has_other |= strcmp(token, "other") == 0;
    if (strcmp(token, "build") == 0)
        expected->builds = corpus_builds(value);
    else if (strcmp(token, "thread") == 0)
        sscanf(value, "%u,%u,%u", &expected->thread[0], &expected->thread[1], &expected->thread[2]);
    else if (strcmp(token, "block") == 0)
        sscanf(value, "%u,%u,%u", &expected->block[0], &expected->block[1], &expected->block[2]);
    else if (strcmp(token, "buffer") == 0)
        snprintf(expected->buffer, sizeof(expected->buffer), "%s", value);
    else if (strcmp(token, "says") == 0)
        snprintf(expected->says, sizeof(expected->says), "%s", value);
    else if (strcmp(token, "distance") == 0)
        expected->distance_bytes = atoi(value);
    else if (strcmp(token, "other") == 0)
        expected->other_line = expected->line + atoi(value);
    else
        fail_msg("%s: unknown key %s", kernel->title, token);
    for (char *c = expected->says; *c; c++)
        *c = *c == '_' ? ' ' : *c;
}

static inline void corpus_read_expectation(struct corpus_kernel *kernel, char *text, int line)
{
    char *save = NULL, *verb = strtok_r(text, " ", &save), *kind = strtok_r(NULL, " ", &save);
    if (!verb || !kind)
        return;
    bool is_optional = strcmp(verb, "may") == 0;
    if (!is_optional && strcmp(verb, "find") != 0)
        return;
    assert_true(kernel->expected_count < CORPUS_EXPECTED_MAX);
    struct corpus_expectation *expected = &kernel->expected[kernel->expected_count++];
    *expected = (struct corpus_expectation){.line = line, .is_optional = is_optional, .builds = kernel->builds};
    if (!vgpu_finding_find(kind, &expected->kind))
        fail_msg("%s: unknown kind %s", kernel->title, kind);
    for (char *token; (token = strtok_r(NULL, " ", &save));)
        corpus_read_key(kernel, expected, token);
}

static inline void corpus_read_line(struct corpus *corpus, const char *file, char *text, int line)
{
    if (strncmp(text, "// run ", 7) == 0) {
        assert_true(corpus->count < CORPUS_KERNELS_MAX);
        corpus_read_head(&corpus->kernels[corpus->count++], file, text + 7);
        return;
    }
    char *comment = strstr(text, "// "), *save = NULL;
    if (!comment || corpus->count == 0 || strcmp(corpus->kernels[corpus->count - 1].file, file) != 0)
        return;
    for (char *part = strtok_r(comment + 3, ";", &save); part; part = strtok_r(NULL, ";", &save))
        corpus_read_expectation(&corpus->kernels[corpus->count - 1], part, line);
}

static inline void corpus_read_file(struct corpus *corpus, const char *file)
{
    char path[256];
    snprintf(path, sizeof(path), "tests/vgpu/corpus/%s.cu", file);
    char *text = fixture_file(path), *rest = text;
    for (int line = 1; rest; line++) {
        char *start = strsep(&rest, "\n");
        corpus_read_line(corpus, file, start, line);
    }
    free(text);
}

static inline int corpus_compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

static inline void corpus_read(struct corpus *corpus)
{
    static char names[CORPUS_FILES_MAX][64];
    uint32_t count = 0;
    corpus->count = 0;
    DIR *folder = opendir(WARPSCHOOL_SOURCE_DIR "/tests/vgpu/corpus");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        size_t length = strlen(entry->d_name);
        if (length < 4 || length > 60 || strcmp(entry->d_name + length - 3, ".cu") != 0)
            continue;
        assert_true(count < CORPUS_FILES_MAX);
        snprintf(names[count++], sizeof(names[0]), "%.*s", (int)length - 3, entry->d_name);
    }
    closedir(folder);
    qsort(names, count, sizeof(names[0]), corpus_compare_names);
    for (uint32_t i = 0; i < count; i++)
        corpus_read_file(corpus, names[i]);
}

/* --- running ---------------------------------------------------------------------------------- */

static inline uint32_t corpus_type_bytes(const char *type)
{
    uint32_t bits = (uint32_t)atoi(type + 1);
    assert_true(bits == 8 || bits == 16 || bits == 32 || bits == 64);
    return bits / 8;
}

/* A value in the bits of its type: f32, f64, i32, u8, ... */
static inline uint64_t corpus_bits(const char *type, double value)
{
    uint64_t bits = 0;
    float single = (float)value;
    if (strcmp(type, "f32") == 0)
        memcpy(&bits, &single, sizeof(single));
    else if (strcmp(type, "f64") == 0)
        memcpy(&bits, &value, sizeof(value));
    else
        bits = (uint64_t)(int64_t)value;
    return bits;
}

static inline uint64_t corpus_argument(struct vgpu_fixture *fixture, const struct corpus_parameter *parameter)
{
    if (!parameter->is_buffer)
        return corpus_bits(strchr(parameter->value, '.') ? "f32" : "i64", atof(parameter->value));
    uint32_t size_bytes = corpus_type_bytes(parameter->type);
    uint8_t *content = malloc((size_t)parameter->count * size_bytes + 1);
    assert_non_null(content);
    for (uint32_t i = 0; i < parameter->count; i++) {
        uint64_t bits = corpus_bits(parameter->type, strcmp(parameter->fill, "iota") == 0 ? i : atof(parameter->fill));
        memcpy(content + (size_t)i * size_bytes, &bits, size_bytes);
    }
    struct error error = {0};
    uint64_t address = fixture_buffer(fixture, parameter->name, parameter->fill[0] ? content : NULL,
                                      (size_t)parameter->count * size_bytes);
    if (parameter->read_only)
        assert_true(vgpu_protect(fixture->device, address, true, &error));
    free(content);
    return address;
}

/* Returns the PTX of one build of a kernel's file: free() it. */
static inline char *corpus_ptx(const struct corpus_kernel *kernel, unsigned build)
{
    char path[256];
    snprintf(path, sizeof(path), "tests/vgpu/corpus/ptx/%s%s.ptx", kernel->file, build == CORPUS_DEBUG ? ".debug" : "");
    return fixture_file(path);
}

/* Reads the buffers as the host does and adds its findings. */
static inline void corpus_read_back(struct vgpu_fixture *fixture, const struct corpus_kernel *kernel,
                                    const uint64_t *arguments)
{
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        const struct corpus_parameter *parameter = &kernel->parameters[i];
        if (parameter->is_buffer && !parameter->is_unread)
            fixture_find_stored(fixture, arguments[i], (size_t)parameter->count * corpus_type_bytes(parameter->type));
    }
}

/* Leaves the report, with the host's findings, in the fixture. out_arguments get the parameters. */
static inline void corpus_run(struct vgpu_fixture *fixture, const struct corpus_kernel *kernel, const char *ptx,
                              const struct vgpu_options *options, uint64_t *out_arguments)
{
    fixture_open_with(fixture, ptx, options);
    fixture->launch.instruction_limit = 40000000;
    fixture->launch.dynamic_shared_bytes = kernel->shared_bytes;
    fixture->launch.cooperative = kernel->cooperative;
    for (uint32_t i = 0; i < kernel->parameter_count; i++)
        out_arguments[i] = corpus_argument(fixture, &kernel->parameters[i]);
    fixture_launch_grid(fixture, kernel->name, kernel->grid, kernel->block, out_arguments, kernel->parameter_count);
    corpus_read_back(fixture, kernel, out_arguments);
}

/* --- judging ---------------------------------------------------------------------------------- */

/* True if a finding is as expected. Else names the difference. */
static inline bool corpus_agrees(const struct vgpu_finding *finding, const struct corpus_expectation *expected,
                                 const char **out_difference)
{
    *out_difference = NULL;
    if (finding->kind != expected->kind || finding->line != expected->line)
        return false;
    if (expected->has_thread && memcmp(finding->thread, expected->thread, sizeof(finding->thread)) != 0)
        *out_difference = "thread";
    if (expected->has_block && memcmp(finding->block, expected->block, sizeof(finding->block)) != 0)
        *out_difference = "block";
    if (expected->has_distance && finding->distance_bytes != expected->distance_bytes)
        *out_difference = "distance";
    if (expected->has_other && finding->other.line != expected->other_line)
        *out_difference = "line of the other party";
    if (expected->buffer[0] && strcmp(finding->buffer, expected->buffer) != 0)
        *out_difference = "buffer";
    if (expected->says[0] && !strstr(finding->message, expected->says))
        *out_difference = "message";
    return true;
}

static inline bool corpus_ended_as_said(const struct corpus_kernel *kernel, const struct vgpu_report *report)
{
    const char *ended = report->deadlocked  ? "deadlock"
                        : report->timed_out ? "timeout"
                        : report->faulted   ? "fault"
                                            : "";
    return strcmp(ended, kernel->ends) == 0;
}

/* Prints the complaints and returns their number. */
static inline int corpus_judge(const struct corpus_kernel *kernel, unsigned build, const struct vgpu_report *report)
{
    const char *title = build == CORPUS_DEBUG ? "-G" : "optimised";
    bool met[CORPUS_EXPECTED_MAX] = {0};
    int complaints = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vgpu_finding *finding = &report->findings[i];
        const char *difference = "not expected";
        for (uint32_t j = 0; j < kernel->expected_count; j++)
            if (kernel->expected[j].builds & build && corpus_agrees(finding, &kernel->expected[j], &difference)) {
                met[j] = true;
                break;
            } else {
                difference = "not expected";
            }
        if (!difference)
            continue;
        complaints++;
        print_error("%s (%s): %s in line %d, thread (%u,%u,%u) block (%u,%u,%u), %s, distance %lld, other %d: %s: %s\n",
                    kernel->title, title, vgpu_finding_describe(finding->kind)->name, finding->line, finding->thread[0],
                    finding->thread[1], finding->thread[2], finding->block[0], finding->block[1], finding->block[2],
                    finding->buffer, (long long)finding->distance_bytes, finding->other.line, finding->message,
                    difference);
    }
    for (uint32_t j = 0; j < kernel->expected_count; j++) {
        const struct corpus_expectation *expected = &kernel->expected[j];
        if (met[j] || expected->is_optional || !(expected->builds & build))
            continue;
        complaints++;
        print_error("%s (%s): missed %s in line %d\n", kernel->title, title,
                    vgpu_finding_describe(expected->kind)->name, expected->line);
    }
    if (corpus_ended_as_said(kernel, report))
        return complaints;
    print_error("%s (%s): ended otherwise: %s\n", kernel->title, title, report->fault);
    return complaints + 1;
}

#endif
