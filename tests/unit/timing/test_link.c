/* Tests links between devices against times of two H200 (doc/time-model.md). */
#include "timing/time_model.h"
#include "vgpu_fixture.h"

enum { MI = 1 << 20, DEVICES = 2 };

/*
 * Thread i of `take` reads the first array at (i * stride) modulo n, a power of two.
 * It writes the second array at i.
 */
static const char kernels[] = PTX_HEADER
    ".visible .entry take(.param .u64 p0, .param .u64 p1, .param .u32 p2, .param .u32 p3)\n{\n.reg .b32 %r<8>;\n"
    ".reg .b64 %rd<8>;\n.reg .f32 %f<2>;\nld.param.u64 %rd1, [p0];\nld.param.u64 %rd2, [p1];\n"
    "ld.param.u32 %r1, [p2];\nld.param.u32 %r2, [p3];\nmov.u32 %r3, %ctaid.x;\nmov.u32 %r4, %ntid.x;\n"
    "mov.u32 %r5, %tid.x;\nmad.lo.s32 %r6, %r3, %r4, %r5;\nmul.lo.u32 %r7, %r6, %r2;\nsub.u32 %r1, %r1, 1;\n"
    "and.b32 %r7, %r7, %r1;\nmul.wide.u32 %rd3, %r7, 4;\nadd.s64 %rd4, %rd1, %rd3;\nld.global.f32 %f1, [%rd4];\n"
    "mul.wide.u32 %rd5, %r6, 4;\nadd.s64 %rd6, %rd2, %rd5;\nst.global.f32 [%rd6], %f1;\nret;\n}\n"
    ".visible .entry count(.param .u64 p0, .param .u64 p1, .param .u32 p2, .param .u32 p3)\n{\n.reg .b32 %r<8>;\n"
    ".reg .b64 %rd<8>;\nld.param.u64 %rd2, [p1];\nmov.u32 %r3, %ctaid.x;\nmov.u32 %r4, %ntid.x;\n"
    "mov.u32 %r5, %tid.x;\nmad.lo.s32 %r6, %r3, %r4, %r5;\nmul.wide.u32 %rd5, %r6, 4;\nadd.s64 %rd6, %rd2, %rd5;\n"
    "red.global.add.u32 [%rd6], 1;\nret;\n}\n";

struct scene {
    struct vgpu_fixture f; /* on the first device */
    struct vgpu *devices[DEVICES];
    uint64_t buffers[DEVICES];
    uint32_t elements;
};

static void open_scene(struct scene *scene, uint32_t elements)
{
    struct error error = {0};
    struct vgpu_options options = {.architecture = "h200", .threads = 1, .seed = 7};
    *scene = (struct scene){.elements = elements, .f = {.arena = arena_new()}};
    assert_true(vgpu_open(&options, DEVICES, scene->devices, &error));
    assert_true(vgpu_enable_peers(scene->devices, DEVICES, &error));
    for (int i = 0; i < DEVICES; i++)
        assert_true(
            vgpu_allocate_lazy(scene->devices[i], 4ULL * elements, "a", NULL, NULL, &scene->buffers[i], &error));
    scene->f.device = scene->devices[0];
    fixture_load(&scene->f, kernels);
}

static void close_scene(struct scene *scene)
{
    vgpu_unload(scene->f.module);
    for (int i = 0; i < DEVICES; i++)
        vgpu_close(scene->devices[i]);
    arena_free(scene->f.arena);
}

static struct time_estimate estimate(const struct scene *scene, const char *kernel, int from, int to, uint32_t stride)
{
    struct error error = {0};
    struct {
        uint64_t from, to;
        uint32_t n, stride;
    } arguments = {scene->buffers[from], scene->buffers[to], scene->elements, stride};
    struct time_request request = {.launch = {.kernel = kernel,
                                              .grid = {scene->elements / 256, 1, 1},
                                              .block = {256, 1, 1},
                                              .arguments = &arguments,
                                              .argument_bytes = sizeof arguments},
                                   .resources = {.registers = 16},
                                   .seed = 3};
    struct time_estimate result = {0};
    if (!time_model_estimate(scene->f.module, &request, &result, &error))
        fail_msg("%s", error.message);
    return result;
}

static void assert_near(double value, double expected, double share)
{
    if (!(value >= expected * (1 - share) && value <= expected * (1 + share)))
        fail_msg("%g is not within %g %% of %g", value, share * 100, expected);
}

static double copy_ns(const struct scene *scene, int to, int from, uint64_t size_bytes)
{
    struct error error = {0};
    struct time_copy copy;
    assert_true(
        time_copy_estimate(scene->devices[0], scene->buffers[to], scene->buffers[from], size_bytes, &copy, &error));
    return copy.work_ns;
}

/* Measured times, minus an empty launch. */
static void copies_take_what_was_measured(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, MI);
    assert_near(copy_ns(&scene, 1, 0, 4), 2.8e3, 0.05);
    assert_near(copy_ns(&scene, 0, 1, 4), 10.4e3, 0.1);
    assert_near(copy_ns(&scene, 0, 1, 16 * MI), 46.8e3, 0.15);
    assert_near(copy_ns(&scene, 1, 0, 16 * MI), 46e3, 0.03);
    assert_near(copy_ns(&scene, 1, 0, 1024ULL * MI), 2706.7e3, 0.01);
    assert_near(copy_ns(&scene, 0, 1, 1024ULL * MI), 2711.6e3, 0.01);
    close_scene(&scene);
}

/*
 * Measured: pull 186.3 us, push 187.4 us, stride 33 1910 us, count 207.4 us. Within one GPU: 37.9
 * us.
 */
static void kernels_wait_for_the_link(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, 16 * MI);
    struct time_estimate pull = estimate(&scene, "take", 1, 0, 1), push = estimate(&scene, "take", 0, 1, 1),
                         apart = estimate(&scene, "take", 1, 0, 33), count = estimate(&scene, "count", 0, 1, 1),
                         own = estimate(&scene, "take", 0, 0, 1);
    assert_near(pull.total_ns, 186.3e3, 0.05);
    assert_near(push.total_ns, 187.4e3, 0.05);
    assert_near(apart.total_ns, 1909.9e3, 0.05);
    assert_near(count.total_ns, 207.4e3, 0.05);
    assert_int_equal(pull.cause.limiter, TIME_LIMIT_LINK);
    assert_int_equal(push.cause.limiter, TIME_LIMIT_LINK);
    assert_near(pull.moved.link, (64.0 * MI) * (128 + 16) / 128, 0.01);
    assert_true(own.moved.link == 0 && own.terms_ns[TIME_LIMIT_LINK] == 0);
    close_scene(&scene);
}

/* Another device's buffer is read from that device's DRAM. */
static void the_own_memory_is_left_alone(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, 16 * MI);
    assert_near(estimate(&scene, "take", 1, 0, 1).moved.dram_read, 0, 0);
    assert_near(estimate(&scene, "take", 0, 1, 1).moved.dram_written, 0, 0);
    assert_near(estimate(&scene, "take", 0, 1, 1).moved.dram_read, 64.0 * MI, 0.01);
    close_scene(&scene);
}

/* With one block, a round trip takes 857 ns. */
static void what_crosses_is_waited_for(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, 256);
    double near_ns = estimate(&scene, "take", 0, 0, 1).total_ns, far_ns = estimate(&scene, "take", 1, 0, 1).total_ns;
    assert_true(far_ns - near_ns > 350 && far_ns - near_ns < 900);
    close_scene(&scene);
}

/* Allocates and releases buffers until the first device's addresses are used up. */
static struct error fill_window(struct vgpu *device)
{
    enum { ROUNDS = 40 };
    struct error error = {0};
    uint64_t address;
    for (int i = 0; i < ROUNDS; i++) {
        if (!vgpu_allocate_lazy(device, UINT64_C(16) << 30, "b", NULL, NULL, &address, &error))
            return error;
        assert_true(vgpu_release(device, address, &error));
    }
    return error;
}

#define PEER_ADDRESS (UINT64_C(2) << 40)

static void a_device_alone_has_no_link(void **state)
{
    struct error error = {0};
    struct vgpu_options options = {.architecture = "h200", .threads = 1, .seed = 7};
    struct scene scene = {.elements = 256};
    (void)state;
    fixture_open_with(&scene.f, kernels, &options);
    assert_int_equal(fill_window(scene.f.device).code, ERROR_NONE);
    for (int i = 0; i < DEVICES; i++)
        assert_true(vgpu_allocate_lazy(scene.f.device, 1024, "a", NULL, NULL, &scene.buffers[i], &error));
    assert_true(scene.buffers[0] >= PEER_ADDRESS); /* inside a peer's address range */
    assert_float_equal(estimate(&scene, "take", 0, 1, 1).moved.link, 0, 0);
    fixture_close(&scene.f);
}

static void addresses_of_a_peer_are_not_given_out(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, 256);
    struct error error = fill_window(scene.devices[0]);
    assert_int_equal(error.code, ERROR_MEMORY);
    assert_non_null(strstr(error.message, "addresses"));
    assert_float_equal(estimate(&scene, "take", 1, 0, 1).moved.link, 1024 * (128 + 16) / 128.0, 0.1);
    close_scene(&scene);
}

static double copy_on_ns(const char *architecture, uint64_t size_bytes)
{
    struct error error = {0};
    struct vgpu_options options = {.architecture = architecture, .threads = 1, .seed = 7};
    struct vgpu *devices[DEVICES];
    uint64_t buffers[DEVICES];
    struct time_copy copy;
    assert_true(vgpu_open(&options, DEVICES, devices, &error));
    assert_true(vgpu_enable_peers(devices, DEVICES, &error));
    for (int i = 0; i < DEVICES; i++)
        assert_true(vgpu_allocate_lazy(devices[i], size_bytes, "a", NULL, NULL, &buffers[i], &error));
    assert_true(time_copy_estimate(devices[0], buffers[1], buffers[0], size_bytes, &copy, &error));
    for (int i = 0; i < DEVICES; i++)
        vgpu_close(devices[i]);
    return copy.work_ns;
}

/* PCIe 5.0 has a seventh of NVLink 4's rate, and 24 bytes around the data of a packet. */
static void a_gpu_can_have_another_link(void **state)
{
    (void)state;
    double bytes = 256.0 * MI;
    assert_near(copy_on_ns("h100", 256 * MI), 2800 + bytes * (1 + 16 / 256.0) / (450 * 0.936), 0.001);
    assert_near(copy_on_ns("h100+pcie", 256 * MI), 2800 + bytes * (1 + 24 / 256.0) / (64 * 0.95), 0.001);
    assert_near(copy_on_ns("h100+nvlink", 256 * MI), copy_on_ns("h100", 256 * MI), 0.001);
    assert_near(copy_on_ns("a100+pcie", 256 * MI), copy_on_ns("l4", 256 * MI), 0.001);
}

static void links_are_found_by_name(void **state)
{
    (void)state;
    assert_string_equal(vgpu_architecture_find("h100+pcie")->name, "h100+pcie");
    assert_string_equal(vgpu_architecture_find("h100+pcie")->base, "h100");
    assert_string_equal(vgpu_architecture_find("h100+nvlink")->name, "h100");
    assert_string_equal(vgpu_architecture_find("l4+pcie")->name, "l4");
    assert_null(vgpu_architecture_find("l4+nvlink"));
    assert_null(vgpu_architecture_find("h100+"));
    assert_null(vgpu_architecture_find("h10"));
    assert_null(vgpu_architecture_find("+pcie"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gpu_can_have_another_link),   cmocka_unit_test(links_are_found_by_name),
        cmocka_unit_test(copies_take_what_was_measured), cmocka_unit_test(kernels_wait_for_the_link),
        cmocka_unit_test(the_own_memory_is_left_alone),  cmocka_unit_test(what_crosses_is_waited_for),
        cmocka_unit_test(a_device_alone_has_no_link),    cmocka_unit_test(addresses_of_a_peer_are_not_given_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
