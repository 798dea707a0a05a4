/* Tests the calls of functions that an exercise gives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "grader/source/given_call.h"

static struct source file(const char *text)
{
    return (struct source){.name = "k.cu", .text = text, .size_bytes = strlen(text)};
}

static const char starter[] = "// a comment with __device__ f() {}\n"
                              "static __device__ float load(const float *at)\n"
                              "{\n"
                              "    return *at; // one\n"
                              "}\n"
                              "__device__ float mine(float x) { return 0; }\n";
static const char learner[] = "__device__ float table[4];\n"
                              "static __device__ float load(const float *at)\n"
                              "{\n"
                              "    return *at;\n"
                              "}\n"
                              "__device__ float mine(float x) {\n"
                              "    return load(&x) + load(table);\n"
                              "}\n"
                              "extern \"C\" __global__ void k(float *c)\n"
                              "{\n"
                              "    c[0] = load(c + 1);\n"
                              "    c[1] = mine(c[0]);\n"
                              "}\n";
static const char solution[] = "static __device__ float load(const float *at) { return *at; }\n"
                               "__device__ float mine(float x) { return load(&x); }\n";

/* Line 1 is a .loc, so an instruction of PTX line 2 belongs to it. */
static const char ptx[] = "\t.loc\t1 11 12\n\tmov;\n"
                          "\t.loc\t1 4 5, function_name $L__info_string0, inlined_at 1 11 12\n\tld;\n"
                          "\t.loc\t1 12 12\n\tmov;\n"
                          "\t.loc\t1 7 12, function_name $L__info_string1, inlined_at 1 12 12\n\tadd;\n"
                          "\t.loc\t1 4 5, function_name $L__info_string0, inlined_at 1 7 12\n\tld;\n"
                          "\t.loc\t2 99 1, function_name $L__info_string2, inlined_at 1 4 5\n\tld;\n";

static const struct given_calls *find(struct arena *arena, const char *text, const char *of_ptx)
{
    struct source given = file(starter), solved = file(solution), *own = arena_alloc(arena, sizeof *own);
    *own = file(text);
    return given_calls_find(arena, own, &given, &solved, of_ptx, strlen(of_ptx));
}

static void a_given_kernel_is_known_by_its_name(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source given = file("__global__ void __launch_bounds__(256)\n    add(int *a) { a[0]++; }\n"
                               "__global__ void own(int *a) {}\n__global__ void changed(int *a) { a[1]++; }\n");
    struct source solved = file("__global__ void __launch_bounds__(256) add(int *a) { a[0]++; }\n"
                                "__global__ void own(int *a) { a[2]++; }\n"
                                "__global__ void changed(int *a) { a[1]++; }\n");
    struct source own = file("__global__ void __launch_bounds__(256) add(int *a) { a[0]++; } // mine\n"
                             "__global__ void own(int *a) {}\n__global__ void changed(int *a) { a[3]++; }\n");
    const struct given_calls *calls = given_calls_find(arena, &own, &given, &solved, "", 0);
    assert_true(given_calls_has_kernel(calls, "add"));
    assert_false(given_calls_has_kernel(calls, "own"));
    assert_false(given_calls_has_kernel(calls, "changed"));
    assert_false(given_calls_has_kernel(NULL, "add"));
    arena_free(arena);
}

static void the_call_of_a_given_function_is_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    const struct given_calls *calls = find(arena, learner, ptx);
    struct given_call call = given_call_at(calls, 4, 4);
    assert_int_equal(call.line, 11);
    assert_string_equal(call.function, "load");
    assert_int_equal(given_call_at(calls, 10, 4).line, 7); /* in a function of the learner's own */
    assert_int_equal(given_call_at(calls, 12, 4).line, 7); /* through a header */
    arena_free(arena);
}

static void a_line_of_the_learners_has_no_call(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    const struct given_calls *calls = find(arena, learner, ptx);
    assert_null(given_call_at(calls, 2, 11).function);
    assert_null(given_call_at(calls, 8, 7).function);
    assert_null(given_call_at(calls, 4, 5).function); /* the PTX is of another line */
    assert_null(given_call_at(calls, 0, 4).function);
    assert_null(given_call_of_line(calls, 7).function);
    arena_free(arena);
}

static void a_line_with_several_calls_has_no_single_one(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    const struct given_calls *calls = find(arena, learner, ptx);
    assert_string_equal(given_call_of_line(calls, 4).function, "load");
    assert_int_equal(given_call_of_line(calls, 4).line, 0);
    static const char one[] = "\t.loc\t1 11 12\n\tmov;\n\t.loc\t1 4 5, function_name $L, inlined_at 1 11 12\n\tld;\n";
    assert_int_equal(given_call_of_line(find(arena, learner, one), 4).line, 11);
    arena_free(arena);
}

static void functions_that_differ_are_not_given(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    assert_null(find(arena, "__device__ float load(const float *at) { return at[1]; }\n", ptx));
    assert_null(find(arena, "__device__ float load(const float *at);\n", ptx));
    assert_null(find(arena, "", ptx));
    assert_null(find(arena, "__device__ float load(const float *at) {", ptx));
    assert_null(find(arena, "__device__", ""));
    arena_free(arena);
}

static void a_given_function_that_changed_is_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source given = file(starter), solved = file(solution), same = file(learner);
    struct source other = file("static __device__ float load(const float *at)\n{\n    return at[1];\n}\n");
    assert_null(given_call_changed(arena, &same, &given, &solved).function);
    struct given_call changed = given_call_changed(arena, &other, &given, &solved);
    assert_string_equal(changed.function, "load");
    assert_int_equal(changed.line, 3);
    struct source none = file("__device__ float other(float x) { return x; }\n");
    assert_null(given_call_changed(arena, &none, &given, &solved).function);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_given_kernel_is_known_by_its_name),
        cmocka_unit_test(the_call_of_a_given_function_is_found),
        cmocka_unit_test(a_line_of_the_learners_has_no_call),
        cmocka_unit_test(a_line_with_several_calls_has_no_single_one),
        cmocka_unit_test(functions_that_differ_are_not_given),
        cmocka_unit_test(a_given_function_that_changed_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
