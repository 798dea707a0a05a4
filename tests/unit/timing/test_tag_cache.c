/* Tests the tags of a cache: which line is evicted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "timing/traffic/tag_cache.h"

static void the_least_recently_used_line_goes(void **state)
{
    (void)state;
    struct tag_cache cache;
    assert_true(tag_cache_init(&cache, VGPU_CACHE_WAYS * VGPU_LINE_BYTES)); /* one set */
    uint32_t slots[VGPU_CACHE_WAYS];
    for (uint64_t line = 0; line < VGPU_CACHE_WAYS; line++) {
        assert_int_equal(tag_cache_find(&cache, line), TAG_CACHE_NO_SLOT);
        slots[line] = tag_cache_insert(&cache, line, NULL);
    }
    assert_int_equal(tag_cache_find(&cache, 0), slots[0]); /* used again: line 1 is the oldest now */
    assert_int_equal(tag_cache_insert(&cache, 99, NULL), slots[1]);
    assert_int_equal(tag_cache_find(&cache, 1), TAG_CACHE_NO_SLOT);
    assert_int_equal(tag_cache_find(&cache, 0), slots[0]);
    tag_cache_done(&cache);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_least_recently_used_line_goes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
