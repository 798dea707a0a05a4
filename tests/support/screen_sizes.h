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

static const struct screen_size screen_wide = {"200x50", 200, 50, false};

static inline bool check_at_size(struct screen_test *test, const char *name, const char *open, const char *keys,
                                 void (*prepare)(struct screen_test *test), const struct screen_size *size)
{
    assert_true(file_remove_tree(path_join(test->arena, test->folder, "state"), NULL));
    screen_test_start(test, size->width, size->height, size->ascii, open);
    if (prepare)
        prepare(test);
    screen_test_keys(test, keys);
    shell_draw(test->shell);
    bool good = screen_test_matches(test, arena_printf(test->arena, "%s-%s", name, size->name), false);
    screen_test_stop(test);
    return good;
}

/* Sends the same keys at every size. Each size begins with a new store. */
static inline void check_at_all_sizes(struct screen_test *test, const char *name, const char *open, const char *keys,
                                      void (*prepare)(struct screen_test *test))
{
    bool good = true;
    for (size_t i = 0; i < sizeof screen_sizes / sizeof screen_sizes[0]; i++)
        good = check_at_size(test, name, open, keys, prepare, &screen_sizes[i]) && good;
    assert_true(good);
}

/* The same for a screen that is drawn in another way on a wide terminal. */
static inline void check_at_wide_sizes(struct screen_test *test, const char *name, const char *open, const char *keys,
                                       void (*prepare)(struct screen_test *test))
{
    check_at_all_sizes(test, name, open, keys, prepare);
    assert_true(check_at_size(test, name, open, keys, prepare, &screen_wide));
}

#endif
