/* Edits a typed line, cluster by cluster. */
#include "tui/shell/typed.h"

#include <string.h>

#include "base/text.h"
#include "tui/keys/key.h"

enum { CONTROL_A = 1, CONTROL_B, CONTROL_D = 4, CONTROL_E, CONTROL_F, CONTROL_K = 11, CONTROL_U = 21, CONTROL_W = 23 };

void typed_done(struct typed *typed)
{
    buffer_done(&typed->text);
}

void typed_clear(struct typed *typed)
{
    buffer_clear(&typed->text);
    typed->after_bytes = 0;
}

size_t typed_cursor(const struct typed *typed)
{
    return typed->text.size_bytes - typed->after_bytes;
}

/* The beginning of the cluster before `at`. */
static size_t before(const struct typed *typed, size_t at)
{
    size_t next = 0, last = 0;
    int columns;
    while (next < at) {
        last = next;
        next += text_step_cluster(typed->text.data + next, typed->text.size_bytes - next, &columns);
    }
    return last;
}

static size_t after(const struct typed *typed, size_t at)
{
    int columns;
    size_t left = typed->text.size_bytes - at;
    return left > 0 ? at + text_step_cluster(typed->text.data + at, left, &columns) : at;
}

/* Spaces before `at`, then the word before them. */
static size_t word_before(const struct typed *typed, size_t at)
{
    while (at > 0 && typed->text.data[at - 1] == ' ')
        at--;
    while (at > 0 && typed->text.data[at - 1] != ' ')
        at--;
    return at;
}

/* The cursor goes to `from`. */
static void cut(struct typed *typed, size_t from, size_t to)
{
    struct buffer *text = &typed->text;
    if (from < to)
        memmove(text->data + from, text->data + to, text->size_bytes - to + 1);
    text->size_bytes -= to - from;
    typed->after_bytes = text->size_bytes - from;
}

static bool insert(struct typed *typed, int32_t key)
{
    if (key < 0x20 || key >= KEY_CODE_BASE || key == 0x7F || typed->text.size_bytes >= TYPED_BYTES_MAX)
        return false;
    struct buffer rest = BUFFER_INIT;
    size_t at = typed_cursor(typed);
    buffer_append(&rest, buffer_text(&typed->text) + at, typed->after_bytes);
    cut(typed, at, typed->text.size_bytes);
    key_append_character(key, &typed->text);
    typed->after_bytes = rest.size_bytes;
    buffer_append(&typed->text, buffer_text(&rest), rest.size_bytes);
    buffer_done(&rest);
    return true;
}

bool typed_key(struct typed *typed, int32_t key)
{
    size_t at = typed_cursor(typed), end = typed->text.size_bytes;
    switch (key) {
    case KEY_CODE_LEFT:
    case CONTROL_B:
        typed->after_bytes = end - before(typed, at);
        return true;
    case KEY_CODE_RIGHT:
    case CONTROL_F:
        typed->after_bytes = end - after(typed, at);
        return true;
    case KEY_CODE_TOP:
    case CONTROL_A:
        typed->after_bytes = end;
        return true;
    case KEY_CODE_BOTTOM:
    case CONTROL_E:
        typed->after_bytes = 0;
        return true;
    case KEY_CODE_BACKSPACE:
        cut(typed, before(typed, at), at);
        return true;
    case KEY_CODE_DELETE:
    case CONTROL_D:
        cut(typed, at, after(typed, at));
        typed->after_bytes = typed->text.size_bytes - at;
        return true;
    case CONTROL_K:
        cut(typed, at, end);
        return true;
    case CONTROL_U:
        cut(typed, 0, at);
        return true;
    case CONTROL_W:
        cut(typed, word_before(typed, at), at);
        return true;
    default:
        return insert(typed, key);
    }
}
