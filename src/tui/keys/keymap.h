/* The keymap: the action of each key on each screen. Its table is keymap.def. */
#ifndef TUI_KEYS_KEYMAP_H
#define TUI_KEYS_KEYMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "tui/keys/key.h"

enum action {
    ACTION_NONE,
#define ACTION(id, name, help) ACTION_##id,
#include "tui/keys/keymap.def"
    ACTION_COUNT
};

enum context {
#define CONTEXT(id, name, title) CONTEXT_##id,
#include "tui/keys/contexts.def"
    CONTEXT_COUNT
};

struct binding {
    enum context context;
    enum action action;
    const char *keys;  /* "Enter l" */
    const char *label; /* for the footer; "" not there */
    int rank;          /* in the footer: 1 is first, 0: not there */
};

/* From this rank on, a key leads out of every screen. It is last in the footer and always there. */
enum { KEYMAP_RANK_FIXED = 90 };

/*
 * The learner's keymap: the table with the changes of their file. NULL stands for the unchanged
 * table.
 *
 *     # comment
 *     exercise run = r F5          context, action, its keys
 *
 * A line with unknown names is ignored. So is a line with a key that the context or GLOBAL already
 * uses. Each is reported in `problems`, one line each.
 */
struct keymap;

struct keymap *keymap_new(void);
void keymap_free(struct keymap *keymap);
void keymap_configure(struct keymap *keymap, const char *text, struct buffer *problems);

size_t keymap_binding_count(void);
const struct binding *keymap_binding(const struct keymap *keymap, size_t index);

/* The action of a key in a context, GLOBAL's bindings included; ACTION_NONE. */
enum action keymap_action(const struct keymap *keymap, enum context context, int32_t key);

/* The binding of an action in a context, or in GLOBAL; NULL. */
const struct binding *keymap_find(const struct keymap *keymap, enum context context, enum action action);

/* The n-th key of a binding; 0 after the last. */
int32_t keymap_key(const struct binding *binding, size_t index);

const char *action_name(enum action action);
const char *action_help(enum action action);
const char *context_title(enum context context);

#endif
