/* Sends the same keys at every size that screens are compared at. Include cmocka.h first. */
#ifndef SUPPORT_SCREEN_SIZES_H
#define SUPPORT_SCREEN_SIZES_H

#include "screen_support.h"

struct screen_size {
    const char *name;
    int width, height;
    bool ascii;
};

static const struct screen_size screen_sizes[] = {
    {"80x24", 80, 24, false}, {"120x40", 120, 40, false}, {"20x5", 20, 5, false}, {"80x24-ascii", 80, 24, true}};

/* Sends the same keys at every size. Each size begins with a new store. */
static inline void check_at_all_sizes(struct screen_test *test, const char *name, const char *open, const char *keys,
                                      void (*prepare)(struct screen_test *test))
{
    bool good = true;
    for (size_t i = 0; i < sizeof screen_sizes / sizeof screen_sizes[0]; i++) {
        assert_true(file_remove_tree(path_join(test->arena, test->folder, "state"), NULL));
        screen_test_start(test, screen_sizes[i].width, screen_sizes[i].height, screen_sizes[i].ascii, open);
        if (prepare)
            prepare(test);
        screen_test_keys(test, keys);
        shell_draw(test->shell);
        good = screen_test_matches(test, arena_printf(test->arena, "%s-%s", name, screen_sizes[i].name), false) && good;
        screen_test_stop(test);
    }
    assert_true(good);
}

#endif
