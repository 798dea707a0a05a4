/* CUDA's mathematics functions, compiled by NVRTC, keep the programming guide's error bounds. */
#include <math.h>

#include "base/buffer.h"
#include "compiler_support.h"
#include "vgpu_fixture.h"

enum { VALUES = 512, BLOCK = 128 };

static long double rsqrt_of(long double x)
{
    return 1 / sqrtl(x);
}
static long double rcbrt_of(long double x)
{
    return 1 / cbrtl(x);
}
static long double normcdf_of(long double x)
{
    return erfcl(-x / sqrtl(2)) / 2;
}

/* Half of the values are spread evenly between the two ends. The others may have any exponent. */
static const struct row {
    const char *name;
    bool is_double;
    double bound_ulps, from, to;
    long double (*exact)(long double);
} rows[] = {
    {"sqrtf", false, 0, 0, 3e38, sqrtl},
    {"rsqrtf", false, 2, 1e-38, 3e38, rsqrt_of},
    {"cbrtf", false, 1, -3e38, 3e38, cbrtl},
    {"rcbrtf", false, 1, 1e-38, 3e38, rcbrt_of},
    {"expf", false, 1, -104, 89, expl},
    {"exp2f", false, 2, -150, 128, exp2l},
    {"exp10f", false, 2, -45, 38.6, exp10l},
    {"expm1f", false, 1, -30, 89, expm1l},
    {"logf", false, 1, 1e-45, 3e38, logl},
    {"log2f", false, 1, 1e-45, 3e38, log2l},
    {"log10f", false, 2, 1e-45, 3e38, log10l},
    {"log1pf", false, 1, -0.99999, 3e38, log1pl},
    {"sinf", false, 2, -1e9, 1e9, sinl},
    {"cosf", false, 2, -1e9, 1e9, cosl},
    {"tanf", false, 4, -1e9, 1e9, tanl},
    {"asinf", false, 2, -1, 1, asinl},
    {"acosf", false, 2, -1, 1, acosl},
    {"atanf", false, 2, -3e38, 3e38, atanl},
    {"sinhf", false, 3, -89, 89, sinhl},
    {"coshf", false, 2, -89, 89, coshl},
    {"tanhf", false, 2, -12, 12, tanhl},
    {"asinhf", false, 3, -3e38, 3e38, asinhl},
    {"acoshf", false, 4, 1, 3e38, acoshl},
    {"atanhf", false, 3, -0.999999, 0.999999, atanhl},
    {"erff", false, 2, -5, 5, erfl},
    {"erfcf", false, 4, -5, 10.5, erfcl},
    {"normcdff", false, 5, -14, 6, normcdf_of},
    {"lgammaf", false, 6, 0.001, 1e30, lgammal},
    {"tgammaf", false, 5, 0.1, 35, tgammal},
    {"rsqrt", true, 1, 1e-308, 1e308, rsqrt_of},
    {"cbrt", true, 1, -1e308, 1e308, cbrtl},
    {"exp", true, 1, -745, 710, expl},
    {"exp2", true, 1, -1074, 1024, exp2l},
    {"expm1", true, 1, -50, 710, expm1l},
    {"log", true, 1, 5e-324, 1e308, logl},
    {"log2", true, 1, 5e-324, 1e308, log2l},
    {"log10", true, 1, 5e-324, 1e308, log10l},
    {"log1p", true, 1, -0.99999, 1e308, log1pl},
    {"sin", true, 2, -1e9, 1e9, sinl},
    {"cos", true, 2, -1e9, 1e9, cosl},
    {"tan", true, 2, -1e9, 1e9, tanl},
    {"asin", true, 2, -1, 1, asinl},
    {"acos", true, 2, -1, 1, acosl},
    {"atan", true, 2, -1e308, 1e308, atanl},
    {"sinh", true, 2, -710, 710, sinhl},
    {"cosh", true, 1, -710, 710, coshl},
    {"tanh", true, 1, -22, 22, tanhl},
    {"asinh", true, 3, -1e308, 1e308, asinhl},
    {"acosh", true, 3, 1, 1e308, acoshl},
    {"atanh", true, 2, -0.999999, 0.999999, atanhl},
    {"erf", true, 2, -6, 6, erfl},
    {"erfc", true, 5, -6, 26, erfcl},
    {"lgamma", true, 4, 0.001, 1e300, lgammal},
    {"tgamma", true, 10, 0.1, 171, tgammal},
};

static double draw(const struct row *row, uint64_t *random)
{
    *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    double unit = (double)(*random >> 11) / 9007199254740992.0;
    double most = fmax(fabs(row->from), fabs(row->to)), least = row->is_double ? 1e-300 : 1e-37;
    double value = row->from + unit * (row->to - row->from);
    if (*random >> 5 & 1)
        value = copysign(least * pow(most / least, unit), *random >> 6 & 1 && row->from < 0 ? -1 : 1);
    value = fmin(fmax(value, row->from), row->to);
    return row->is_double ? value : (double)(float)value;
}

/* Returns the distance to the exact value in units of the last place. */
static double distance_ulps(double got, long double exact, bool is_double)
{
    int digits = is_double ? 53 : 24, least = is_double ? -1074 : -149, exponent;
    long double overflow = is_double ? ldexpl(1, 1024) : ldexpl(1, 128);
    if (isinf(got))
        return fabsl(exact) > overflow * (1 - ldexpl(1, -digits)) && signbit(got) == signbit(exact) ? 0 : INFINITY;
    frexpl(exact, &exponent);
    exponent = exponent - digits < least ? least : exponent - digits;
    return (double)fabsl(ldexpl((long double)got - exact, -exponent));
}

static char *source_text(struct buffer *out)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *type = rows[i].is_double ? "double" : "float";
        buffer_printf(out,
                      "extern \"C\" __global__ void of_%s(const %s *in, %s *out) "
                      "{ int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = %s(in[i]); }\n",
                      rows[i].name, type, type, rows[i].name);
    }
    return (char *)buffer_text(out);
}

/* Writes the values as the kernel reads them. Returns their size in bytes. */
static size_t pack(const struct row *row, const double *values, void *out)
{
    for (int i = 0; i < VALUES; i++) {
        if (row->is_double)
            ((double *)out)[i] = values[i];
        else
            ((float *)out)[i] = (float)values[i];
    }
    return VALUES * (row->is_double ? sizeof(double) : sizeof(float));
}

static int check_row(struct vgpu_fixture *fixture, const struct row *row)
{
    double values[VALUES], packed[VALUES], results[VALUES];
    uint64_t random = 42;
    for (int i = 0; i < VALUES; i++)
        values[i] = draw(row, &random);
    char kernel[32];
    snprintf(kernel, sizeof kernel, "of_%s", row->name);
    size_t size_bytes = pack(row, values, packed);
    uint64_t in = fixture_buffer(fixture, "in", packed, size_bytes);
    uint64_t out = fixture_buffer(fixture, "out", NULL, size_bytes);
    fixture_launch(fixture, kernel, VALUES / BLOCK, BLOCK, (uint64_t[]){in, out}, 2);
    assert_int_equal(fixture->report->finding_count, 0);
    fixture_read(fixture, out, results, size_bytes);
    double worst = 0, at = 0;
    for (int i = 0; i < VALUES; i++) {
        double got = row->is_double ? results[i] : (double)((float *)results)[i];
        double distance = distance_ulps(got, row->exact(values[i]), row->is_double);
        if (!(distance <= worst)) {
            worst = distance;
            at = values[i];
        }
    }
    if (worst <= row->bound_ulps + 0.501)
        return 0;
    print_error("%s(%.17g) is %.3g ulps off, %g are allowed\n", row->name, at, worst, row->bound_ulps);
    return 1;
}

static void functions_keep_their_bounds(void **state)
{
    struct compiler_fixture *compiler = *state;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    if (!compiler_support_has_toolkit())
        skip();
    struct source source = {"math.cu", source_text(&text), text.size_bytes};
    struct compile_request request = {.source = &source, .architecture = "sm_80"};
    struct compile_result *compiled = compiler_support_run(compiler, &request);
    if (!compiled->ok)
        fail_msg("%s", compiler_support_text(compiler, compiled));
    struct vgpu_fixture fixture;
    fixture_open(&fixture, compiled->ptx, 1);
    int wrong = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        wrong += check_row(&fixture, &rows[i]);
    fixture_close(&fixture);
    assert_int_equal(wrong, 0);
}

int main(int argc, char **argv)
{
    int status;
    if (compiler_support_is_worker(argc, argv, &status))
        return status;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(functions_keep_their_bounds, compiler_support_set_up,
                                        compiler_support_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
