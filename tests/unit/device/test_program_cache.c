/* Each PTX text is parsed once. Held programs stay; others go when the cache is full. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/told.h"
#include "device/backend/program_cache.h"

static struct cached_program *get(struct program_cache *cache, int number, struct error *error)
{
    char text[256];
    int size = snprintf(text, sizeof text,
                        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k%d()\n{\n  ret;\n}\n", number);
    struct device_image image = {.ptx = text, .ptx_bytes = (size_t)size, .source_name = "k.cu"};
    return program_cache_get(cache, &image, error);
}

static void the_same_text_is_parsed_once(void **state)
{
    (void)state;
    struct program_cache *cache = program_cache_share(NULL, 1);
    struct error error = {0};
    struct cached_program *first = get(cache, 1, &error);
    if (!first)
        fail_msg("%s", error.message);
    assert_ptr_equal(get(cache, 1, NULL), first);
    assert_ptr_not_equal(get(cache, 2, NULL), first);
    assert_int_equal(cache->parses, 2);
    assert_int_equal(first->references, 2);
    assert_non_null(ptx_find_function(first->program, "k1"));
    program_cache_release(cache);
}

static void only_what_nobody_holds_goes(void **state)
{
    (void)state;
    struct program_cache *cache = program_cache_share(NULL, 1);
    struct cached_program *held = get(cache, 0, NULL);
    for (int i = 1; i <= 2 * PROGRAM_CACHE_SIZE; i++)
        program_cache_put(cache, get(cache, i, NULL));
    assert_int_equal(cache->parses, 2 * PROGRAM_CACHE_SIZE + 1);
    assert_ptr_equal(get(cache, 0, NULL), held);
    get(cache, 2 * PROGRAM_CACHE_SIZE, NULL);
    assert_int_equal(cache->parses, 2 * PROGRAM_CACHE_SIZE + 1);
    get(cache, 1, NULL);
    assert_int_equal(cache->parses, 2 * PROGRAM_CACHE_SIZE + 2);
    program_cache_release(cache);
}

static void note_freed(void *module)
{
    *(int *)module += 1;
}

static void unused_modules_wait_for_the_next_device(void **state)
{
    (void)state;
    struct program_cache *cache = program_cache_share(NULL, 1);
    int freed[PROGRAM_SPARES + 1] = {0};
    for (int i = 0; i <= PROGRAM_SPARES; i++)
        program_cache_keep(cache, get(cache, i, NULL), &freed[i], note_freed);
    assert_int_equal(freed[0], 1); /* one too many: the oldest */
    assert_int_equal(freed[1], 0);
    struct cached_program *other = get(cache, 0, NULL), *kept = get(cache, 1, NULL);
    assert_int_equal(kept->references, 2);
    assert_null(program_cache_take(cache, other));
    assert_ptr_equal(program_cache_take(cache, kept), &freed[1]);
    assert_int_equal(kept->references, 1);
    assert_null(program_cache_take(cache, kept));
    program_cache_release(cache);
    assert_int_equal(freed[1], 0); /* the caller's */
    assert_int_equal(freed[2], 1);
    assert_int_equal(freed[PROGRAM_SPARES], 1);
}

static void text_that_does_not_parse_names_its_place(void **state)
{
    (void)state;
    struct program_cache *cache = program_cache_share(NULL, 1);
    struct error error = {0};
    struct device_image image = {.ptx = ".version 8.0\n.nonsense\n", .ptx_bytes = 23, .source_name = "k.cu"};
    assert_null(program_cache_get(cache, &image, &error));
    assert_int_equal(error.code, ERROR_SYNTAX);
    struct arena *arena = arena_new();
    assert_non_null(strstr(told_english(arena, error.message), "PTX of k.cu, line 2"));
    arena_free(arena);
    assert_int_equal(cache->parses, 0);
    program_cache_release(cache);
}

static void lines_are_those_of_the_file_that_is_the_source(void **state)
{
    (void)state;
    struct program_cache *cache = program_cache_share(NULL, 1);
    static const char text[] = ".version 8.0\n.target sm_80\n.file 1 \"k.cu\"\n.entry k()\n{\n.loc 1 70 1\n  ret;\n}\n";
    struct device_image image = {.ptx = text, .ptx_bytes = sizeof text - 1, .source_name = "k.cu"};
    const struct ptx_program *compiled = program_cache_get(cache, &image, NULL)->program;
    assert_int_equal(compiled->functions[0].instructions[0].line, 70);
    image.source_name = "k.ptx";
    image.ptx_is_source = true;
    const struct ptx_program *written = program_cache_get(cache, &image, NULL)->program;
    assert_null(written->functions[0].instructions[0].location);
    assert_int_equal(written->functions[0].instructions[0].ptx_line, 7);
    assert_int_equal(written->file_count, 0);
    program_cache_release(cache);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_text_is_parsed_once),
        cmocka_unit_test(only_what_nobody_holds_goes),
        cmocka_unit_test(unused_modules_wait_for_the_next_device),
        cmocka_unit_test(lines_are_those_of_the_file_that_is_the_source),
        cmocka_unit_test(text_that_does_not_parse_names_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
