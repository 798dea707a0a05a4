/* Tests how the compiler log becomes diagnostics with hints. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "compiler/log/hints.h"
#include "compiler/log/log.h"

struct fixture {
    struct arena *arena;
    struct source source;
    struct diagnostics *diagnostics;
};

static void parse(struct fixture *fixture, const char *source, const char *log, const char *ptx)
{
    fixture->arena = arena_new();
    fixture->source = (struct source){"week01/vector_add.cu", source, strlen(source)};
    fixture->diagnostics = diagnostics_new(fixture->arena);
    log_parse(log, &fixture->source, ptx, fixture->diagnostics);
}

static void assert_entry(const struct fixture *fixture, size_t index, enum diagnostic_severity severity, int line,
                         int column, int length, const char *message)
{
    assert_true(index < diagnostics_count(fixture->diagnostics));
    const struct diagnostic *entry = diagnostics_at(fixture->diagnostics, index);
    assert_int_equal(entry->severity, severity);
    assert_int_equal(entry->location.line, line);
    assert_int_equal(entry->location.column, column);
    assert_int_equal(entry->location.length, length);
    assert_string_equal(entry->message, message);
    assert_ptr_equal(entry->source, &fixture->source);
}

static void caret_gives_the_column(void **state)
{
    (void)state;
    struct fixture fixture;
    parse(&fixture, "__global__ void k(float *a)\n{\n\ta[0] = total;\n}\n",
          "/warpschool/kernel.cu(3): error: identifier \"total\" is undefined\n"
          "  \ta[0] = total;\n"
          "  \t       ^\n\n"
          "1 error detected in the compilation of \"/warpschool/kernel.cu\".\n",
          NULL);
    assert_int_equal(diagnostics_count(fixture.diagnostics), 1);
    assert_entry(&fixture, 0, DIAGNOSTIC_ERROR, 3, 9, 5, "identifier \"total\" is undefined");
    arena_free(fixture.arena);
}

static void an_unknown_character_is_told_once(void **state)
{
    (void)state;
    struct fixture fixture;
    parse(&fixture, "int a\xef\xbc\x9b\nint b = c;\n",
          "/warpschool/kernel.cu(1): error: unrecognized token\n  int a???\n       ^\n\n"
          "/warpschool/kernel.cu(1): error: expected a \";\"\n  int a???\n       ^\n\n"
          "/warpschool/kernel.cu(1): error: unrecognized token\n  int a???\n        ^\n\n"
          "/warpschool/kernel.cu(2): error: identifier \"c\" is undefined\n  int b = c;\n          ^\n\n",
          NULL);
    assert_int_equal(diagnostics_count(fixture.diagnostics), 2);
    assert_string_equal(diagnostics_at(fixture.diagnostics, 0)->message, "unrecognized token");
    assert_int_equal(diagnostics_at(fixture.diagnostics, 1)->location.line, 2);
    arena_free(fixture.arena);
}

static void warnings_and_notes_are_kept(void **state)
{
    (void)state;
    struct fixture fixture;
    parse(&fixture, "int a;\nint bb;\n",
          "/warpschool/kernel.cu(2): warning #177-D: variable \"bb\" was declared but never referenced\n"
          "  int bb;\n"
          "      ^\n\n"
          "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n\n"
          "/warpschool/kernel.cu(1): note #3196-D: to match this \"{\"\n"
          "  int a;\n"
          "      ^\n\n",
          NULL);
    assert_int_equal(diagnostics_count(fixture.diagnostics), 2);
    assert_int_equal(diagnostics_error_count(fixture.diagnostics), 0);
    assert_entry(&fixture, 0, DIAGNOSTIC_WARNING, 2, 5, 2, "variable \"bb\" was declared but never referenced");
    assert_entry(&fixture, 1, DIAGNOSTIC_NOTE, 1, 5, 1, "to match this \"{\"");
    arena_free(fixture.arena);
}

/* A message of several lines becomes one line. This stands between its parts. */
#define NEXT_LINE "; "

static void extra_lines_join_the_message(void **state)
{
    (void)state;
    struct fixture fixture;
    parse(
        &fixture, "atomicAdd(a, \"x\");\n",
        "/warpschool/kernel.cu(1): error: no instance of overloaded function \"atomicAdd\" matches the argument list\n"
        "            argument types are: (float *, const char [2])\n"
        "  atomicAdd(a, \"x\");\n"
        "  ^\n"
        "Note #3326-D: function \"atomicAdd(int *, int)\" does not match because argument #1 does not match\n\n",
        NULL);
    assert_entry(&fixture, 0, DIAGNOSTIC_ERROR, 1, 1, 9,
                 "no instance of overloaded function \"atomicAdd\" matches the argument list" NEXT_LINE
                 "argument types are: (float *, const char [2])" NEXT_LINE
                 "function \"atomicAdd(int *, int)\" does not match because argument #1 does not "
                 "match");
    assert_non_null(diagnostics_at(fixture.diagnostics, 0)->hint);
    arena_free(fixture.arena);
}

static void instantiation_becomes_a_note(void **state)
{
    (void)state;
    struct fixture fixture;
    parse(&fixture, "template <class T> T f(T x) { return x.y; }\nint z;\n  float q = f(2.f);\n",
          "/warpschool/kernel.cu(1): error: expression must have class type but it has type \"float\"\n"
          "  template <class T> T f(T x) { return x.y; }\n"
          "                                       ^\n"
          "          detected during instantiation of \"T f(T) [with T=float]\" at line 3\n\n",
          NULL);
    assert_int_equal(diagnostics_count(fixture.diagnostics), 2);
    assert_entry(&fixture, 1, DIAGNOSTIC_NOTE, 3, 3, 5,
                 "from here: instantiation of \"T f(T) [with T=float]\" at line 3");
    arena_free(fixture.arena);
}

static void header_error_stands_at_the_include(void **state)
{
    (void)state;
    struct fixture fixture;
    parse(&fixture, "#include <mma.h>\n  # include \"cuda_pipeline.h\"\n#include <cuda.h>\n",
          "/opt/cuda/include/cuda_pipeline.h(57): warning #1-D: nothing to be done about it\n\n"
          "/opt/cuda/include/cuda_pipeline.h(56): catastrophic error: cannot open source file \"stdlib.h\"\n"
          "  #include <stdlib.h>\n"
          "                     ^\n\n",
          NULL);
    assert_int_equal(diagnostics_count(fixture.diagnostics), 1);
    assert_entry(&fixture, 0, DIAGNOSTIC_ERROR, 2, 14, 15,
                 "in cuda_pipeline.h, line 56: cannot open source file \"stdlib.h\"");
    arena_free(fixture.arena);
}

static void header_error_follows_the_instantiation(void **state)
{
    (void)state;
    struct fixture fixture;
    parse(&fixture, "#include <cub/cub.cuh>\n\n  reduce(3);\n",
          "/opt/cuda/include/cccl/cub/block.cuh(56): error: static assertion failed\n"
          "          detected during:\n"
          "            instantiation of \"X\" at line 9\n"
          "            instantiation of \"Y\" at line 3 of /warpschool/kernel.cu\n\n",
          NULL);
    assert_entry(&fixture, 0, DIAGNOSTIC_ERROR, 3, 3, 6, "in cccl/cub/block.cuh, line 56: static assertion failed");
    arena_free(fixture.arena);
}

static void end_of_source_is_the_last_line(void **state)
{
    (void)state;
    struct fixture fixture;
    parse(&fixture, "void f() {\n  int i;\n", "At end of source: error: expected a \"}\"\n\n", NULL);
    assert_entry(&fixture, 0, DIAGNOSTIC_ERROR, 2, 3, 3, "expected a \"}\"");
    arena_free(fixture.arena);
}

static void ptxas_error_finds_the_source_line(void **state)
{
    (void)state;
    struct fixture fixture;
    parse(&fixture, "one\ntwo\n  asm(\"foo\");\n",
          "ptxas application ptx input, line 5; error   : Not a name of any known instruction: 'foo'\n"
          "ptxas fatal   : Ptx assembly aborted due to errors\n",
          "\t.loc\t1 2 0\n\tmov;\n\t.loc\t1 3 4\n\t.loc\t2 77 1\n\tfoo;\n\t.file\t1 \"/warpschool/kernel.cu\"\n");
    assert_int_equal(diagnostics_count(fixture.diagnostics), 1);
    assert_entry(&fixture, 0, DIAGNOSTIC_ERROR, 3, 3, 3, "ptxas: Not a name of any known instruction: 'foo'");
    arena_free(fixture.arena);
}

static void lies_in_the_log_stay_harmless(void **state)
{
    (void)state;
    static const char *const logs[] = {
        "(",
        "(1): error: ",
        "x(99999999999999999999): error: y\n",
        "/warpschool/kernel.cu(7): error: beyond the end\n\n",
        "/warpschool/kernel.cu(0): error: line zero\n   ^\n",
        "/warpschool/kernel.cu(1): warning #: \n^",
        "/warpschool/kernel.cu(1): error: caret far away\n  x\n                                                ^\n",
        "ptxas application ptx input, line 999999999999; error   : z\n",
        "ptxas error   : ",
        "\n\n\n /warpschool/kernel.cu(1): error: indented, so a source line\n",
        "At end of source: nothing",
        "nvrtc: error: invalid value for --gpu-architecture (-arch)\n",
    };
    for (size_t i = 0; i < sizeof logs / sizeof logs[0]; i++) {
        struct fixture fixture;
        parse(&fixture, "x\n", logs[i], "");
        for (size_t j = 0; j < diagnostics_count(fixture.diagnostics); j++) {
            struct location location = diagnostics_at(fixture.diagnostics, j)->location;
            assert_in_range(location.line, 0, 1);
            assert_in_range(location.column, 0, 2);
        }
        arena_free(fixture.arena);
    }
}

/* A megabyte of short lines, a large PTX and many errors must cost milliseconds per entry. */
static void size_does_not_multiply(void **state)
{
    (void)state;
    enum { source_bytes = 1024 * 1024 };
    CLEANUP(arena_free) struct arena *arena = arena_new();
    char *text = arena_alloc(arena, source_bytes);
    memset(text, '\n', source_bytes);
    CLEANUP(buffer_done) struct buffer ptx = BUFFER_INIT;
    buffer_append_repeat(&ptx, "\t.loc\t1 2 0\n\t.file\t2 \"x\"\n", 20000);
    CLEANUP(buffer_done) struct buffer log = BUFFER_INIT;
    for (int i = 0; i < 5000; i++)
        buffer_printf(
            &log,
            "/a/include/b%d.h(1): error: x\nptxas application ptx input, line %d; error   : y\n"
            "/warpschool/kernel.cu(%d): error: z\n          detected during instantiation of \"a\" at line \n",
            i, 90000 + i, 1000000 + i);
    struct source source = {"k.cu", text, source_bytes};
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct timespec start, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    log_parse(buffer_text(&log), &source, buffer_text(&ptx), diagnostics);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    assert_true(diagnostics_error_count(diagnostics) >= 100);
    assert_true((end.tv_sec - start.tv_sec) * 1000 + (end.tv_nsec - start.tv_nsec) / 1000000 < 5000);
}

static void a_source_without_text_is_allowed(void **state)
{
    (void)state;
    struct fixture fixture;
    parse(&fixture, "", "At end of source: error: x\n\n/warpschool/kernel.cu(1): error: y\n/a/b.h(1): error: z\n",
          NULL);
    assert_int_equal(diagnostics_count(fixture.diagnostics), 3);
    assert_int_equal(diagnostics_at(fixture.diagnostics, 0)->location.line, 0);
    arena_free(fixture.arena);
}

static void escapes_are_taken_out(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    static const char raw[] = "kernel.cu(1): error: #error \x1b]0;title\x07\x1b[31mred\xff\n";
    const char *clean = log_harmless(arena, raw, sizeof raw - 1);
    assert_null(strchr(clean, '\x1b'));
    assert_null(strchr(clean, '\x07'));
    assert_non_null(strstr(clean, "[31mred\xef\xbf\xbd\n"));
}

static void a_huge_log_is_cut_at_a_line(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    enum { size = 100 * 1000 * 1000 };
    char *raw = malloc(size);
    assert_non_null(raw);
    memset(raw, 'x', size);
    for (size_t i = 99; i < size; i += 100)
        raw[i] = '\n';
    const char *clean = log_harmless(arena, raw, size);
    assert_in_range(strlen(clean), LOG_BYTES_MAX - 200, LOG_BYTES_MAX + 200);
    assert_non_null(strstr(clean, "x\n\n"));
    assert_non_null(strstr(clean, "more bytes of the compiler's output are left out.\n"));
    free(raw);
}

static void resources_are_read(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct kernel_resources *resources;
    size_t count;
    log_resources(arena,
                  "ptxas info    : 0 bytes gmem\n"
                  "ptxas info    : Compiling entry function 'k2' for 'sm_90'\n"
                  "ptxas info    : Function properties for k2\n"
                  "ptxas         .     80 bytes stack frame, 4 bytes spill stores, 8 bytes spill loads\n"
                  "ptxas info    : Used 28 registers, used 0 barriers, 80 bytes cumulative stack size, 128 bytes smem, "
                  "400 bytes cmem[0]\n"
                  "ptxas info    : Compile time = 9.574 ms\n"
                  "ptxas info    : Function properties for _Z6helperPfi\n"
                  "ptxas         .     16 bytes stack frame, 1 bytes spill stores, 1 bytes spill loads\n"
                  "ptxas info    : Compiling entry function '_Z2k1Pfi' for 'sm_90'\n"
                  "ptxas info    : Function properties for _Z6helperPfi\n"
                  "ptxas         .     16 bytes stack frame, 1 bytes spill stores, 1 bytes spill loads\n"
                  "ptxas info    : Function properties for _Z2k1Pfi\n"
                  "ptxas         .     304 bytes stack frame, 412 bytes spill stores, 416 bytes spill loads\n"
                  "ptxas info    : Used 32 registers, used 1 barriers\n",
                  &resources, &count);
    assert_int_equal(count, 2);
    assert_string_equal(resources[0].kernel, "k2");
    assert_int_equal(resources[0].registers, 28);
    assert_int_equal(resources[0].stack_bytes, 80);
    assert_int_equal(resources[0].spill_store_bytes, 4);
    assert_int_equal(resources[0].spill_load_bytes, 8);
    assert_int_equal(resources[0].static_shared_bytes, 128);
    assert_int_equal(resources[0].constant_bytes, 400);
    assert_string_equal(resources[1].kernel, "_Z2k1Pfi");
    assert_int_equal(resources[1].registers, 32);
    assert_int_equal(resources[1].stack_bytes, 304);
    assert_int_equal(resources[1].spill_load_bytes, 416);
}

/* A message made of a row's own parts must reach that row. No row hides another one. */
static void every_hint_can_be_reached(void **state)
{
    (void)state;
    for (size_t i = 0; i < hints_count(); i++) {
        const char *part, *later, *hint;
        char message[512];
        hints_row(i, &part, &later, &hint);
        snprintf(message, sizeof message, "%s %s", part, later);
        const char *found = hints_find(message);
        assert_non_null(found);
        assert_string_equal(found, hint);
        assert_true(strlen(hint) > 10);
    }
    assert_null(hints_find("variable \"x\" was declared but never referenced"));
    assert_non_null(strstr(hints_find("user-defined literal operator not found"), "as 2 * i")); /* 2i */
    /* extern __shared__ float all[]; */
    assert_non_null(
        strstr(hints_find("declaration is incompatible with previous \"all\" (declared implicitly)"), "another name"));
}

static void a_line_can_say_more_than_its_message(void **state)
{
    (void)state;
    struct fixture fixture;
    parse(&fixture, "int main() { add<<<1, 2>>>(a); }\nc[row, col] = 1;\n",
          "/warpschool/kernel.cu(1): error: identifier \"a\" is undefined\n"
          "  int main() { add<<<1, 2>>>(a); }\n"
          "                             ^\n\n"
          "/warpschool/kernel.cu(2): warning #174-D: expression has no effect\n"
          "  c[row, col] = 1;\n"
          "    ^\n\n",
          NULL);
    assert_non_null(strstr(diagnostics_at(fixture.diagnostics, 0)->hint, "not with <<< >>>"));
    assert_non_null(strstr(diagnostics_at(fixture.diagnostics, 1)->hint, "x[row * width + col]"));
    arena_free(fixture.arena);
    assert_null(hints_of_line("expression has no effect", "__syncthreads;", 14, 1));
    static const char python[] = "int i = cuda.grid(1);", product[] = "c = a @ b;", old[] = "k(float *restrict a)";
    assert_non_null(strstr(hints_of_line("identifier \"cuda\" is undefined", python, strlen(python), 9), "blockIdx.x"));
    assert_non_null(strstr(hints_of_line("unrecognized token", product, strlen(product), 7), "C has no @"));
    assert_non_null(strstr(hints_of_line("expected a \")\"", old, strlen(old), 10), "__restrict__"));
    assert_null(hints_of_line("expected a \")\"", "k(float *__restrict__ a", 23, 10));
}

static void mistyped_names_are_recognised(void **state)
{
    (void)state;
    assert_string_equal(hints_meant("identifier \"__syncthread\" is undefined"), "__syncthreads");
    assert_string_equal(hints_meant("identifier \"threadIDx\" is undefined"), "threadIdx");
    assert_string_equal(hints_meant("identifier \"atomicadd\" is undefined"), "atomicAdd");
    assert_null(hints_meant("identifier \"accumulator_of_rows\" is undefined"));
    assert_null(hints_meant("identifier \"row\" is undefined"));
    assert_null(hints_meant("identifier \"\" is undefined"));
    assert_null(hints_meant("expected a \";\""));
}

static void removed_names_are_told_with_their_successor(void **state)
{
    (void)state;
    assert_string_equal(hints_successor("identifier \"__shfl\" is undefined"), "__shfl_sync");
    assert_string_equal(hints_successor("identifier \"__shfl_down\" is undefined"), "__shfl_down_sync");
    assert_string_equal(hints_successor("identifier \"__shfl_xor\" is undefined"), "__shfl_xor_sync");
    assert_string_equal(hints_successor("identifier \"__ballot\" is undefined"), "__ballot_sync");
    assert_null(hints_successor("identifier \"__syncthread\" is undefined"));
    struct fixture fixture;
    parse(&fixture, "__global__ void k(float *a)\n{\n\ta[0] = __shfl_down(a[0], 16);\n}\n",
          "/warpschool/kernel.cu(3): error: identifier \"__shfl_down\" is undefined\n", NULL);
    assert_string_equal(diagnostics_at(fixture.diagnostics, 0)->hint,
                        "it is gone: write __shfl_down_sync, whose first argument is the mask of the lanes that take "
                        "part, 0xffffffff for all 32");
    arena_free(fixture.arena);
}

static void a_kernel_named_like_another_function_is_to_be_renamed(void **state)
{
    (void)state;
    struct fixture fixture;
    parse(&fixture, "__global__ void any(float *a)\n{\n}\n",
          "__nv_name_map(2): error: cannot determine which instance of overloaded function \"any\" is intended\n"
          "  #pragma nv_mangled_name any\n"
          "                          ^\n\n",
          NULL);
    assert_string_equal(diagnostics_at(fixture.diagnostics, 0)->message, "no kernel 'any' can be found in this file");
    assert_string_equal(diagnostics_at(fixture.diagnostics, 0)->hint,
                        "another function has this name too: rename the kernel, here and in the plan");
    arena_free(fixture.arena);
}

/* The plan gives a template a value that only a run knows. */
static void an_argument_of_a_template_is_a_number(void **state)
{
    (void)state;
    struct fixture fixture;
    parse(
        &fixture,
        "// rows\n//! launch rows_of<d>(x) grid=1 block=32\ntemplate <int D> __global__ void rows_of(float *x)\n{\n}\n",
        "__nv_name_map(2): error: identifier \"d\" is undefined\n"
        "  #pragma nv_mangled_name rows_of<d>\n"
        "                                  ^\n\n",
        NULL);
    assert_entry(&fixture, 0, DIAGNOSTIC_ERROR, 2, 12, 10, "no kernel 'rows_of<d>' can be found in this file");
    assert_non_null(strstr(diagnostics_at(fixture.diagnostics, 0)->hint, "write a number, or the name of a tune line"));
    arena_free(fixture.arena);
}

/* A name that is spelled right lacks its header. No correction is offered. */
static void a_known_name_lacks_its_header(void **state)
{
    static const struct {
        const char *message, *part;
    } known[] = {
        {"identifier \"half\" is undefined", "<cuda_fp16.h>"},
        {"identifier \"__half\" is undefined", "<cuda_fp16.h>"},
        {"identifier \"FLT_MAX\" is undefined", "<float.h>"},
        {"identifier \"FLT_MIN\" is undefined", "<float.h>"},
        {"identifier \"INT_MAX\" is undefined", "<limits.h>"},
        {"identifier \"__nv_bfloat16\" is undefined", "<cuda_bf16.h>"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        assert_null(hints_meant(known[i].message));
        assert_non_null(strstr(hints_find(known[i].message), known[i].part));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(caret_gives_the_column),
        cmocka_unit_test(an_unknown_character_is_told_once),
        cmocka_unit_test(warnings_and_notes_are_kept),
        cmocka_unit_test(extra_lines_join_the_message),
        cmocka_unit_test(instantiation_becomes_a_note),
        cmocka_unit_test(header_error_stands_at_the_include),
        cmocka_unit_test(header_error_follows_the_instantiation),
        cmocka_unit_test(end_of_source_is_the_last_line),
        cmocka_unit_test(ptxas_error_finds_the_source_line),
        cmocka_unit_test(lies_in_the_log_stay_harmless),
        cmocka_unit_test(a_source_without_text_is_allowed),
        cmocka_unit_test(size_does_not_multiply),
        cmocka_unit_test(escapes_are_taken_out),
        cmocka_unit_test(a_huge_log_is_cut_at_a_line),
        cmocka_unit_test(resources_are_read),
        cmocka_unit_test(every_hint_can_be_reached),
        cmocka_unit_test(a_line_can_say_more_than_its_message),
        cmocka_unit_test(mistyped_names_are_recognised),
        cmocka_unit_test(removed_names_are_told_with_their_successor),
        cmocka_unit_test(a_kernel_named_like_another_function_is_to_be_renamed),
        cmocka_unit_test(an_argument_of_a_template_is_a_number),
        cmocka_unit_test(a_known_name_lacks_its_header),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
