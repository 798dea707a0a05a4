/* Affine registers change no result: all block shapes, wrap-around and divergence. */
#include "vgpu_fixture.h"

enum { THREADS_MAX = 1024 };

static uint32_t expected_value(uint32_t x, uint32_t y, uint32_t z, uint32_t n, uint32_t big, uint32_t before)
{
    uint32_t a = x * n + y * 7 - z, b = big + a, r = 0;
    int64_t c = (int64_t)(int32_t)b * 4;
    for (uint32_t k = 0; k < x % 5 + 1; k++)
        r += a * k + (uint32_t)(c >> 3);
    r += a << 3;
    if (y & 1)
        r ^= 0x55;
    for (uint32_t k = 0; k < n; k++)
        r = r * 3 + b + k;
    if (x + y < n)
        r += before;
    return r + (uint32_t)(c >> 32);
}

static void check_shape(const char *text, const uint32_t block[3], uint32_t n, uint32_t big, enum vgpu_isa isa)
{
    static uint32_t values[THREADS_MAX], results[THREADS_MAX];
    uint32_t threads = block[0] * block[1] * block[2];
    for (uint32_t i = 0; i < threads; i++)
        values[i] = i * 2654435761U;
    struct vgpu_fixture f;
    fixture_open_with(&f, text, &(struct vgpu_options){.threads = 1, .seed = 1, .isa = isa});
    uint64_t at = fixture_buffer(&f, "out", values, threads * sizeof(*values));
    fixture_launch_grid(&f, "affine", (uint32_t[]){1, 1, 1}, block, (uint64_t[]){at, n, big}, 3);
    fixture_assert_clean(&f);
    fixture_read(&f, at, results, threads * sizeof(*results));
    for (uint32_t t = 0; t < threads; t++) {
        uint32_t x = t % block[0], y = t / block[0] % block[1], z = t / block[0] / block[1];
        assert_int_equal(results[t], expected_value(x, y, z, n, big, values[t]));
    }
    fixture_close(&f);
}

static void affine_registers_do_not_show(void **state)
{
    (void)state;
    static const uint32_t blocks[][3] = {{32, 1, 1}, {20, 1, 1}, {96, 1, 1}, {32, 8, 1}, {16, 16, 1},
                                         {8, 4, 4},  {8, 8, 2},  {4, 8, 3},  {2, 16, 2}, {1, 64, 1},
                                         {24, 2, 1}, {5, 7, 3},  {1, 1, 1},  {16, 3, 1}};
    static const uint32_t bases[] = {0, 1000, 0x7ffffff0, 0xfffffff0};
    char *text = fixture_file("tests/ptx/affine.ptx");
    for (size_t i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++)
        for (size_t j = 0; j < sizeof(bases) / sizeof(bases[0]); j++)
            check_shape(text, blocks[i], (uint32_t)(3 + i % 4), bases[j], j % 2 ? VGPU_ISA_PORTABLE : VGPU_ISA_BEST);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(affine_registers_do_not_show)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
