/* Tests the messages for plans with mistakes: place, message, hint. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plan_support.h"

static const char header[] = "//? param a f32[n] in\n"
                             "//? param c f32[n] out\n"
                             "//? param grid2 f32[n, n] inout\n"
                             "//? param n i32\n"
                             "__global__ void k(const float *a, float *c, int n) {} __global__ void "
                             "__launch_bounds__(256) scale_all(float *, int) {}\n";

/* The plan begins at line 6. */
struct wrong_plan {
    const char *plan;
    const char *place;   /* "6:12" */
    const char *message; /* part of it */
    const char *hint;    /* part of it; NULL: any */
};

#define LAUNCH "launch k(a, c, n) grid=1 block=32"

static const struct wrong_plan wrong_plans[] = {
    /* lines and words */
    {"", "0:0", "no launch plan in this file", "add a line such as"},
    {"// launch k(a, c, n) grid=1 block=32", "0:0", "no launch plan", NULL},
    {"//! launch k(a, c, n) grid=1 block=3$2", "6:37", "'$' has no meaning", NULL},
    {"//! launch k(a, \"c\", n) grid=1 block=32", "6:17", "'\"' has no meaning", NULL},
    {"//! launch k(a\x01) grid=1 block=32", "6:15", "byte 0x01", NULL},
    {"//! launch k(a, \xc3\xa9) grid=1 block=32", "6:17", "often it is a dash, a blank or a full-width sign", NULL},
    {"//! launch k\xef\xbc\x88"
     "a) grid=1 block=32",
     "6:13", "this character has no meaning", NULL},
    /* statements */
    {"//! lunch k(a, c, n) grid=1 block=32", "6:5", "unknown statement 'lunch'", "did you mean 'launch'?"},
    {"//! k<<<4, 32>>>(a, c, n)", "6:5", "unknown statement 'k'", "the form is: launch k(...) grid=... block=..."},
    {"//! k(a, c, n) grid=1 block=32", "6:5", "unknown statement 'k'", "the form is: launch k(...) grid"},
    {"//! launch k<<<4, 32>>>(a, c, n)", "6:13", "a launch line has no '<<' here", "the form is: launch k(...) grid"},
    {"//! launch k(a, c, n), grid=1, block=32", "6:22", "a launch line has no ',' here", "the form is: launch k(...)"},
    {"//! frobnicate a", "6:5", "unknown statement 'frobnicate'", "statements are launch"},
    {"//! = 3", "6:5", "expected a statement such as launch, found '='", NULL},
    {"//! }", "6:5", "found '}'", NULL},
    {"//! zero c zero c", "6:12", "unknown option 'zero'", "options"},
    {"//! let x = 3 4", "6:15", "expected the end of the statement, found '4'", "let NAME = expression"},
    /* launch */
    {"//! launch", "6:11", "expected the name of a kernel, found the end of the line", NULL},
    {"//! launch k", "6:13", "expected '(' and the kernel's arguments", NULL},
    {"//! launch space::(a, c, n) grid=1 block=32", "6:19", "expected the name of a kernel after '::', found '('",
     NULL},
    {"//! launch ::k(a, c, n) grid=1 block=32", "6:12", "expected the name of a kernel, found '::'", NULL},
    {"//! launch k:k(a, c, n) grid=1 block=32", "6:13", "expected '(' and the kernel's arguments", NULL},
    {"//! launch space::scale_al(a, n) grid=1 block=32", "6:12", "no kernel 'space::scale_al' in this file",
     "did you mean 'scale_all'?"},
    {"//! launch k(a, c, n", "6:21", "expected ')' or ',' after an argument", NULL},
    {"//! launch k(a c) grid=1 block=32", "6:16", "expected ')' or ',' after an argument, found 'c'", NULL},
    {"//! launch k(a, c, n)", "6:12", "the launch of k has no grid=", "grid=(n+255)/256"},
    {"//! launch k(a, c, n) grid=1", "6:12", "has no block=", "for one thread per element"},
    {"//! launch k(a, c, n) grid=n//256 block=256", "6:12", "has no block=", "// begins a comment here"},
    {"//! launch k(a, c, n) grid=1, block=32", "6:31", "expected a value, found 'block'",
     "write a blank before the next option"},
    {"//! launch k(a, c, n) grid=dim3(1, 2) block=32", "6:28", "unknown function 'dim3'", "the numbers alone"},
    {"//! launch k(a, c, n) gird=1 block=32", "6:23", "unknown option 'gird'", "did you mean 'grid'?"},
    {"//! launch k(a, c, n) grid=1 grid=2 block=32", "6:30", "grid= is given twice", NULL},
    {"//! launch k(a, c, n) grid=1,2,3,4 block=32", "6:34", "grid: at most 3 values", NULL},
    {"//! launch k(a, c, n) grid 1 block=32", "6:28", "expected '=' after the name of an option",
     "the form is: grid=..."},
    {"//! launch k(a, c, n) grid:=1 block=32", "6:27", "expected '=' after the name of an option, found ':'",
     "write = alone"},
    {"//! launch k(a, c, n) grid==1 block=32", "6:27", "expected '=' after the name of an option, found '=='",
     "write = alone"},
    {"//! let x := n", "6:11", "expected '=' after the name, found ':'", "write = alone"},
    {"//! launch k<float(a, c, n) grid=1 block=32", "6:12", "the '<' after k is never closed", NULL},
    {"//! launch k<>(a, c, n) grid=1 block=32", "6:12", "between < and > there must be", NULL},
    {"//! " LAUNCH " count=3", "6:39", "unknown option 'count'", NULL},
    /* expressions */
    {"//! launch k(a, c, n) grid=(n,2) block=32", "6:30", "expected ')' to close the parenthesis", "the numbers alone"},
    {"//! launch k(a, c, n) grid=1 block=32x8", "6:36", "'32x8' is not a number", "the numbers alone"},
    {"//! launch k(a, c, n) grid=[n,2] block=32", "6:28", "expected a value, found '['", "the numbers alone"},
    {"//! " LAUNCH " shared=n*sizeof(float)", "6:48", "unknown function 'sizeof'", "the number of bytes"},
    {"//! launch k(a, c, n) grid=(n+1 block=32", "6:33", "expected ')' to close the parenthesis", NULL},
    {"//! launch k(a, c, n) grid= block=32", "6:29", "expected a value, found 'block'", NULL},
    {"//! launch k(a, c, n) grid=n+ block=32", "6:31", "expected a value, found 'block'", NULL},
    {"//! launch k(a, c, n) grid=n*", "6:30", "expected a value, found the end of the line", NULL},
    {"//! launch k(a, c, n) grid=ceildiv(n, 2) block=32", "6:28", "unknown function 'ceildiv'",
     "did you mean 'ceil_div'"},
    {"//! launch k(a, c, 2*peers(a)) grid=1 block=32", "6:22", "unknown function 'peers'", "argument by itself"},
    {"//! let x = n ? 1", "6:18", "expected ':' of the condition", NULL},
    /* the other statements */
    {"//! scratch s f33[n]", "6:15", "unknown type 'f33'", "did you mean"},
    {"//! scratch s f32", "6:18", "expected '[' and a shape", NULL},
    {"//! scratch s f32[1,1,1,1,1,1,1]", "6:31", "at most 6 values", NULL},
    {"//! copy c", "6:11", "expected the buffer to copy from", NULL},
    {"//! graph { graph { " LAUNCH " } }", "6:13", "a graph cannot hold another graph", NULL},
    {"//! graph { scratch s f32[n] }", "6:13", "scratch cannot be made inside a graph", NULL},
    {"//! for s 0..3 { " LAUNCH " }", "6:11", "expected 'in' after the loop's variable", NULL},
    {"//! for s in 0.3 { " LAUNCH " }", "6:18", "expected '..'", NULL},
    {"//! for s in 0..3 " LAUNCH, "6:19", "expected '{' before the statements", NULL},
    {"//! for s in 0..3 { " LAUNCH, "6:5", "this brace is never closed", NULL},
    {"//! tune T in", "6:14", "expected a whole number", NULL},
    {"//! tune T in 1.5", "6:15", "'1.5' is not a whole number", NULL},
    {"//! for s in 0..3 { tune T in 1 }", "6:21", "tune must be outside all braces", NULL},
    {"//! for s in 0..3 { keep s > 1 }", "6:21", "keep must be outside all braces", NULL},
    {"//! tune T in 1, 2\n//! keep T > 2", "7:5", "no configuration is left", NULL},
    {"//! tune T in 1, 2\n//! keep T > 1\n//! keep T < 2", "8:5", "`keep` in line 8 leaves out", NULL},
    {"//! tune T in 1, 2\n//! keep T = 2", "7:12", "expected '==', found '='", "compares with =="},
    {"//! launch k(a, n) grid=1 block=1 when=n=8", "6:41", "expected '==', found '='", "compares with =="},
    {"//! let x = n%2 = 0 ? 1 : n", "6:17", "expected '==', found '='", "compares with =="},
    {"//! launch k(a, n = 8) grid=1 block=1", "6:19", "expected '==', found '='", "compares with =="},
    {"//! launch k(a, n) grid=1, bloc=32", "6:28", "expected a value, found 'bloc'", "a comma separates"},
    {"//! launch k(a, n) grid=1 block=1 stream= as=x", "6:43", "expected a value, found 'as'", NULL},
    {"//! tune T in 1, 2\n//! keep U > 2", "7:10", "unknown name 'U'", NULL},
    {"//! tensor_map m = linear(grid2, [8, 8])", "6:20", "expected 'tiled'", NULL},
    {"//! tensor_map m = tiled(grid2, 8)", "6:33", "expected '[' before the box", NULL},
    {"//! " LAUNCH " after=x[1,2,3,4]", "6:53", "at most 3 values", NULL},
    /* names */
    {"//! launch k(A, c, n) grid=1 block=32", "6:14", "unknown name 'A'; parameters are a, c, grid2, n",
     "did you mean 'a'?"},
    {"//! launch k(a, c, n) grid=m block=32", "6:28", "unknown name 'm'", NULL},
    {"//! launch kk(a, c, n) grid=1 block=32", "6:12", "no kernel 'kk' in this file; kernels are k, scale_all", NULL},
    {"//! launch scale_al(a, n) grid=1 block=32", "6:12", "no kernel 'scale_al'", "did you mean 'scale_all'?"},
    {"//! launch k(a, c, a + 1 - n) grid=1 block=32", "0:0", "", NULL},
    {"//! launch k(a - 1, c, n) grid=1 block=32", "6:14", "'a' is a buffer: write a or a + offset", NULL},
    {"//! launch k(2*a, c, n) grid=1 block=32", "6:16", "'a' is a buffer, but a number is needed here", NULL},
    {"//! launch k(a, c, n) grid=c block=32", "6:28", "'c' is a buffer, but a number is needed here", NULL},
    {"//! launch k(peers(n), c, n) grid=1 block=32", "6:20", "'n' is not a buffer", NULL},
    {"//! copy symbol(filtr) a", "6:17", "no variable 'filtr' in this file", NULL},
    {"//! copy symbol(space::filtr) a", "6:17", "no variable 'space::filtr' in this file", NULL},
    {"//! copy symbol(space::) a", "6:24", "expected the name of a __device__ or __constant__ variable, found ')'",
     NULL},
    {"//! launch k(a, c, n) grid=1 block=32\n//! copy symbol(k) a", "7:10",
     "no kernel reads this copy: move the line before", NULL},
    {"//! zero a", "6:10", "'a' is an input and stays as it is", NULL},
    {"//! copy a c", "6:10", "'a' is an input and stays as it is", "the form is: copy TO FROM"},
    {"//! zero n", "6:10", "a buffer is needed here", NULL},
    {"//! zero 3", "6:10", "a buffer is needed here", NULL},
    {"//! copy c peers(a)", "6:12", "peers(...) is for kernels", NULL},
    {"//! scratch a f32[n]", "6:13", "the name 'a' is already used by a parameter", NULL},
    {"//! let rank = 3", "6:9", "already used by the plan itself", NULL},
    {"//! scratch s f32[n]\n//! let s = 3", "7:9", "the name 's' is already used in line 6", NULL},
    {"//! scratch s f32[n]\n//! free s\n//! zero s", "8:10", "'s' was freed in line 7", NULL},
    {"//! free c", "6:10", "'c' is not a scratch buffer", NULL},
    {"//! tune T in 1,2,3,4,5,6,7,8\n//! tune U in 1,2,3,4,5,6,7,8\n//! tune V in 1,2,3,4,5,6,7,8\n"
     "//! launch k<T, U, V>(a, c, n) grid=1 block=32",
     "0:0", "give 256 or more different kernels", NULL},
    {"//! scratch s f32[n]\n//! for i in 0..2 { free s }", "7:26", "was made in line 6 outside these braces", NULL},
    {"//! for i in 0..2 { scratch s f32[n] }\n//! zero s", "7:10", "unknown name 's'", NULL},
    {"//! for i in 0..rank { " LAUNCH " }", "6:17", "a loop's bounds cannot depend on rank", NULL},
    {"//! let x = i", "6:13", "unknown name 'i'", NULL},
    {"//! tensor_map m = tiled(grid2, [8])", "6:26", "dimensions of 'grid2': 2, of the box: 1", NULL},
    {"//! tensor_map m = tiled(grid2, [8, 8])\n//! let x = m + 1", "7:13", "'m' is a tensor map", NULL},
    {"//! " LAUNCH " as=first\n//! " LAUNCH " after=frist", "7:45", "no launch has this name", "did you mean 'first'?"},
    {"//! " LAUNCH " as=done[0][n]", "6:49", "in one pair of brackets, as in done[b, d - 1]", NULL},
};

static void check_one(const struct wrong_plan *wrong)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    char *text = arena_printf(arena, "%s%s\n", header, wrong->plan);
    struct plan_file file;
    plan_file_read(&file, arena, "x.cu", text, strlen(text));
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct plan *plan = plan_parse(arena, &file.source, diagnostics);
    bool right = plan && plan_check(plan, &file.source, file.parameters, file.parameter_count, diagnostics);
    if (right && strcmp(wrong->message, "") == 0 && strcmp(wrong->place, "0:0") == 0)
        return; /* listed as a correct plan */
    if (right || diagnostics_count(diagnostics) == 0)
        fail_msg("accepted: %s", wrong->plan);
    const struct diagnostic *first = diagnostics_at(diagnostics, 0);
    char *place = arena_printf(arena, "%d:%d", first->location.line, first->location.column);
    if (strcmp(place, wrong->place) != 0 || !strstr(first->message, wrong->message))
        fail_msg("%s\nsaid %s: %s\nnot  %s: %s", wrong->plan, place, first->message, wrong->place, wrong->message);
    if (wrong->hint && (!first->hint || !strstr(first->hint, wrong->hint)))
        if (!strstr(first->message, wrong->hint))
            fail_msg("%s\nhinted %s\nnot    %s", wrong->plan, first->hint ? first->hint : "nothing", wrong->hint);
}

static void every_mistake_is_named_at_its_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong_plans / sizeof *wrong_plans; i++)
        check_one(&wrong_plans[i]);
}

/* One pass reports the errors of all statements. */
static void one_pass_reports_all_mistakes(void **state)
{
    (void)state;
    struct arena *arena CLEANUP(arena_free) = arena_new();
    const char text[] = "//! lunch k()\n//! for s in 0..3 {\n//!   zero\n//!   scratch x f99[1]\n//! }\n//! copy\n";
    struct source source = {"x.cu", text, sizeof text - 1};
    struct diagnostics *diagnostics = diagnostics_new(arena);
    assert_null(plan_parse(arena, &source, diagnostics));
    assert_int_equal(diagnostics_error_count(diagnostics), 4);
    static const int lines[] = {1, 3, 4, 6};
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(diagnostics_at(diagnostics, i)->location.line, lines[i]);
}

/* --- which lines count ------------------------------------------------------------------------ */

static size_t launches_in(const char *text)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    struct source source = {"x.cu", text, strlen(text)};
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct plan *plan = plan_parse(arena, &source, diagnostics);
    return plan ? plan_launch_count(plan) : 0;
}

#define LINE "//! launch k() grid=1 block=1\n"

static void only_lines_that_begin_so_count(void **state)
{
    (void)state;
    assert_int_equal(launches_in(LINE), 1);
    assert_int_equal(launches_in(" \t" LINE "int x; " LINE), 1);
    assert_int_equal(launches_in(LINE "/* a comment\n" LINE "*/\n" LINE), 2);
    assert_int_equal(launches_in(LINE "const char *s = R\"x(\n" LINE ")\"\n" LINE ")x\";\n" LINE), 2);
    assert_int_equal(launches_in(LINE "#define M \\\n" LINE), 1);
    assert_int_equal(launches_in(LINE "const char *s = \"/*\";\n" LINE), 2);
    assert_int_equal(launches_in(LINE "// a comment with /* in it\n" LINE), 2);
    assert_int_equal(launches_in(LINE "char c = '\"'; int n = 1'000; char d = '\\'';\n" LINE), 2);
    assert_int_equal(launches_in("int n = 1;\r\n//! launch k() grid=1 block=1\r\n"), 1);
    assert_int_equal(launches_in("\xef\xbb\xbf//! launch k() grid=1 block=1\r\n"), 1);
}

static void lines_may_go_on(void **state)
{
    (void)state;
    assert_int_equal(
        launches_in("//! launch k(1,\n//!   2) \\\n//!   grid=1\n//!   block=1 // and a word\n//! zero a\n"), 1);
    assert_int_equal(
        launches_in("//! for s in 0..2\n//! {\n//! launch k() grid=1 block=1; launch k() grid=1 block=1\n//! }\n"), 2);
    assert_int_equal(launches_in("//! launch k() grid=7,\n//!   2\n//!   block=8,\n//!   8, // threads\n//!   1\n"), 1);
    assert_int_equal(launches_in("//! scratch s f32[4,\n//!   4]\n" LINE), 1);
    assert_int_equal(launches_in("//! tune T in 8,\n//!   16\n//! launch k() grid=1 block=T\n"), 1);
    assert_int_equal(launches_in("//! launch k() grid=1 block=1 as=a\n//! launch k() grid=1 block=1 as=b\n"
                                 "//! launch k() grid=1 block=1 after=a,\n//!   b\n"),
                     3);
}

/* --- hostile text ----------------------------------------------------------------------------- */

static const char *first_error(struct arena *arena, const char *text, size_t size)
{
    struct source source = {"x.cu", text, size};
    struct diagnostics *diagnostics = diagnostics_new(arena);
    assert_null(plan_parse(arena, &source, diagnostics));
    assert_true(diagnostics_count(diagnostics) > 0);
    return diagnostics_at(diagnostics, 0)->message;
}

static const char *error_of_repeated(struct arena *arena, const char *start, const char *part, size_t times,
                                     const char *end)
{
    struct buffer text = BUFFER_INIT;
    buffer_append_text(&text, start);
    buffer_append_repeat(&text, part, times);
    buffer_append_text(&text, end);
    const char *message = first_error(arena, buffer_text(&text), text.size_bytes);
    buffer_done(&text);
    return message;
}

static void hostile_text_meets_limits(void **state)
{
    (void)state;
    struct arena *arena CLEANUP(arena_free) = arena_new();
    assert_non_null(strstr(first_error(arena, "//! zero \0a\n", 12), "byte 0x00"));
    assert_non_null(strstr(error_of_repeated(arena, "", "//! zero a\n", 9000, ""), "longer than 65536 bytes"));
    assert_non_null(strstr(error_of_repeated(arena, "", "//! zero a\n", 1025, ""), "more than 1024 statements"));
    assert_non_null(strstr(error_of_repeated(arena, "//! ", "graph{", 3000, ""), "cannot hold another graph"));
    assert_non_null(strstr(error_of_repeated(arena, "//! ", "for s in 0..1 {", 3000, ""), "nested deeper than 16"));
    assert_non_null(strstr(error_of_repeated(arena, "//! let x = ", "(", 30000, ""), "deeper than 32"));
    assert_non_null(strstr(error_of_repeated(arena, "//! let x = ", "-", 30000, "1\n"), "longer than"));
    assert_non_null(strstr(error_of_repeated(arena, "//! let x = ", "n?", 30000, "1\n"), "deeper than 32"));
    assert_non_null(strstr(error_of_repeated(arena, "//! launch k(0", ",1", 64, ")\n"), "more than 64 arguments"));
    assert_non_null(strstr(error_of_repeated(arena, "//! tune T in 0", ",1", 64, "\n"), "more than 64 values"));
    assert_non_null(strstr(error_of_repeated(arena, "//! let ", "x", 65, " = 1\n"), "longer than 64 bytes"));
    assert_non_null(strstr(error_of_repeated(arena, "//! launch k<", "x,", 100, "\n"), "more than 64 words"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mistake_is_named_at_its_place), cmocka_unit_test(one_pass_reports_all_mistakes),
        cmocka_unit_test(only_lines_that_begin_so_count),      cmocka_unit_test(lines_may_go_on),
        cmocka_unit_test(hostile_text_meets_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
