/*
 * Translations: a second tree of the same shape, of which only the texts are used.
 *
 * The slots of the English nodes say where their texts went. Both trees are walked side by side. A
 * node that does not match is a warning at its place, and its English text stays.
 */
#include <string.h>

#include "base/file.h"
#include "curriculum/translate/translation.h"

struct translation {
    const struct loading *loading;
    struct lesson_file *base;
    const struct source *source; /* of the translation */
};

struct translated_text {
    const struct translation *translation;
    const struct yaml_node *node;
    bool is_good;
};

static void warn(const struct translation *translation, struct location location, const char *what)
{
    diagnostics_add(translation->loading->diagnostics, DIAGNOSTIC_WARNING, translation->source, location,
                    "%s; the English text stays", what);
}

static void bad_link(void *context, const char *target, size_t length_bytes, const char *why)
{
    struct translated_text *text = context;
    text->is_good = false;
    diagnostics_add(text->translation->loading->diagnostics, DIAGNOSTIC_WARNING, text->translation->source,
                    text->node->location, "the link to '%.*s': %s; the English text stays",
                    (int)(length_bytes > 80 ? 80 : length_bytes), target, why);
}

/* A translation must satisfy the rules of the English text. */
static const char *text_problem(const struct yaml_node *base, const char *text)
{
    if (!text[0])
        return "the translation is empty";
    if (base->slot_is_line && strpbrk(text, "\n\t"))
        return "this text must be of one line";
    return strlen(text) > base->slot_max_bytes ? "the translation is too long" : NULL;
}

static void overlay_text(const struct translation *translation, const struct yaml_node *base,
                         const struct yaml_node *other)
{
    if (!base->slot) {
        if (strcmp(base->text, other->text) != 0)
            warn(translation, other->location, "this is no text to translate, and it differs from the English file");
        return;
    }
    const char *trimmed = yaml_trimmed(translation->loading->arena, other);
    const char *problem = text_problem(base, trimmed);
    if (problem) {
        warn(translation, other->location, problem);
        return;
    }
    struct translated_text text = {translation, other, true};
    links_check(translation->loading, other->text, bad_link, &text);
    if (text.is_good)
        *base->slot = trimmed;
}

static void overlay(const struct translation *translation, const struct yaml_node *base, const struct yaml_node *other);

static void overlay_mapping(const struct translation *translation, const struct yaml_node *base,
                            const struct yaml_node *other)
{
    for (const struct yaml_node *child = other->first; child; child = child->next) {
        const struct yaml_node *original = yaml_child(base, child->key->text);
        if (original)
            overlay(translation, original, child);
        else
            warn(translation, child->key->location, "the English file has no such key here");
    }
}

static void overlay_sequence(const struct translation *translation, const struct yaml_node *base,
                             const struct yaml_node *other)
{
    if (base->child_count != other->child_count) {
        diagnostics_add(translation->loading->diagnostics, DIAGNOSTIC_WARNING, translation->source, other->location,
                        "this list has %zu entries, the English one %zu; the English text stays",
                        (size_t)other->child_count, (size_t)base->child_count);
        return;
    }
    const struct yaml_node *original = base->first;
    for (const struct yaml_node *child = other->first; child; child = child->next, original = original->next)
        overlay(translation, original, child);
}

/* The only text of a mapping, which a plain text translates. NULL: it has none or several. */
static const struct yaml_node *only_text(const struct yaml_node *mapping)
{
    const struct yaml_node *found = NULL;
    for (const struct yaml_node *child = mapping->first; child; child = child->next) {
        if (child->slot && found)
            return NULL;
        found = child->slot ? child : found;
    }
    return found;
}

/* Depth is at most YAML_DEPTH_MAX. */
static void overlay(const struct translation *translation, const struct yaml_node *base, const struct yaml_node *other)
{
    bool is_short = base->kind == YAML_KIND_MAPPING && other->kind == YAML_KIND_SCALAR;
    if (is_short && only_text(base))
        overlay_text(translation, only_text(base), other);
    else if (base->kind != other->kind)
        warn(translation, other->location, "the English file has something else here");
    else if (base->kind == YAML_KIND_SCALAR)
        overlay_text(translation, base, other);
    else if (base->kind == YAML_KIND_MAPPING)
        overlay_mapping(translation, base, other);
    else
        overlay_sequence(translation, base, other);
}

static const struct source *read_source(const struct loading *loading, const char *folder, const char *name)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    struct error error = {0};
    struct source *source = ARENA_NEW(loading->arena, struct source);
    source->name = name;
    if (!file_read(path_join(loading->arena, folder, name), YAML_SIZE_MAX_BYTES, &text, &error)) {
        diagnostics_add(loading->diagnostics, DIAGNOSTIC_WARNING, source, (struct location){0}, "%s", error.message);
        return NULL;
    }
    source->text = arena_strndup(loading->arena, buffer_text(&text), text.size_bytes);
    source->size_bytes = text.size_bytes;
    return source;
}

/* A broken translation must not count as a broken lesson, so its errors become warnings. */
static struct yaml_node *read_translation(const struct loading *loading, const struct source *source)
{
    struct diagnostics *own = diagnostics_new(loading->arena);
    struct yaml_node *root = yaml_read(loading->arena, source, own);
    for (size_t i = 0; i < diagnostics_count(own); i++) {
        const struct diagnostic *diagnostic = diagnostics_at(own, i);
        diagnostics_add(loading->diagnostics, DIAGNOSTIC_WARNING, diagnostic->source, diagnostic->location,
                        "%s; the English text stays", diagnostic->message);
    }
    return root;
}

/* A variant that inherited a text from its exercise also inherits the translation. */
static void translate_inherited(struct lesson_file *file, const struct exercise *base, const char *old_task,
                                const char *old_explain)
{
    for (size_t i = 0; i < file->exercise_count; i++) {
        struct exercise *variant = file->exercises[i];
        if (!variant->variant_of || strcmp(variant->variant_of, base->id) != 0)
            continue;
        if (variant->task == old_task)
            variant->task = base->task;
        if (variant->explain == old_explain)
            variant->explain = base->explain;
    }
}

void translate_lesson(const struct loading *loading, struct lesson_file *file)
{
    const char *name = arena_printf(loading->arena, "%s.%s.yaml", file->stem, loading->request->language);
    if (!file_exists(path_join(loading->arena, file->folder, name)))
        return;
    const struct source *source = read_source(loading, file->folder, name);
    struct yaml_node *root = source ? read_translation(loading, source) : NULL;
    if (!root)
        return;
    struct exercise *before = ARENA_ARRAY(loading->arena, file->exercise_count, struct exercise);
    for (size_t i = 0; i < file->exercise_count; i++)
        before[i] = *file->exercises[i];
    struct translation translation = {loading, file, source};
    overlay(&translation, file->root, root);
    for (size_t i = 0; i < file->exercise_count; i++)
        translate_inherited(file, file->exercises[i], before[i].task, before[i].explain);
}
