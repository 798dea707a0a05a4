/* Tests the small changes of a source. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/cleanup.h"
#include "grader/grade/small_change.h"

enum { MOST = 24 };

static struct source file(const char *text)
{
    return (struct source){.name = "kernel.cu", .text = text, .size_bytes = strlen(text)};
}

/* Whether one of the changes puts `right` for `written`; NULL: nothing. */
static const struct small_change *find(const struct small_change *changes, size_t count, const char *written,
                                       const char *right)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(changes[i].written, written) &&
            (changes[i].right ? right && !strcmp(changes[i].right, right) : !right))
            return &changes[i];
    return NULL;
}

static void each_kind_of_change_is_listed(void **state)
{
    static const struct {
        const char *text, *reference, *written, *right, *changed;
    } cases[] = {
        {"y = rsqrtf(v + 1e5f);", "y = 1.0 / sqrt(v + 1e-5);", "1e5f", "1e-5f", "y = rsqrtf(v + 1e-5f);"},
        {"y = log10f(s);", "y = log(s);", "log10f", "logf", "y = logf(s);"},
        {"y = __log2f(s) + __log2f(t);", "y = log(s) + log(t);", "__log2f", "logf", "y = logf(s) + logf(t);"},
        {"y = x * sqrtf(v);", "y = x / sqrt(v);", "sqrtf", "rsqrtf", "y = x * rsqrtf(v);"},
        {"atomicMax(&n[b], h[b]);", "atomicAdd(&n[b], 1);", "atomicMax", "atomicAdd", "atomicAdd(&n[b], h[b]);"},
        {"y = expf(x);", "y = exp(-x);", "expf(x)", "expf(-x)", "y = expf(-x);"},
        {"y = expf(-x);", "y = exp(x);", "expf(-x)", "expf(x)", "y = expf(x);"},
        {"w = w + rate * g;", "w -= rate * g;", "+ rate", "- rate", "w = w - rate * g;"},
        {"y = a[i * 2] / s[j];", "y = a * s;", "/ s[j]", "* s[j]", "y = a[i * 2] * s[j];"},
        {"y = x * r * r;", "y = x * r;", "* r", NULL, "y = x  * r;"},
        {"y = x / (s + 1e-8f);", "y = x / s;", "+ 1e-8f", NULL, "y = x / (s );"},
        {"v = squares / (n - 1);", "v = squares / n;", "- 1", NULL, "v = squares / (n );"},
        {"m = -1e9f;", "m = -INFINITY;", "1e9f", "INFINITY", "m = -INFINITY;"},
        {"y = __hmin2(a, b);", "y = __hmax2(a, b);", "__hmin2", "__hmax2", "y = __hmax2(a, b);"},
        {"s = __shfl_down_sync(~0u, s, 1);", "s = __shfl_xor_sync(~0u, s, 1);", "__shfl_down_sync", "__shfl_xor_sync",
         "s = __shfl_xor_sync(~0u, s, 1);"},
        {"s *= expf(largest - m[i]);", "s *= exp(m - largest);", "expf(largest - m[i])", "expf(m[i] - largest)",
         "s *= expf(m[i] - largest);"},
        {"f(a.x, a.y, v[i].y, a.w);", "", "v[i].y", "v[i].z", "f(a.x, a.y, v[i].z, a.w);"},
        {"v.w = keep ? v.z * s : 0.0f;", "", "v.z", "v.w", "v.w = keep ? v.w * s : 0.0f;"},
        {"y = g - (s.y + h * s.x);", "", "s.y + h * s.x", "s.x + h * s.y", "y = g - (s.x + h * s.y);"},
        {"for (int j = 0; j < i; j++)", "", "j < i", "j <= i", "for (int j = 0; j <= i; j++)"},
        {"if (lane > d)", "", "lane > d", "lane >= d", "if (lane >= d)"},
        {"if (x[i] < best)\n best = x[i];", "", "x[i] < best", "x[i] > best", "if (x[i] > best)\n best = x[i];"},
        {"w = w + rate*g;", "w -= rate * g;", "+ rate", "- rate", "w = w - rate*g;"},
        {"y = x*r/s;", "y = x * r * s;", "/s", "*s", "y = x*r*s;"},
        {"{ s = sum_of(v); }", "s = sqrt(v);", "sum_of(v)", "sqrtf(sum_of(v))", "{ s = sqrtf(sum_of(v)); }"},
        {"{ return x / s; }", "y = x / sqrt(s);", "s", "sqrtf(s)", "{ return x / sqrtf(s); }"},
        {"{ y = m / (v + e); }", "y = m / sqrt(v);", "(v + e)", "sqrtf(v + e)", "{ y = m / sqrtf(v + e); }"},
        {"{ v = b * v + c * g; }", "v = c * g * g;", "g", "g * g", "{ v = b * v + c * g * g; }"},
        {"{ y = x / d; }", "y = x / (d * d);", "d", "(d * d)", "{ y = x / (d * d); }"},
        {"{ lost += t - s; }", "", "lost +=", "lost =", "{ lost = t - s; }"},
        {"{ sum[r] = x * y; }", "", "sum[r] =", "sum[r] +=", "{ sum[r] += x * y; }"},
        {"{ y = {m, a.s * expf(a.m - m) + b.s}; }", "", "b.s", "b.s * expf(b.m - m)",
         "{ y = {m, a.s * expf(a.m - m) + b.s * expf(b.m - m)}; }"},
        {"s = mine.s * expf(other.m - m) + other.s * expf(other.m - m);", "", "mine.s * expf(other.m - m)",
         "mine.s * expf(mine.m - m)", "s = mine.s * expf(mine.m - m) + other.s * expf(other.m - m);"},
        {"{ y = x * s + g[i] + b[i]; }", "", "+ g[i]", "* g[i]", "{ y = x * s * g[i] + b[i]; }"},
        {"{ y = x * b[i]; }", "", "* b[i]", "+ b[i]", "{ y = x + b[i]; }"},
        {"f(int n) { y = sum_of(v) + 1e-5f; }", "y = s / n + 1e-5;", "sum_of(v)", "sum_of(v) / n",
         "f(int n) { y = sum_of(v) / n + 1e-5f; }"},
        {"n = a.n + b.n; m = a.m + d * a.n / n;", "", "a.n", "b.n", "n = a.n + b.n; m = a.m + d * b.n / n;"},
        {"n = a.n + b.n; s = d * a.n * b.n / n;", "", "d", "d * d", "n = a.n + b.n; s = d * d * a.n * b.n / n;"},
        {"n = a.n + b.n; s = d * b.n / n;", "", "b.n", "b.n * a.n", "n = a.n + b.n; s = d * b.n * a.n / n;"},
        {"n = a.n + b.n; s = a.s + d * b.n / n;", "", "a.s", "a.s + b.s",
         "n = a.n + b.n; s = a.s + b.s + d * b.n / n;"},
        {"n = a.n + b.n; m = d * b.n / n; s = d * a.n;", "", "a.n", "a.n / n",
         "n = a.n + b.n; m = d * b.n / n; s = d * a.n / n;"},
        {"{ float d = x[i] - a.m; a.m += d / n; v += d * d; }", "", "d", "(x[i] - a.m)",
         "{ float d = x[i] - a.m; a.m += d / n; v += (x[i] - a.m) * d; }"},
        {"best = x < best ? best : x;", "", "x < best", "x > best", "best = x > best ? best : x;"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena *arena = arena_new();
        struct small_change changes[MOST];
        struct source source = file(cases[i].text), reference = file(cases[i].reference);
        size_t count = small_change_list(&source, &reference, changes, MOST, arena);
        const struct small_change *found = find(changes, count, cases[i].written, cases[i].right);
        assert_non_null(found);
        assert_int_equal(found->line, 1);
        assert_string_equal(small_change_apply(&source, found, arena).text, cases[i].changed);
        arena_free(arena);
    }
}

static void sizes_and_indices_are_left_alone(void **state)
{
    static const char *const texts[] = {
        "int i = blockIdx.x * blockDim.x + threadIdx.x;",
        "y[i] = x[row * cols + c];",
        "for (int t = 0; t < k / size; t++)",
        "for (int first = 0; first + step <= k; first += step)",
        "if (first + t < n)",
        "y = parts / 32;",
        "y[i] = x[i]; // a + b",
        "float *p = x;",
        "#define N 4 + 4\n",
        "y = logf(s); z = 1e-5f; r = sqrt_of(s);",
        "void f(int n, int m) { if (i < n && j >= m && k > 0 && a[i] < b[i]) }",
        "int i = threadIdx.y * 8 + threadIdx.x;",
        "f(a.x, a.y, a.z, a.w);",
        "sum.x += v.x;",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct arena *arena = arena_new();
        struct small_change changes[MOST];
        bool has_call = strstr(texts[i], "logf");
        struct source source = file(texts[i]), reference = file(has_call ? "y = log(s) + 1e-5;" : "y = s + 1e-5;");
        size_t count = small_change_list(&source, &reference, changes, MOST, arena);
        for (size_t j = 0; j < count; j++)
            fail_msg("%s: %s", texts[i], changes[j].written);
        arena_free(arena);
    }
}

/* They are mistaken most, and the list is short. */
static void signs_of_terms_come_first(void **state)
{
    (void)state;
    struct arena *arena CLEANUP(arena_free) = arena_new();
    struct small_change changes[1];
    struct source source = file("s = p + p * (1.0f + q); y = d * s / r;"), reference = file("");
    assert_int_equal(small_change_list(&source, &reference, changes, 1, arena), 1);
    assert_string_equal(changes[0].written, "+ p");
}

static void a_full_list_ends(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct small_change changes[2];
    struct source source = file("y = a + b - c + d;"), reference = file("");
    assert_int_equal(small_change_list(&source, &reference, changes, 2, arena), 2);
    arena_free(arena);
}

/* The search reads a source many times. */
static void a_long_source_is_left_alone(void **state)
{
    (void)state;
    struct arena *arena CLEANUP(arena_free) = arena_new();
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    struct small_change changes[MOST];
    struct source reference = file("y = x + 0.5;");
    for (int i = 0; text.size_bytes < SMALL_CHANGE_SOURCE_BYTES_MAX - 8; i++)
        buffer_printf(&text, "%d.5f;", i % 10 + 1);
    struct source source = file(buffer_text(&text));
    assert_int_equal(small_change_list(&source, &reference, changes, MOST, arena), 10);
    buffer_append_text(&text, "// the end of it");
    source = file(buffer_text(&text));
    assert_int_equal(small_change_list(&source, &reference, changes, MOST, arena), 0);
}

/* Nothing is read before it: the sanitizer watches a block of its own. */
static void a_source_may_begin_with_a_term(void **state)
{
    (void)state;
    struct arena *arena CLEANUP(arena_free) = arena_new();
    struct small_change changes[MOST];
    char *text = strdup("a.n * f(a.m) + b.n;");
    struct source source = file(text), reference = file("");
    size_t count = small_change_list(&source, &reference, changes, MOST, arena);
    assert_non_null(find(changes, count, "b.n", "b.n * f(b.m)"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_of_change_is_listed), cmocka_unit_test(sizes_and_indices_are_left_alone),
        cmocka_unit_test(signs_of_terms_come_first),     cmocka_unit_test(a_full_list_ends),
        cmocka_unit_test(a_long_source_is_left_alone),   cmocka_unit_test(a_source_may_begin_with_a_term),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
