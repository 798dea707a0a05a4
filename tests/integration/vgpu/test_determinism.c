/* The corpus gives equal results with any number of threads and all vector instructions. */
#include "part.h"
#include "vgpu_corpus.h"

static struct corpus corpus;

/* Vectors do not change threads, and thread sanitizers are slow. */
#ifdef __SANITIZE_THREAD__
enum { LAST_BUILD = CORPUS_OPTIMISED }; /* vgpu.corpus runs the others with two threads */
static const struct vgpu_options variants[] = {
    {.threads = 1, .seed = 1, .isa = VGPU_ISA_PORTABLE},
    {.threads = 7, .seed = 1, .isa = VGPU_ISA_BEST},
};
#else
enum { LAST_BUILD = CORPUS_DEBUG };
static const struct vgpu_options variants[] = {
    {.threads = 1, .seed = 1, .isa = VGPU_ISA_PORTABLE}, {.threads = 2, .seed = 1, .isa = VGPU_ISA_PORTABLE},
    {.threads = 7, .seed = 1, .isa = VGPU_ISA_PORTABLE}, {.threads = 1, .seed = 1, .isa = VGPU_ISA_AVX2},
    {.threads = 7, .seed = 1, .isa = VGPU_ISA_AVX2},     {.threads = 1, .seed = 1, .isa = VGPU_ISA_AVX512},
    {.threads = 7, .seed = 1, .isa = VGPU_ISA_AVX512},
};
#endif
enum { VARIANT_COUNT = sizeof(variants) / sizeof(variants[0]) };

static void write_party(struct buffer *out, const struct vgpu_party *party)
{
    buffer_printf(out, " other %u,%u,%u %u,%u,%u %d %d %d", party->block[0], party->block[1], party->block[2],
                  party->thread[0], party->thread[1], party->thread[2], party->line, party->ptx_line, party->access);
}

static void write_finding(struct buffer *out, const struct vgpu_finding *finding)
{
    buffer_printf(out, "%d line %d ptx %d block %u,%u,%u thread %u,%u,%u x%llu at %llx: %s [%s]", finding->kind,
                  finding->line, finding->ptx_line, finding->block[0], finding->block[1], finding->block[2],
                  finding->thread[0], finding->thread[1], finding->thread[2], (unsigned long long)finding->count,
                  (unsigned long long)finding->address, finding->message, finding->instruction);
    write_party(out, &finding->other);
    buffer_append_char(out, '\n');
}

static void write_counters(struct buffer *out, const struct vgpu_report *report)
{
    for (int i = 0; i < VGPU_COUNTER_COUNT; i++)
        buffer_printf(out, "%s %llu\n", vgpu_counter_describe((enum vgpu_counter)i)->name,
                      (unsigned long long)report->totals[i]);
    for (size_t i = 0; i < report->line_count; i++)
        for (int j = 0; j < VGPU_COUNTER_COUNT; j++)
            if (report->lines[i].values[j])
                buffer_printf(out, "%d:%d %llu\n", report->lines[i].line, j,
                              (unsigned long long)report->lines[i].values[j]);
}

static void write_memory(struct buffer *out, struct vgpu_fixture *fixture, const struct corpus_kernel *kernel,
                         const uint64_t *arguments)
{
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        const struct corpus_parameter *parameter = &kernel->parameters[i];
        if (!parameter->is_buffer)
            continue;
        size_t size_bytes = (size_t)parameter->count * corpus_type_bytes(parameter->type);
        uint8_t *content = malloc(size_bytes + 1);
        fixture_read(fixture, arguments[i], content, size_bytes);
        for (size_t j = 0; j < size_bytes; j++)
            buffer_printf(out, "%02x", content[j]);
        buffer_append_char(out, '\n');
        free(content);
    }
}

/* Writes a launch's whole result as text. False if the CPU lacks the vectors. */
static bool describe(const struct corpus_kernel *kernel, unsigned build, const struct vgpu_options *options,
                     struct buffer *out)
{
    struct vgpu *device = NULL;
    struct error error = {0};
    struct vgpu_fixture fixture;
    uint64_t arguments[CORPUS_PARAMETERS_MAX];
    if (!vgpu_open(options, 1, &device, &error))
        return false;
    vgpu_close(device);
    char *ptx = corpus_ptx(kernel, build);
    corpus_run(&fixture, kernel, ptx, options, arguments);
    const struct vgpu_report *report = fixture.report;
    buffer_printf(out, "%s %d %d %d %d %llu\n", report->fault, report->faulted, report->timed_out, report->deadlocked,
                  report->ran_in_order, (unsigned long long)report->finding_total);
    for (size_t i = 0; i < report->finding_count; i++)
        write_finding(out, &report->findings[i]);
    write_counters(out, report);
    write_memory(out, &fixture, kernel, arguments);
    fixture_close(&fixture);
    free(ptx);
    return true;
}

static void print_difference(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    print_error("expected: %.200s\ngot:      %.200s\n", a, b);
}

static void is_the_same_every_time(void **state)
{
    const struct corpus_kernel *kernel = *state;
    for (unsigned build = CORPUS_OPTIMISED; build <= LAST_BUILD; build <<= 1) {
        struct buffer first = BUFFER_INIT;
        assert_true(describe(kernel, build, &variants[0], &first));
        for (int i = 1; i < VARIANT_COUNT; i++) {
            struct buffer other = BUFFER_INIT;
            bool ran = describe(kernel, build, &variants[i], &other);
            bool same = !ran || strcmp(buffer_text(&first), buffer_text(&other)) == 0;
            if (!same)
                print_difference(buffer_text(&first), buffer_text(&other));
            buffer_done(&other);
            if (!same)
                fail_msg("%s differs with variant %d", kernel->title, i);
        }
        buffer_done(&first);
    }
}

int main(int argument_count, char **arguments)
{
    static struct CMUnitTest tests[CORPUS_KERNELS_MAX];
    size_t count = 0;
    corpus_read(&corpus);
    for (uint32_t i = 0; i < corpus.count; i++)
        if (argument_count < 2 ? part_has(corpus.kernels[i].title)
                               : strstr(corpus.kernels[i].title, arguments[1]) != NULL)
            tests[count++] = (struct CMUnitTest){.name = corpus.kernels[i].title,
                                                 .test_func = is_the_same_every_time,
                                                 .initial_state = &corpus.kernels[i]};
    return _cmocka_run_group_tests("determinism", tests, count, NULL, NULL);
}
