/*
 * The keymap: which key does what on which screen. keymap.def is the one table behind it.
 */
#ifndef TUI_SHELL_KEYMAP_H
#define TUI_SHELL_KEYMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

enum action {
    ACTION_NONE,
#define ACTION(id, name, help) ACTION_##id,
#include "tui/shell/keymap.def"
    ACTION_COUNT
};

enum context {
#define CONTEXT(id, name, title) CONTEXT_##id,
#include "tui/shell/contexts.def"
    CONTEXT_COUNT
};

/* A key is a code point, or one of these beyond all code points. Control-A to Control-Z are 1 to 26. */
enum {
    KEY_CODE_BASE = 0x200000,
#define KEY(id, name, code) KEY_CODE_##id,
#include "tui/terminal/key.def"
    KEY_CODE_END
};

/* A click of the mouse travels as a key: column and row, each below KEY_CLICK_SIDE. */
enum { KEY_CLICK_BASE = 0x400000, KEY_CLICK_SIDE = 1024 };

static inline int32_t key_of_click(int x, int y)
{
    return KEY_CLICK_BASE + y * KEY_CLICK_SIDE + x;
}

struct binding {
    enum context context;
    enum action action;
    const char *keys;  /* "Enter l" */
    const char *label; /* for the footer; "" not there */
    int rank;
};

/*
 * The learner's keymap: the table, with what their file changes. NULL stands for the table as it is.
 *
 *     # comment
 *     exercise run = R F5          context, action, its keys
 *
 * A line that names no such thing, or a key that something else in the context (or everywhere) has, is left out and
 * told in `problems`, one line each.
 */
struct keymap;

struct keymap *keymap_new(void);
void keymap_free(struct keymap *keymap);
void keymap_configure(struct keymap *keymap, const char *text, struct buffer *problems);

size_t keymap_binding_count(void);
const struct binding *keymap_binding(const struct keymap *keymap, size_t index);

/* What a key does in a context, GLOBAL's bindings included; ACTION_NONE. */
enum action keymap_action(const struct keymap *keymap, enum context context, int32_t key);

/* The binding of an action in a context, or in GLOBAL; NULL. */
const struct binding *keymap_find(const struct keymap *keymap, enum context context, enum action action);

/* The n-th key of a binding; 0 behind the last. */
int32_t keymap_key(const struct binding *binding, size_t index);

/* "Enter" -> KEY_CODE_ENTER, "^L" -> 12, "q" -> 'q'; 0: no such key. */
int32_t key_parse(const char *name, size_t size_bytes);

/* The reverse, as help shows it. */
void key_append_name(int32_t key, struct buffer *out);

/* A character as UTF-8; it must be below KEY_CODE_BASE. */
void key_append_character(int32_t codepoint, struct buffer *out);

const char *action_name(enum action action);
const char *action_help(enum action action);
const char *context_title(enum context context);
const char *context_name(enum context context); /* as the learner's file calls it: "exercise" */

#endif
