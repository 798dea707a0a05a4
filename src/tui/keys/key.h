/* Keys: one number for every key that a terminal can send, and their names. */
#ifndef TUI_KEYS_KEY_H
#define TUI_KEYS_KEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

/*
 * A key is a code point, or one of these beyond all code points. Control-A to Control-Z are 1 to
 * 26.
 */
enum {
    KEY_CODE_BASE = 0x200000,
#define KEY(id, name, code) KEY_CODE_##id,
#include "tui/keys/key.def"
    KEY_CODE_END
};

/*
 * A mouse click and a turn of the wheel are keys, too. Each kind has a range of its own: its column
 * and row, each below KEY_CLICK_SIDE.
 */
enum {
    KEY_CLICK_BASE = 0x400000,
    KEY_CLICK_SIDE = 1024,
    KEY_WHEEL_UP_BASE = KEY_CLICK_BASE + KEY_CLICK_SIDE * KEY_CLICK_SIDE,
    KEY_WHEEL_DOWN_BASE = KEY_WHEEL_UP_BASE + KEY_CLICK_SIDE * KEY_CLICK_SIDE,
};

static inline int32_t key_of_click(int x, int y)
{
    return KEY_CLICK_BASE + y * KEY_CLICK_SIDE + x;
}

static inline int32_t key_of_wheel(int x, int y, bool is_down)
{
    return (is_down ? KEY_WHEEL_DOWN_BASE : KEY_WHEEL_UP_BASE) + y * KEY_CLICK_SIDE + x;
}

/* "Enter" -> KEY_CODE_ENTER, "^L" -> 12, "q" -> 'q'; 0: no such key. */
int32_t key_parse(const char *name, size_t size_bytes);

/* Appends the name in the chosen language, as the footer and help show it. */
void key_append_name(int32_t key, struct buffer *out);

/* A character as UTF-8; it must be below KEY_CODE_BASE. */
void key_append_character(int32_t codepoint, struct buffer *out);

#endif
