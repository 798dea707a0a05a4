/* Tests memory, every form of launch, streams, graphs and tensor maps on a real GPU. */
#include "gpu_support.h"

static struct device *device;
static struct device_module *module;

static void synchronise(void)
{
    assert_done(device->vtable->synchronise(device, error));
    if (device->observation->faulted)
        fail_msg("%s", device->observation->fault);
}

static void read_back(void *to, device_address from, uint64_t size_bytes)
{
    assert_done(device->vtable->read(device, to, from, size_bytes, error));
}

static void release(device_address address)
{
    assert_done(device->vtable->release(device, address, error));
}

static void a_kernel_writes_what_it_should(void **state)
{
    (void)state;
    enum { COUNT = 100003 };
    static float got[COUNT];
    device_address out = gpu_buffer(device, sizeof got);
    float scale = 0.5f;
    struct gpu_call call = {.launch = {.kernel = "write_index", .grid = {(COUNT + 255) / 256}, .block = {256}},
                            .values = {out, COUNT}};
    memcpy(&call.values[2], &scale, sizeof scale);
    assert_done(gpu_launch(device, module, &call, error));
    synchronise();
    read_back(got, out, sizeof got);
    for (int i = 0; i < COUNT; i++)
        assert_true(got[i] == 0.5f * (float)i);
    release(out);
}

static void copies_and_transfers_keep_their_bytes(void **state)
{
    (void)state;
    enum { SIZE_BYTES = 5000017 };
    uint8_t *sent = malloc(SIZE_BYTES), *got = calloc(SIZE_BYTES, 1);
    for (int i = 0; i < SIZE_BYTES; i++)
        sent[i] = (uint8_t)(i * 31 + i / 251);
    device_address first = gpu_buffer(device, SIZE_BYTES), second = gpu_buffer(device, SIZE_BYTES);
    assert_done(device->vtable->write(device, first, sent, SIZE_BYTES, error));
    assert_done(device->vtable->copy(device, second, first, SIZE_BYTES, error));
    read_back(got, second, SIZE_BYTES);
    assert_memory_equal(sent, got, SIZE_BYTES);
    release(first);
    release(second);
    free(sent);
    free(got);
}

static void more_memory_than_there_is_is_refused_in_words(void **state)
{
    (void)state;
    struct error error = {0};
    device_address all = 0;
    assert_false(device->vtable->allocate(device, device->properties.memory_bytes - 4096, "weights", &all, &error));
    assert_int_equal(error.code, ERROR_MEMORY);
    printf("%s\n", error.message);
    assert_false(device->lost);
}

static void a_block_may_have_all_the_shared_memory(void **state)
{
    (void)state;
    uint32_t bytes = device->properties.shared_bytes_per_block_optin;
    int words = (int)(bytes / 4), *got = calloc((size_t)words, 4);
    device_address out = gpu_buffer(device, bytes);
    struct gpu_call call = {.launch = {.kernel = "reverse_shared", .block = {256}, .dynamic_shared_bytes = bytes},
                            .values = {out, (uint64_t)words}};
    assert_done(gpu_launch(device, module, &call, error));
    synchronise();
    read_back(got, out, bytes);
    for (int i = 0; i < words; i++)
        assert_int_equal(got[i], words - 1 - i);
    call.launch.dynamic_shared_bytes = bytes + 1;
    struct error error = {0};
    assert_false(gpu_launch(device, module, &call, &error));
    assert_int_equal(error.code, ERROR_RANGE);
    free(got);
    release(out);
}

static void clusters_know_their_rank(void **state)
{
    (void)state;
    if (!device->properties.clusters)
        skip();
    static const uint32_t sizes[] = {2, 4, 8, 16};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int got[64];
        device_address out = gpu_buffer(device, sizeof got);
        struct gpu_call call = {
            .launch = {.kernel = "cluster_rank", .grid = {64}, .block = {32}, .cluster = {sizes[s], 1, 1}},
            .values = {out}};
        assert_done(gpu_launch(device, module, &call, error));
        synchronise();
        read_back(got, out, sizeof got);
        for (uint32_t i = 0; i < 64; i++)
            assert_int_equal(got[i], sizes[s] * 100 + i % sizes[s]);
        release(out);
    }
}

static void a_cooperative_grid_meets_at_its_barrier(void **state)
{
    (void)state;
    uint32_t per_sm = 0;
    assert_done(device->vtable->max_blocks(module, "cooperative_count", 128, 0, &per_sm, error));
    uint32_t blocks = per_sm * (uint32_t)device->properties.sm_count;
    printf("cooperative: %u blocks\n", blocks);
    int *got = calloc(blocks, sizeof *got);
    device_address total = gpu_buffer(device, 4), out = gpu_buffer(device, blocks * sizeof *got);
    struct gpu_call call = {
        .launch = {.kernel = "cooperative_count", .grid = {blocks}, .block = {128}, .cooperative = true},
        .values = {total, out}};
    assert_done(device->vtable->fill(device, total, 0, 4, error));
    assert_done(gpu_launch(device, module, &call, error));
    synchronise();
    read_back(got, out, blocks * sizeof *got);
    for (uint32_t i = 0; i < blocks; i++)
        assert_int_equal(got[i], blocks);
    call.launch.grid[0] = blocks + 1;
    struct error error = {0};
    assert_false(gpu_launch(device, module, &call, &error));
    assert_int_equal(error.code, ERROR_RANGE);
    free(got);
    release(total);
    release(out);
}

static void launch_on(const char *kernel, int stream, uint64_t first, uint64_t second, uint64_t third)
{
    struct gpu_call call = {.launch = {.kernel = kernel, .stream = stream}, .values = {first, second, third}};
    assert_done(gpu_launch(device, module, &call, error));
}

/* Another stream sees a slow write only after a mark, or through stream 0. */
static void streams_wait_for_marks_and_for_stream_0(void **state)
{
    (void)state;
    device_address cell = gpu_buffer(device, 4), seen = gpu_buffer(device, 12);
    uint64_t mark = 0;
    int got[3];
    assert_done(device->vtable->fill(device, cell, 0, 4, error));
    launch_on("slow_write", 1, cell, 7, 20000000);
    assert_done(device->vtable->mark(device, 1, &mark, error));
    launch_on("read_int", 2, seen, cell, 0);
    assert_done(device->vtable->wait_for(device, 3, device, mark, error));
    launch_on("read_int", 3, seen + 4, cell, 0);
    launch_on("read_int", 0, seen + 8, cell, 0);
    synchronise();
    read_back(got, seen, sizeof got);
    assert_int_equal(got[0], 0);
    assert_int_equal(got[1], 7);
    assert_int_equal(got[2], 7);
    release(cell);
    release(seen);
}

static void a_graph_runs_what_was_enqueued(void **state)
{
    (void)state;
    enum { COUNT = 1000, TIMES = 50 };
    int got[COUNT];
    device_address values = gpu_buffer(device, sizeof got), other = gpu_buffer(device, sizeof got), held = 0;
    assert_done(device->vtable->graph_begin(device, error));
    assert_done(device->vtable->allocate(device, 8 << 20, "scratch of the graph", &held, error));
    assert_done(device->vtable->fill(device, values, 0, sizeof got, error));
    assert_done(device->vtable->fill(device, held, 0, 8 << 20, error));
    for (int i = 0; i < TIMES; i++) {
        struct gpu_call call = {.launch = {.kernel = "add_one", .grid = {4}, .block = {256}, .stream = i < 5 ? 1 : 0},
                                .values = {values, COUNT}};
        assert_done(gpu_launch(device, module, &call, error));
    }
    assert_done(device->vtable->copy(device, other, values, sizeof got, error));
    assert_done(device->vtable->release(device, held, error));
    assert_done(device->vtable->graph_end(device, error));
    synchronise();
    read_back(got, other, sizeof got);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(got[i], TIMES);
    release(values);
    release(other);
}

static void a_tensor_map_copies_the_tile_that_it_says(void **state)
{
    (void)state;
    if (device->properties.compute_major < 9)
        skip();
    enum { ROWS = 64, COLUMNS = 128 };
    static float matrix[ROWS][COLUMNS];
    float got[8][16];
    uint8_t encoded[DEVICE_TENSOR_MAP_BYTES] __attribute__((aligned(64)));
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++)
            matrix[r][c] = (float)(r * 1000 + c);
    device_address from = gpu_buffer(device, sizeof matrix), out = gpu_buffer(device, sizeof got);
    assert_done(device->vtable->write(device, from, matrix, sizeof matrix, error));
    struct device_tensor_map map = {
        .address = from, .element_bytes = 4, .is_float = true, .rank = 2, .shape = {ROWS, COLUMNS}, .box = {8, 16}};
    assert_done(device->vtable->tensor_map(device, &map, encoded, error));
    struct gpu_call call = {.launch = {.kernel = "copy_tile", .block = {128}},
                            .values = {(uint64_t)(uintptr_t)encoded, out, 24, 48}};
    assert_done(gpu_launch(device, module, &call, error));
    synchronise();
    read_back(got, out, sizeof got);
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 16; c++)
            assert_true(got[r][c] == matrix[24 + r][48 + c]);
    static const uint32_t swizzles[] = {32, 64, 128};
    for (size_t i = 0; i < sizeof swizzles / sizeof *swizzles; i++) {
        map.swizzle_bytes = swizzles[i];
        map.box[1] = swizzles[i] / 4;
        assert_done(device->vtable->tensor_map(device, &map, encoded, error));
    }
    release(from);
    release(out);
}

static int next_count(void)
{
    device_address out = gpu_buffer(device, 4);
    int got = 0;
    struct gpu_call call = {.launch.kernel = "count_launch", .values = {out}};
    assert_done(gpu_launch(device, module, &call, error));
    read_back(&got, out, sizeof got);
    release(out);
    return got;
}

static void module_variables_are_reachable_and_reset_by_loading(void **state)
{
    (void)state;
    struct device_image image = gpu_image("kernels");
    device_address counter = 0;
    uint64_t size_bytes = 0;
    int value = 40;
    assert_int_equal(next_count(), 5);
    assert_int_equal(next_count(), 6);
    assert_done(device->vtable->symbol(module, "counter", &counter, &size_bytes, error));
    assert_int_equal(size_bytes, 4);
    assert_done(device->vtable->write(device, counter, &value, 4, error));
    assert_int_equal(next_count(), 40);
    device->vtable->unload(device, module);
    module = gpu_load(device, &image);
    assert_int_equal(next_count(), 5);
}

static void ptx_alone_is_compiled_by_the_driver(void **state)
{
    (void)state;
    struct device_image image = gpu_image("kernels");
    struct device_module *loaded = NULL;
    image.cubin_bytes = 0;
    int64_t began_ns = clock_monotonic_ns();
    loaded = gpu_load(device, &image);
    printf("PTX loaded in %.1f ms\n", (double)(clock_monotonic_ns() - began_ns) / 1e6);
    device->vtable->unload(device, loaded);
    image.ptx = ".version 9.9\n.target sm_90\n.address_size 64\n";
    image.ptx_bytes = strlen(image.ptx);
    struct error error = {0};
    assert_null(device->vtable->load(device, &image, &error));
    assert_int_equal(error.code, ERROR_UNSUPPORTED);
    printf("%s (%s)\n", error.message, error.hint);
    image.ptx = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() { nonsense; }\n";
    image.ptx_bytes = strlen(image.ptx);
    assert_null(device->vtable->load(device, &image, &error));
    assert_int_equal(error.code, ERROR_SYNTAX);
    printf("%s\n", error.message);
}

static int set_up(void **state)
{
    (void)state;
    struct device_image image = gpu_image("kernels");
    int64_t began_ns = clock_monotonic_ns();
    device = gpu_open();
    int64_t opened_ns = clock_monotonic_ns();
    module = gpu_load(device, &image);
    printf("opened in %.1f ms, CUBIN loaded in %.1f ms\n", (double)(opened_ns - began_ns) / 1e6,
           (double)(clock_monotonic_ns() - opened_ns) / 1e6);
    const struct device_properties *properties = &device->properties;
    printf("%s, compute %d.%d, %d SMs, L2 %.0f MiB, datasheet %.2f TB/s and %.1f TFLOP/s\n", properties->name,
           properties->compute_major, properties->compute_minor, properties->sm_count,
           (double)properties->l2_bytes / 1048576, properties->dram_bytes_per_second / 1e12,
           properties->fp32_flops / 1e12);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    device->vtable->unload(device, module);
    device_close(device);
    return 0;
}

static int run(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kernel_writes_what_it_should),
        cmocka_unit_test(copies_and_transfers_keep_their_bytes),
        cmocka_unit_test(more_memory_than_there_is_is_refused_in_words),
        cmocka_unit_test(a_block_may_have_all_the_shared_memory),
        cmocka_unit_test(clusters_know_their_rank),
        cmocka_unit_test(a_cooperative_grid_meets_at_its_barrier),
        cmocka_unit_test(streams_wait_for_marks_and_for_stream_0),
        cmocka_unit_test(a_graph_runs_what_was_enqueued),
        cmocka_unit_test(a_tensor_map_copies_the_tile_that_it_says),
        cmocka_unit_test(module_variables_are_reachable_and_reset_by_loading),
        cmocka_unit_test(ptx_alone_is_compiled_by_the_driver),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

int main(void)
{
    return gpu_main(run);
}
