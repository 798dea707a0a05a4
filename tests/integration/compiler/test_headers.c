/* Every header for lessons compiles in the sandboxed child, alone and after the others. */
#include "compiler_support.h"
#include "part.h"

/* A header and a kernel body that uses it; NULL body: included only. */
static const struct {
    const char *header;
    const char *body;
} headers[] = {
    {"stdint.h", "uint64_t v = UINT32_MAX; p[0] = (float)(v + INT64_MAX + sizeof(uintptr_t) + UINT64_C(1));"},
    {"stddef.h", "struct s { int a, b; }; p[0] = (float)offsetof(s, b) + (NULL == 0) + sizeof(ptrdiff_t);"},
    {"stdlib.h", "uint v = 3; ushort w = 4; void *m = malloc(16); free(m); p[0] = abs(-3) + v + w;"},
    {"stdio.h", "FILE *file = NULL; (void)file; printf(\"%f\\n\", p[0]);"},
    {"string.h", "memcpy(p, p + 8, 16); memset(p, 0, 4);"},
    {"math.h", "p[0] = sqrtf(p[1]) + (float)M_PI + INFINITY; p[1] = NAN;"},
    {"assert.h", "assert(p[0] > 0);"},
    {"limits.h", "p[0] = INT_MAX - CHAR_BIT + (float)LLONG_MIN;"},
    {"float.h", "p[0] = FLT_MAX * FLT_EPSILON + (float)DBL_MIN;"},
    {"stdbool.h", "bool b = true; p[0] = b;"},
    {"time.h", "p[0] = (float)clock();"},
    {"cstdint", "std::uint32_t v = 7; p[0] = v;"},
    {"cstddef", "std::size_t v = 7; p[0] = v;"},
    {"cstdlib", NULL},
    {"cstdio", "std::printf(\"x\");"},
    {"cstring", "std::memcpy(p, p + 8, 16);"},
    {"cassert", NULL},
    {"climits", "p[0] = UINT_MAX;"},
    {"cfloat", "p[0] = FLT_MIN;"},
    {"cmath", "p[0] = std::sqrt(p[1]) + std::fabs(p[2]) + std::fma(p[1], p[2], p[3]);"},
    {"type_traits", "static_assert(std::is_same<float, float>::value);"},
    {"limits", "constexpr float v = std::numeric_limits<float>::max(); p[0] = v;"},
    {"utility", NULL},
    {"array", NULL},
    {"tuple", NULL},
    {"cuda_runtime.h", "float4 v = make_float4(1, 2, 3, 4); dim3 d(1); p[0] = v.x + d.x;"},
    {"cuda_runtime_api.h", NULL},
    {"cuda_device_runtime_api.h", "cudaStream_t stream = NULL; (void)stream; __extension__ int i = 1; p[0] = i;"},
    {"device_launch_parameters.h", "p[threadIdx.x] = blockIdx.x;"},
    {"vector_types.h", "float2 v = {1, 2}; p[0] = v.y;"},
    {"device_functions.h", NULL},
    {"math_constants.h", "p[0] = CUDART_INF_F;"},
    {"cuda_fp16.h", "half2 v = __floats2half2_rn(p[0], p[1]); p[2] = __low2float(__hmul2(v, v));"},
    {"cuda_bf16.h", "__nv_bfloat16 v = __float2bfloat16(p[0]); p[2] = __bfloat162float(v);"},
    {"cuda_fp8.h", "__nv_fp8_e4m3 v(p[0]); p[2] = (float)v;"},
    {"cuda_fp4.h", NULL},
    {"mma.h", "using namespace nvcuda; wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a; "
              "wmma::fill_fragment(a, __float2half(p[0])); p[1] = __half2float(a.x[0]);"},
    {"cooperative_groups.h",
     "namespace cg = cooperative_groups; auto w = cg::tiled_partition<32>(cg::this_thread_block()); "
     "w.sync(); p[0] = w.shfl_down(p[1], 1); cg::this_grid().sync();"},
    {"cooperative_groups/reduce.h",
     "namespace cg = cooperative_groups; auto w = cg::tiled_partition<32>(cg::this_thread_block()); "
     "p[0] = cg::reduce(w, p[1], cg::plus<float>());"},
    {"cooperative_groups/scan.h", NULL},
    {"cooperative_groups/memcpy_async.h",
     "__shared__ float s[32]; namespace cg = cooperative_groups; auto b = cg::this_thread_block(); "
     "cg::memcpy_async(b, s, p, sizeof s); cg::wait(b); p[0] = s[1];"},
    {"cuda_pipeline.h", "__shared__ float s[32]; __pipeline_memcpy_async(s, p, 16); __pipeline_commit(); "
                        "__pipeline_wait_prior(0); p[9] = s[1];"},
    {"cuda_awbarrier.h", NULL},
    {"cuda/barrier",
     "__shared__ cuda::barrier<cuda::thread_scope_block> b; if (threadIdx.x == 0) init(&b, blockDim.x); "
     "__syncthreads(); b.arrive_and_wait();"},
    {"cuda/pipeline", "auto q = cuda::make_pipeline(); q.producer_acquire(); q.producer_commit(); q.consumer_wait(); "
                      "q.consumer_release();"},
    {"cuda/atomic", "cuda::atomic_ref<float, cuda::thread_scope_device> r(p[0]); r.fetch_add(1.f);"},
    {"cuda/ptx", NULL},
    {"cuda.h", "CUtensorMap *m = (CUtensorMap *)p; p[1] = (float)sizeof *m + CUDA_VERSION;"},
    {"cuda/std/cstdint", "cuda::std::uint8_t v = 3; p[0] = v;"},
    {"cuda/std/limits", "p[0] = cuda::std::numeric_limits<float>::infinity();"},
    {"cuda/std/array", "cuda::std::array<float, 4> a{}; p[0] = a[1];"},
    {"cuda/std/utility", NULL},
    {"cuda/std/mdspan", NULL},
    {"cub/cub.cuh",
     "using R = cub::BlockReduce<float, 128>; __shared__ R::TempStorage t; p[0] = R(t).Sum(p[threadIdx.x]);"},
    {"cub/block/block_scan.cuh", "using S = cub::BlockScan<float, 128>; __shared__ S::TempStorage t; "
                                 "S(t).InclusiveSum(p[threadIdx.x], p[threadIdx.x]);"},
};

/* Each header is compiled once, so its precompiled header of 100 MB would never be used. */
#define NO_PCH "#pragma nv_no_pch\n"

enum { HEADER_COUNT = sizeof headers / sizeof headers[0] };

static void check(struct compiler_fixture *fixture, size_t header, const char *architecture,
                  const struct compile_result *result)
{
    bool clean = result->ok && diagnostics_error_count(result->diagnostics) == 0;
    for (size_t i = 0; i < diagnostics_count(result->diagnostics); i++)
        clean =
            clean && headers[header].body && !strstr(diagnostics_at(result->diagnostics, i)->message, "redefinition");
    if (!clean)
        fail_msg("%s for %s: %s", headers[header].header, architecture, compiler_support_text(fixture, result));
}

/* For Ampere and for Hopper, in two children at the same time. */
static void each_header_compiles(void **state)
{
    struct compiler_fixture *fixture = *state;
    static const char *const architectures[] = {"sm_80", "sm_90a"};
    struct compiler_settings settings = compiler_support_settings(fixture->arena);
    CLEANUP(compiler_free) struct compiler *second = compiler_new(&settings, NULL);
    struct compiler *compilers[] = {fixture->compiler, second};
    for (size_t i = 0; i < HEADER_COUNT; i++) {
        if (!part_has(headers[i].header))
            continue;
        const char *text =
            arena_printf(fixture->arena, "#include <%s>\nextern \"C\" __global__ void k(float *p)\n{\n    %s\n}\n",
                         headers[i].header, headers[i].body ? headers[i].body : "");
        struct source source = {"learner.cu", text, strlen(text)};
        struct compile_request request = {.source = &source, .want_cubin = true};
        struct error error = {0};
        for (int j = 0; j < 2; j++) {
            request.architecture = architectures[j];
            if (!compiler_begin(compilers[j], &request, &error))
                fail_msg("%s", error.message);
        }
        for (int j = 0; j < 2; j++) {
            struct compile_result *result;
            if (!compiler_finish(compilers[j], fixture->arena, &result, &error))
                fail_msg("%s", error.message);
            check(fixture, i, architectures[j], result);
        }
    }
}

/* In the table's order and in reverse, so that no header breaks another. */
static void all_headers_go_together(void **state)
{
    struct compiler_fixture *fixture = *state;
    for (int reverse = 0; reverse < 2; reverse++) {
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        for (size_t i = 0; i < HEADER_COUNT; i++)
            buffer_printf(&text, "#include <%s>\n", headers[reverse ? HEADER_COUNT - 1 - i : i].header);
        buffer_append_text(&text, "extern \"C\" __global__ void k(float *p) { *p = 1; }\n");
        struct compile_result *result = compiler_support_compile(fixture, buffer_text(&text), "sm_90a");
        assert_string_equal(compiler_support_text(fixture, result), "");
        assert_true(result->ok);
    }
}

/* The names that nvcc gives a file without includes. */
static void common_names_need_no_header(void **state)
{
    struct compiler_fixture *fixture = *state;
    struct compile_result *result = compiler_support_compile(
        fixture,
        "static constexpr float lowest = -INFINITY;\n"
        "float helper(float x) { return x * 2; }\n"
        "struct pair { float a, b; float sum() const { return a + b; } };\n"
        "extern \"C\" __global__ void k(float *p, uint32_t n, size_t m)\n"
        "{\n    pair q{1, 2};\n    p[0] = helper(lowest) + q.sum() + INT_MAX + M_PI + n + m + max(1, 2);\n}\n",
        "sm_80");
    assert_string_equal(compiler_support_text(fixture, result), "");
    assert_true(result->ok);
}

#define HEADER_TEST(name) cmocka_unit_test_setup_teardown(name, compiler_support_set_up, compiler_support_tear_down)

int main(int argc, char **argv)
{
    int status;
    if (compiler_support_is_worker(argc, argv, &status))
        return status;
    if (!compiler_support_has_toolkit())
        return 0;
    const struct CMUnitTest tests[] = {
        HEADER_TEST(each_header_compiles),
        HEADER_TEST(all_headers_go_together),
        HEADER_TEST(common_names_need_no_header),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
