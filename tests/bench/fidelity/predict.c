/*
 * Predicts the time of every kernel of variants.def and compares it with the time that a GPU took.
 *
 *     predict ARCHITECTURE MEASURED.tsv FILE.cubin FILE.ptx...
 *
 * predict.sh runs it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/file.h"
#include "device/backend/cubin.h"
#include "timing/time_model.h"

struct variant {
    int set;
    const char *ladder, *name, *kernel;
    uint32_t grid[2], block[2], shared_bytes;
    int n, m;
};
static const struct variant variants[] = {
#define VARIANT(set, ladder, name, kernel, gx, gy, bx, by, shared, n, m) \
    {set, ladder, name, #kernel, {gx, gy}, {bx, by}, shared, n, m},
#include "variants.def"
};
enum { VARIANT_COUNT = sizeof variants / sizeof *variants, MODULES_MAX = 32, SET_COUNT = 13 };

struct row {
    double predicted_us, measured_us;
    enum time_limit limiter;
    bool is_modelled;
};

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* uniform(-1, 1) by index */
static void fill_uniform(void *context, uint64_t offset, void *out, uint64_t size_bytes)
{
    float *elements = out;
    for (uint64_t i = 0; i < size_bytes / sizeof(float); i++)
        elements[i] = (float)(mix((offset / 4 + i) * UINT64_C(0x9e3779b97f4a7c15) + *(const uint64_t *)context) >> 40) *
                          0x1p-23f -
                      1.0f;
}

static double find_measured(const char *table, const struct variant *variant)
{
    char key[128];
    snprintf(key, sizeof key, "\n%d\t%s\t%s\t", variant->set, variant->ladder, variant->name);
    const char *at = strstr(table, key);
    return at ? strtod(at + strlen(key), NULL) : 0;
}

static struct time_resources find_resources(const struct buffer *cubin, const char *kernel)
{
    struct cubin_local local = cubin_local_accesses(cubin->data, cubin->size_bytes, kernel);
    struct time_resources resources = {.registers = cubin_registers(cubin->data, cubin->size_bytes, kernel),
                                       .local_loads = local.loads,
                                       .local_stores = local.stores,
                                       .frame_bytes = local.frame_bytes};
    resources.code = cubin_code(cubin->data, cubin->size_bytes, kernel, &resources.code_bytes);
    return resources;
}

static bool predict(struct vgpu_module **modules, int module_count, const struct variant *variant,
                    const uint64_t *buffers, struct time_resources resources, struct time_estimate *out_estimate,
                    struct error *error)
{
    struct {
        uint64_t a, b, c;
        int n, m;
    } arguments = {buffers[0], buffers[1], buffers[2], variant->n, variant->m};
    struct time_request request = {.launch = {.kernel = variant->kernel,
                                              .grid = {variant->grid[0], variant->grid[1], 1},
                                              .block = {variant->block[0], variant->block[1], 1},
                                              .dynamic_shared_bytes = variant->shared_bytes,
                                              .arguments = &arguments,
                                              .argument_bytes = sizeof arguments},
                                   .resources = resources,
                                   .seed = 1};
    for (int i = 0; i < module_count; i++)
        if (vgpu_find_kernel(modules[i], variant->kernel))
            return time_model_estimate(modules[i], &request, out_estimate, error);
    return error_set(error, ERROR_NOT_FOUND, "no kernel '%s'", variant->kernel);
}

/* --- how good it is --------------------------------------------------------------------------- */

static int compare_doubles(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return left < right ? -1 : left > right;
}

static const char *const set_names[SET_COUNT] = {"calibration", "validation", "held out", "fresh", "unseen",
                                                 "first sight", "public",     "weeks",    "later", "exam",
                                                 "resit",       "outside",    "proof"};

static void summarise(const struct row *rows, int set)
{
    double off[VARIANT_COUNT];
    int count = 0, twice = 0;
    for (int i = 0; i < VARIANT_COUNT; i++) {
        if (variants[i].set != set || !rows[i].is_modelled || rows[i].measured_us <= 0)
            continue;
        double ratio = rows[i].predicted_us / rows[i].measured_us;
        off[count++] = fabs(ratio - 1);
        twice += ratio > 2 || ratio < 0.5;
    }
    if (!count)
        return;
    qsort(off, (size_t)count, sizeof *off, compare_doubles);
    printf("# %s: %d kernels, |ratio - 1| median %.3f, 90th percentile %.3f, worst %.3f, off by more than 2x: %d\n",
           set_names[set], count, off[count / 2], off[count * 9 / 10], off[count - 1], twice);
}

/* Kendall's tau over the pairs of a ladder that differ by more than 5 % on the GPU. */
static void rank_ladders(const struct row *rows)
{
    int agree = 0, disagree = 0;
    for (int i = 0; i < VARIANT_COUNT; i++)
        for (int j = 0; j < i; j++) {
            bool comparable = *variants[i].ladder && !strcmp(variants[i].ladder, variants[j].ladder) &&
                              rows[i].is_modelled && rows[j].is_modelled && rows[i].measured_us > 0 &&
                              rows[j].measured_us > 0;
            double measured = comparable ? rows[i].measured_us / rows[j].measured_us : 1;
            if (fabs(measured - 1) < 0.05)
                continue;
            bool same = (measured > 1) == (rows[i].predicted_us > rows[j].predicted_us);
            agree += same;
            disagree += !same;
        }
    printf("# ladders: %d pairs agree, %d do not, tau %.3f\n", agree, disagree,
           (double)(agree - disagree) / (agree + disagree ? agree + disagree : 1));
}

static void print_row(const struct variant *variant, const struct row *row, const struct time_estimate *estimate)
{
    printf("%d\t%s\t%s\t%.2f\t%.2f\t%.2f\t%s\t%.2f", variant->set, variant->ladder, variant->name, row->predicted_us,
           row->measured_us, row->measured_us > 0 ? row->predicted_us / row->measured_us : 0,
           time_limit_name(estimate->cause.limiter), estimate->cause.worth);
    if (getenv("FIDELITY_TERMS")) {
        for (int i = 0; i < TIME_LIMIT_COUNT; i++)
            if (estimate->terms_ns[i] * 50 > estimate->total_ns)
                printf(" %s=%.4g", time_limit_name((enum time_limit)i), estimate->terms_ns[i] / 1e3);
        printf(" |");
        for (int i = 0; i < TIME_LIMIT_COUNT; i++)
            if (estimate->busy[i] >= 0.05)
                printf(" %s %.0f%%", time_limit_name((enum time_limit)i), estimate->busy[i] * 100);
        printf(" | inst %.2fM dram %.0f+%.0fM l2 %.0f+%.0fM hit %.2f occ %.2f resident %u%s | ran %llu of %llu "
               "| %.5g J",
               estimate->counts.warp_instructions / 1e6, estimate->moved.dram_read / 1e6,
               estimate->moved.dram_written / 1e6, estimate->moved.l2_read / 1e6, estimate->moved.l2_written / 1e6,
               estimate->moved.l1_hit_rate, estimate->fit.occupancy, estimate->fit.blocks_per_sm,
               estimate->terms_ns[TIME_LIMIT_BARRIER] > 0 ? " barriers" : "",
               (unsigned long long)estimate->sample.blocks_run, (unsigned long long)estimate->sample.blocks,
               estimate->joules);
    }
    printf("\n");
}

static void check(bool ok, const struct error *error)
{
    if (ok)
        return;
    fprintf(stderr, "%s\n", error->message);
    exit(1);
}

static struct vgpu_module *load(struct vgpu *device, struct arena *arena, const char *path)
{
    struct error error = {0};
    struct buffer text = BUFFER_INIT;
    check(file_read(path, 64 << 20, &text, &error), &error);
    struct source source = {
        .name = path, .text = arena_strndup(arena, buffer_text(&text), text.size_bytes), .size_bytes = text.size_bytes};
    buffer_done(&text);
    struct ptx_program *program = ptx_parse(arena, &source, diagnostics_new(arena));
    if (!program) {
        fprintf(stderr, "%s does not parse\n", path);
        exit(1);
    }
    struct vgpu_module *module = vgpu_load(device, program, false, &error);
    check(module != NULL, &error);
    return module;
}

int main(int argc, char **argv)
{
    if (argc < 5) {
        fprintf(stderr, "predict ARCHITECTURE MEASURED.tsv FILE.cubin FILE.ptx...\n");
        return 2;
    }
    struct error error = {0};
    struct arena *arena = arena_new();
    struct buffer measured = BUFFER_INIT, cubin = BUFFER_INIT;
    check(file_read(argv[2], 1 << 20, &measured, &error), &error);
    check(file_read(argv[3], 64 << 20, &cubin, &error), &error);
    struct vgpu_options options = {.architecture = argv[1], .threads = 1, .seed = 1};
    struct vgpu *device;
    check(vgpu_open(&options, 1, &device, &error), &error);
    struct vgpu_module *modules[MODULES_MAX];
    int module_count = 0;
    for (int i = 4; i < argc && module_count < MODULES_MAX; i++)
        modules[module_count++] = load(device, arena, argv[i]);
    static struct row rows[VARIANT_COUNT];
    const char *only = getenv("FIDELITY_ONLY"), *sets = getenv("FIDELITY_SETS"), *from = getenv("FIDELITY_FROM");
    int last_set = sets ? atoi(sets) : SET_COUNT - 1, first_set = from ? atoi(from) : 0;
    printf("# set\tladder\tname\tpredicted us\tmeasured us\tratio\tlimiter\tworth\n");
    for (int i = 0; i < VARIANT_COUNT; i++) {
        const struct variant *variant = &variants[i];
        if ((only && !strstr(variant->name, only)) || variant->set > last_set || variant->set < first_set)
            continue;
        static const uint64_t keys[] = {1, 2, 3};
        uint64_t buffers[3], size_bytes = UINT64_C(256) << 20;
        for (int j = 0; j < 3; j++)
            check(vgpu_allocate_lazy(device, size_bytes, "buffer", j < 2 ? fill_uniform : NULL, (void *)&keys[j],
                                     &buffers[j], &error),
                  &error);
        struct time_estimate estimate = {0};
        rows[i].measured_us = find_measured(buffer_text(&measured), variant);
        rows[i].is_modelled = predict(modules, module_count, variant, buffers, find_resources(&cubin, variant->kernel),
                                      &estimate, &error);
        if (!rows[i].is_modelled)
            printf("# %s: %s\n", variant->name, error.message);
        rows[i].predicted_us = estimate.total_ns / 1e3;
        if (rows[i].is_modelled)
            print_row(variant, &rows[i], &estimate);
        fflush(stdout);
        for (int j = 0; j < 3; j++)
            check(vgpu_release(device, buffers[j], &error), &error);
    }
    for (int set = 0; set < SET_COUNT; set++)
        summarise(rows, set);
    rank_ladders(rows);
    for (int i = 0; i < module_count; i++)
        vgpu_unload(modules[i]);
    vgpu_close(device);
    arena_free(arena);
    buffer_done(&measured);
    buffer_done(&cubin);
    return 0;
}
