/* What the conformance test needs of a test runner, for machines without cmocka: the first failure ends the program. */
#ifndef AARCH64_CMOCKA_H
#define AARCH64_CMOCKA_H

#include <stdio.h>
#include <stdlib.h>

struct CMUnitTest {
    const char *name;
    void (*run)(void **state);
};

#define cmocka_unit_test(function)  \
    (struct CMUnitTest)             \
    {                               \
        .name = #function, function \
    }
#define print_error(...) fprintf(stderr, __VA_ARGS__)
#define fail_msg(...) (fprintf(stderr, __VA_ARGS__), fputc('\n', stderr), exit(1))
#define assert_true(condition) ((condition) ? (void)0 : fail_msg("%s:%d: %s", __FILE__, __LINE__, #condition))
#define assert_false(condition) assert_true(!(condition))
#define assert_non_null(pointer) assert_true((pointer) != NULL)
#define assert_int_equal(a, b) assert_true((long long)(a) == (long long)(b))

#define cmocka_run_group_tests(tests, setup, teardown) cmocka_run(tests, sizeof(tests) / sizeof(*(tests)))
static inline int cmocka_run(const struct CMUnitTest *tests, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        tests[i].run(NULL);
        printf("ok %s\n", tests[i].name);
    }
    return 0;
}

#endif
