#include "tui/keymap.h"

#include <string.h>

#include "base/i18n.h"
#include "base/text.h"

static const struct {
    const char *name, *help;
} actions[ACTION_COUNT] = {
    [ACTION_NONE] = {"", ""},
#define ACTION(id, name, help) [ACTION_##id] = {name, help},
#include "tui/keymap.def"
};

static const struct binding bindings[] = {
#define BIND(context, action, keys, label, rank) {CONTEXT_##context, ACTION_##action, keys, label, rank},
#include "tui/keymap.def"
};

static const char *const titles[CONTEXT_COUNT] = {
#define CONTEXT(id, title) [CONTEXT_##id] = title,
#include "tui/contexts.def"
};

static const struct {
    const char *name;
    int32_t key;
} key_names[] = {
#define KEY(id, name, code) {name, KEY_CODE_##id},
#include "tui/key.def"
    {"Space", ' '},
};

enum { KEY_NAME_COUNT = sizeof key_names / sizeof key_names[0] };

size_t keymap_binding_count(void)
{
    return sizeof bindings / sizeof bindings[0];
}

const struct binding *keymap_binding(size_t index)
{
    return &bindings[index];
}

int32_t key_parse(const char *name, size_t size_bytes)
{
    for (size_t i = 0; i < KEY_NAME_COUNT; i++)
        if (strlen(key_names[i].name) == size_bytes && memcmp(key_names[i].name, name, size_bytes) == 0)
            return key_names[i].key;
    if (size_bytes == 2 && name[0] == '^' && name[1] >= 'A' && name[1] <= 'Z')
        return name[1] - 'A' + 1;
    int32_t codepoint;
    return text_step(name, size_bytes, &codepoint) == size_bytes && size_bytes > 0 ? codepoint : 0;
}

int32_t keymap_key(const struct binding *binding, size_t index)
{
    const char *at = binding->keys;
    for (;;) {
        at += strspn(at, " ");
        size_t length = strcspn(at, " ");
        if (length == 0)
            return 0;
        if (index-- == 0)
            return key_parse(at, length);
        at += length;
    }
}

static bool has_key(const struct binding *binding, int32_t key)
{
    int32_t bound;
    for (size_t i = 0; (bound = keymap_key(binding, i)) != 0; i++)
        if (bound == key)
            return true;
    return false;
}

static enum action action_in(enum context context, int32_t key)
{
    for (size_t i = 0; i < keymap_binding_count(); i++)
        if (bindings[i].context == context && has_key(&bindings[i], key))
            return bindings[i].action;
    return ACTION_NONE;
}

enum action keymap_action(enum context context, int32_t key)
{
    enum action action = key ? action_in(context, key) : ACTION_NONE;
    return action || !key ? action : action_in(CONTEXT_GLOBAL, key);
}

const struct binding *keymap_find(enum context context, enum action action)
{
    const struct binding *global = NULL;
    for (size_t i = 0; i < keymap_binding_count(); i++) {
        if (bindings[i].action != action)
            continue;
        if (bindings[i].context == context)
            return &bindings[i];
        if (bindings[i].context == CONTEXT_GLOBAL)
            global = &bindings[i];
    }
    return global;
}

void key_append_character(int32_t codepoint, struct buffer *out)
{
    if (codepoint < 0x80) {
        buffer_append_char(out, (char)codepoint);
    } else if (codepoint < 0x800) {
        buffer_append_char(out, (char)(0xC0 | codepoint >> 6));
        buffer_append_char(out, (char)(0x80 | (codepoint & 0x3F)));
    } else if (codepoint < 0x10000) {
        buffer_append_char(out, (char)(0xE0 | codepoint >> 12));
        buffer_append_char(out, (char)(0x80 | (codepoint >> 6 & 0x3F)));
        buffer_append_char(out, (char)(0x80 | (codepoint & 0x3F)));
    } else {
        buffer_append_char(out, (char)(0xF0 | codepoint >> 18));
        buffer_append_char(out, (char)(0x80 | (codepoint >> 12 & 0x3F)));
        buffer_append_char(out, (char)(0x80 | (codepoint >> 6 & 0x3F)));
        buffer_append_char(out, (char)(0x80 | (codepoint & 0x3F)));
    }
}

void key_append_name(int32_t key, struct buffer *out)
{
    for (size_t i = 0; i < KEY_NAME_COUNT; i++)
        if (key_names[i].key == key) {
            buffer_append_text(out, key_names[i].name);
            return;
        }
    if (key >= 1 && key <= 26)
        buffer_printf(out, "Ctrl-%c", 'A' + key - 1);
    else if (key >= 0x20 && key < KEY_CODE_BASE && key != 0x7F)
        key_append_character(key, out);
    else
        buffer_append_text(out, _("that key"));
}

const char *action_name(enum action action)
{
    return actions[action].name;
}

const char *action_help(enum action action)
{
    return actions[action].help[0] ? _(actions[action].help) : "";
}

const char *context_title(enum context context)
{
    return _(titles[context]);
}
