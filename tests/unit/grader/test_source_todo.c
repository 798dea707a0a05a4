/* Tests which parts of a starter count as open. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "grader/source/source_todo.h"

static struct source file(const char *text)
{
    return (struct source){.name = "kernel.cu", .text = text, .size_bytes = strlen(text)};
}

static const char starter[] = "// TODO: think.\n"
                              "//! launch f(x) grid=1 // TODO: how many?\n"
                              "void f(float *x)\n"
                              "{\n"
                              "    float sum = 0;\n"
                              "    // TODO: add all.\n"
                              "    // And what comes after that?\n"
                              "\n"
                              "    x[0] = sum;\n"
                              "    x[1] = 0; // TODO\n"
                              "}\n";

static void opens(const char *text, int line, int count)
{
    struct source begin = file(starter), source = file(text);
    struct source_todo open = source_todo_open(&source, &begin);
    assert_int_equal(open.line, line);
    assert_int_equal(open.count, count);
}

static void parts_as_the_starter_has_them_are_open(void **state)
{
    (void)state;
    opens(starter, 2, 3);
    opens("void f(float *x)\n{\n  float sum = 0;\n\n  // TODO: add all.\n  x[0] = sum;\n", 5, 1);
}

static void parts_with_new_code_are_done(void **state)
{
    (void)state;
    opens("", 0, 0);
    opens("// TODO: think.\n", 0, 0);
    opens("    float sum = 0;\n    // TODO: add all.\n    sum += 1;\n    x[0] = sum;\n", 0, 0);
    opens("    float sum = 0;\n    sum += 1; \n    // TODO: add all.\n    x[0] = sum;\n", 0, 0);
    opens("    float sum = 0;\n    // TODO: my own\n    x[0] = sum;\n", 0, 0);
    opens("//! launch f(x) grid=2 // TODO: how many?\nvoid f(float *x)\n", 0, 0);
    opens("    x[0] = sum;\n    x[1] = 2; // TODO\n}\n", 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(parts_as_the_starter_has_them_are_open),
                                       cmocka_unit_test(parts_with_new_code_are_done)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
