/* Names of keys. */
#include "tui/keys/key.h"

#include <string.h>

#include "base/i18n.h"
#include "base/text.h"

static const struct {
    const char *name;
    int32_t key;
} key_names[] = {
#define KEY(id, name, code) {name, KEY_CODE_##id},
#include "tui/keys/key.def"
    {N_("Space"), ' '},
};

enum { KEY_NAME_COUNT = sizeof key_names / sizeof key_names[0] };

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
            buffer_append_text(out, _(key_names[i].name));
            return;
        }
    if (key >= 1 && key <= 26)
        buffer_printf(out, "Ctrl-%c", 'A' + key - 1);
    else if (key >= 0x20 && key < KEY_CODE_BASE && key != 0x7F)
        key_append_character(key, out);
    else
        buffer_append_text(out, _("that key"));
}
