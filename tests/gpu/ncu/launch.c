/*
 * launch KIND FOLDER [counts]: runs the launches of FOLDER/jobs (jobs.py) on a device, "virtual"
 * or "cuda". "counts" skips the checks, for large launches.
 *
 * The virtual device prints "TITLE COUNTER VALUE" for each counter that a profiler has too, and
 * "TITLE unsafe" for a launch with findings. The cuda device prints the titles in order. Run it
 * under ncu.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "device/device.h"

enum { WORDS_MAX = 40, BUFFERS_MAX = 16, LINE_BYTES = 4096 };

struct job {
    const char *title, *image;
    struct device_launch launch;
    char *arguments[WORDS_MAX];
    int argument_count;
};

static char *read_file(const char *folder, const char *name, const char *extension, size_t *out_bytes)
{
    char path[1024];
    snprintf(path, sizeof(path), "%s/%s.%s", folder, name, extension);
    FILE *file = fopen(path, "rb");
    char *bytes = file ? calloc(1, 1 << 22) : NULL;
    *out_bytes = bytes ? fread(bytes, 1, (1 << 22) - 1, file) : 0;
    if (file)
        fclose(file);
    return bytes;
}

static bool parse_job(char *line, struct job *out_job)
{
    char *words[WORDS_MAX], *save = NULL;
    int count = 0;
    for (char *word = strtok_r(line, " \n", &save); word && count < WORDS_MAX; word = strtok_r(NULL, " \n", &save))
        words[count++] = word;
    if (count < 10)
        return false;
    *out_job = (struct job){.title = words[0], .image = words[1], .argument_count = count - 10};
    out_job->launch.kernel = words[2];
    for (int i = 0; i < 3; i++) {
        out_job->launch.grid[i] = (uint32_t)atoi(words[3 + i]);
        out_job->launch.block[i] = (uint32_t)atoi(words[6 + i]);
    }
    out_job->launch.dynamic_shared_bytes = (uint32_t)atoi(words[9]);
    memcpy(out_job->arguments, words + 10, (size_t)out_job->argument_count * sizeof(char *));
    return true;
}

/* TYPE:COUNT:BOUND: numbers that are equal on every device. */
static bool make_buffer(struct device *device, const char *text, device_address *out_address, struct error *error)
{
    char kind = text[0];
    unsigned bits = (unsigned)atoi(text + 1);
    unsigned long long count, bound;
    if (sscanf(strchr(text, ':'), ":%llu:%llu", &count, &bound) != 2 || bits < 8 || bits > 64)
        return error_set(error, ERROR_SYNTAX, "a buffer of %s", text);
    uint8_t *content = calloc(count + 1, bits / 8);
    uint64_t state = 1;
    for (unsigned long long i = 0; content && i < count; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        uint64_t whole = (state >> 33) % bound;
        float single = (float)(state >> 40) / (float)(1 << 23) - 1.0F;
        double wide = (double)single;
        const void *from = kind != 'f'  ? (const void *)&whole
                           : bits == 64 ? (const void *)&wide
                                        : (const void *)&single;
        memcpy(content + i * (bits / 8), (const uint8_t *)from + (kind == 'f' && bits == 16 ? 2 : 0), bits / 8);
    }
    bool made = content && device->vtable->allocate(device, count * (bits / 8), "buffer", out_address, error) &&
                device->vtable->write(device, *out_address, content, count * (bits / 8), error);
    free(content);
    return made;
}

/* Packs arguments in the kernel's declared layout. */
static bool run_job(struct device *device, struct device_module *module, struct job *job, struct error *error)
{
    struct device_parameter parameters[WORDS_MAX];
    uint8_t block[1024] __attribute__((aligned(16))) = {0};
    device_address buffers[BUFFERS_MAX];
    uint32_t count = 0, buffer_count = 0;
    if (!device->vtable->kernel_parameters(module, job->launch.kernel, parameters, WORDS_MAX, &count, error))
        return false;
    if ((int)count != job->argument_count)
        return error_set(error, ERROR_SYNTAX, "%u parameters", count);
    for (uint32_t i = 0; i < count; i++) {
        const char *text = job->arguments[i], *value = strchr(text, ':') + 1;
        uint64_t bits = (uint64_t)atoll(value);
        float single = (float)atof(value);
        if (strchr(value, ':')) {
            if (buffer_count == BUFFERS_MAX || !make_buffer(device, text, &buffers[buffer_count], error))
                return false;
            bits = buffers[buffer_count++];
        } else if (text[0] == 'f') {
            memcpy(&bits, &single, sizeof(single));
        }
        memcpy(block + parameters[i].offset_bytes, &bits, parameters[i].size_bytes);
        job->launch.argument_bytes = parameters[i].offset_bytes + parameters[i].size_bytes;
    }
    job->launch.arguments = block;
    device->deadline_ns = (uint64_t)clock_deadline_ns(INT64_C(60000000000));
    observation_reset(device->observation);
    bool done =
        device->vtable->launch(device, module, &job->launch, error) && device->vtable->synchronise(device, error);
    for (uint32_t i = 0; i < buffer_count; i++)
        device->vtable->release(device, buffers[i], &(struct error){0});
    return done;
}

static void print_counters(const struct device *device, const char *title)
{
    static const struct {
        int counter;
        const char *name;
    } rows[] = {
        {VGPU_COUNTER_GLOBAL_LOAD_SECTORS, "global_load_sectors"},
        {VGPU_COUNTER_GLOBAL_STORE_SECTORS, "global_store_sectors"},
        {VGPU_COUNTER_GLOBAL_LOAD_REQUESTS, "global_load_requests"},
        {VGPU_COUNTER_GLOBAL_STORE_REQUESTS, "global_store_requests"},
        {VGPU_COUNTER_SHARED_LOAD_CONFLICTS, "shared_load_conflicts"},
        {VGPU_COUNTER_SHARED_STORE_CONFLICTS, "shared_store_conflicts"},
        {VGPU_COUNTER_SHARED_LOAD_WAVEFRONTS, "shared_load_wavefronts"},
        {VGPU_COUNTER_SHARED_STORE_WAVEFRONTS, "shared_store_wavefronts"},
        {VGPU_COUNTER_DRAM_READ_BYTES, "dram_read_bytes"},
        {VGPU_COUNTER_DRAM_WRITE_BYTES, "dram_write_bytes"},
    };
    const struct observation *observation = device->observation;
    if (observation->finding_count)
        printf("%s unsafe 1\n", title);
    for (size_t i = 0; observation->kernel_count && i < sizeof(rows) / sizeof(rows[0]); i++)
        printf("%s %s %llu\n", title, rows[i].name,
               (unsigned long long)observation->kernels[0].totals[rows[i].counter]);
}

static void run_line(struct device *device, const char *folder, char *line)
{
    struct job job;
    struct error error = {0};
    struct device_image image = {.source_name = "job"};
    if (!parse_job(line, &job))
        return;
    char *ptx = read_file(folder, job.image, "ptx", &image.ptx_bytes);
    char *cubin = read_file(folder, job.image, "cubin", &image.cubin_bytes);
    image.ptx = ptx;
    image.cubin = cubin;
    struct device_module *module = ptx ? device->vtable->load(device, &image, &error) : NULL;
    if (!module || !run_job(device, module, &job, &error))
        printf("%s failed %s\n", job.title, error.message);
    else if (device->properties.checks) /* a fault of a made device, not of a real one */
        print_counters(device, job.title);
    else
        printf("%s %s ran 1\n", job.title, job.launch.kernel);
    fflush(stdout);
    if (module)
        device->vtable->unload(device, module);
    free(ptx);
    free(cubin);
}

int main(int count, char **arguments)
{
    char path[1024], line[LINE_BYTES];
    struct error error = {0};
    struct device *device = NULL;
    struct device_request request = {.kind = count > 1 ? arguments[1] : "", .count = 1, .threads = 1};
    if (count < 3 || count > 4 || !device_open(&request, &device, &error)) {
        fprintf(stderr, "launch virtual|cuda FOLDER [counts]: %s\n", error.message);
        return 2;
    }
    device->checks = (count == 3 ? DEVICE_CHECK_ALL : 0) | DEVICE_COUNT | DEVICE_COUNT_CACHE;
    snprintf(path, sizeof(path), "%s/jobs", arguments[2]);
    FILE *jobs = fopen(path, "r");
    while (jobs && fgets(line, sizeof(line), jobs))
        run_line(device, arguments[2], line);
    if (jobs)
        fclose(jobs);
    device_close(device);
    return jobs ? 0 : 2;
}
