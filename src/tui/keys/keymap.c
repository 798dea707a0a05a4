/* The keymap. */
#include "tui/keys/keymap.h"

#include <string.h>

#include "base/arena.h"
#include "base/i18n.h"

static const struct {
    const char *name, *help;
} actions[ACTION_COUNT] = {
    [ACTION_NONE] = {"", ""},
#define ACTION(id, name, help) [ACTION_##id] = {name, help},
#include "tui/keys/keymap.def"
};

static const struct binding defaults[] = {
#define BIND(context, action, keys, label, rank) {CONTEXT_##context, ACTION_##action, keys, label, rank},
#include "tui/keys/keymap.def"
};

static const struct {
    const char *title, *name;
} contexts[CONTEXT_COUNT] = {
#define CONTEXT(id, name, title) [CONTEXT_##id] = {title, name},
#include "tui/keys/contexts.def"
};

struct keymap {
    struct arena *arena; /* of the keys from the file */
    struct binding bindings[sizeof defaults / sizeof defaults[0]];
};

struct keymap *keymap_new(void)
{
    struct arena *arena = arena_new();
    struct keymap *keymap = ARENA_NEW(arena, struct keymap);
    keymap->arena = arena;
    memcpy(keymap->bindings, defaults, sizeof defaults);
    return keymap;
}

void keymap_free(struct keymap *keymap)
{
    if (keymap)
        arena_free(keymap->arena);
}

size_t keymap_binding_count(void)
{
    return sizeof defaults / sizeof defaults[0];
}

const struct binding *keymap_binding(const struct keymap *keymap, size_t index)
{
    return keymap ? &keymap->bindings[index] : &defaults[index];
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

static enum action action_in(const struct keymap *keymap, enum context context, int32_t key)
{
    for (size_t i = 0; i < keymap_binding_count(); i++) {
        const struct binding *binding = keymap_binding(keymap, i);
        if (binding->context == context && has_key(binding, key))
            return binding->action;
    }
    return ACTION_NONE;
}

enum action keymap_action(const struct keymap *keymap, enum context context, int32_t key)
{
    enum action action = key ? action_in(keymap, context, key) : ACTION_NONE;
    return action || !key ? action : action_in(keymap, CONTEXT_GLOBAL, key);
}

const struct binding *keymap_find(const struct keymap *keymap, enum context context, enum action action)
{
    const struct binding *global = NULL;
    for (size_t i = 0; i < keymap_binding_count(); i++) {
        const struct binding *binding = keymap_binding(keymap, i);
        if (binding->action != action)
            continue;
        if (binding->context == context)
            return binding;
        if (binding->context == CONTEXT_GLOBAL)
            global = binding;
    }
    return global;
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
    return _(contexts[context].title);
}

/* as in the learner's file: "exercise" */
static const char *context_name(enum context context)
{
    return contexts[context].name;
}

/* The binding that a line of the file changes; NULL. */
static struct binding *find_named(struct keymap *keymap, const char *context, const char *action)
{
    for (size_t i = 0; i < keymap_binding_count(); i++) {
        struct binding *binding = &keymap->bindings[i];
        if (strcmp(context_name(binding->context), context) == 0 && strcmp(action_name(binding->action), action) == 0)
            return binding;
    }
    return NULL;
}

/* Another binding that has a key which `binding` wants; NULL. */
static const struct binding *find_rival(const struct keymap *keymap, const struct binding *binding, int32_t key)
{
    for (size_t i = 0; i < keymap_binding_count(); i++) {
        const struct binding *other = &keymap->bindings[i];
        bool meets = other->context == binding->context || other->context == CONTEXT_GLOBAL ||
                     binding->context == CONTEXT_GLOBAL;
        if (other != binding && meets && has_key(other, key))
            return other;
    }
    return NULL;
}

static size_t count_words(const char *text)
{
    size_t count = 0;
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        text += strcspn(text, " ");
        count++;
    }
    return count;
}

static bool keys_are_free(const struct keymap *keymap, const struct binding *binding, int line, struct buffer *problems)
{
    int32_t key;
    size_t count = 0;
    for (; (key = keymap_key(binding, count)) != 0; count++) {
        const struct binding *rival = find_rival(keymap, binding, key);
        if (!rival)
            continue;
        buffer_printf(problems, _("keys, line %d: "), line);
        key_append_name(key, problems);
        buffer_printf(problems, _(" is already '%s' (%s)\n"), action_name(rival->action), context_name(rival->context));
        return false;
    }
    bool all_known = count > 0 && count == count_words(binding->keys);
    if (!all_known)
        buffer_printf(problems, _("keys, line %d: the key is missing or has an unknown name\n"), line);
    return all_known;
}

/* line = context action "=" key { key } */
static void configure_line(struct keymap *keymap, char *text, int number, struct buffer *problems)
{
    char *rest = NULL;
    char *equals = strchr(text, '=');
    if (equals)
        *equals = '\0';
    const char *context = strtok_r(text, " \t", &rest);
    const char *action = strtok_r(NULL, " \t", &rest);
    struct binding *binding = equals && context && action ? find_named(keymap, context, action) : NULL;
    if (!binding) {
        buffer_printf(problems, _("keys, line %d: not of the form 'exercise run = r F5'\n"), number);
        return;
    }
    struct binding wanted = *binding, before = *binding;
    wanted.keys = arena_strdup(keymap->arena, equals + 1);
    *binding = wanted;
    if (!keys_are_free(keymap, binding, number, problems))
        *binding = before;
}

void keymap_configure(struct keymap *keymap, const char *text, struct buffer *problems)
{
    char *copy = arena_strdup(keymap->arena, text);
    for (int number = 1; copy; number++) {
        char *line = strsep(&copy, "\n");
        line[strcspn(line, "\r")] = '\0';
        line += strspn(line, " \t");
        if (*line && *line != '#')
            configure_line(keymap, line, number, problems);
    }
}
